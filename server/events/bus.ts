import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../process/log.ts'
import { kept } from '../shared/kept.ts'

type Listener = (payload: string) => void

export type Bus = {
  /** Hears a PostgreSQL channel; returns the way to stop. */
  on(channel: string, listener: Listener): () => void
  /** Hears of every (re)connection: whatever was said meanwhile was missed, so look for yourself. */
  onConnect(listener: () => void): () => void
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

const place = kept<Bus>('bus')

/** The process's bus; opened once at start. */
export function bus(): Bus {
  if (!place.value) throw new Error('The bus is not open yet')
  return place.value
}

/**
 * LISTEN and NOTIFY between all processes of the panel over one connection of its own, which is opened again for ever.
 * Payloads are ids, never data.
 */
export function openBus(url: string): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  const channels = new Set<string>()
  let client: pg.Client | undefined
  let closed = false
  // One statement at a time: the client takes no second while the first runs.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (text: string, values: unknown[] = []) => {
    const mine = client
    turn = turn.then(() => (mine === client ? mine?.query(text, values) : undefined)).catch(() => {})
    return turn
  }

  async function run() {
    while (!closed) {
      const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'datahall bus' })
      const over = new Promise<void>((done) => {
        next.on('error', () => done())
        next.on('end', () => done())
      })
      try {
        await next.connect()
        next.on('notification', (message) => emitter.emit(`on:${message.channel}`, message.payload ?? ''))
        for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
        // Closed while it was connecting: without this it would stay open.
        if (!closed) {
          client = next
          emitter.emit('connect')
          await over
        }
      } catch (fault) {
        if (!closed) log.warn({ err: fault }, 'the bus is not connected')
      }
      client = undefined
      await next.end().catch(() => {})
      if (!closed) await wait(500)
    }
  }
  const running = run()

  const made: Bus = {
    on(channel, listener) {
      const name = `on:${channel}`
      emitter.on(name, listener)
      if (!channels.has(channel)) {
        channels.add(channel)
        void inTurn(`listen ${pg.escapeIdentifier(channel)}`)
      }
      return () => emitter.off(name, listener)
    },
    onConnect(listener) {
      emitter.on('connect', listener)
      if (client) listener()
      return () => emitter.off('connect', listener)
    },
    async notify(channel, payload) {
      await inTurn('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      closed = true
      await client?.end().catch(() => {})
      await running
    },
  }
  place.value = made
  return made
}
