import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { isDatabaseAway } from '../../../db/faults.ts'
import { db } from '../../../db/pool.ts'
import { bus } from '../../../events/bus.ts'
import { log } from '../../../process/log.ts'

/** Advisory locks: 16 bits of the kind, 32 of the place, 16 of the slot. */
const KEY = '($1::bigint << 48) | ($2::bigint << 16)'
// A lock of one's own connection would be had again: what this process holds is left out. A function scan ends at the first that is free.
const TAKE = `select n::int as slot from generate_series(0, $3::int - 1) n
               where n <> all($4::int[]) and pg_try_advisory_lock(${KEY} | n) limit 1`
const FREE = `select pg_advisory_unlock(${KEY} | $3::int)`
const MOST = 65_536

/** What has slots: the locks of each kind are its own, and so is the channel on which it asks for them. */
const kinds = {
  /** Places: so many devices of a location are polled at once. */
  poll: { lock: 7273, channel: 'poll_slot', who: 'datahall poller' },
  /** Devices: one piece of work at a time with each. */
  device: { lock: 7274, channel: 'device_turn', who: 'datahall turns' },
} as const

export type Slots = {
  /** A free slot of the location, among the first `limit`; null when there is none. */
  take(place: number, limit: number, held: readonly number[]): Promise<number | null>
  free(place: number, slot: number): Promise<void>
  /** Asks the other processes to give one up. */
  want(place: number): void
}

/**
 *
 * Slots of locations among all processes, held by one connection of this process: a process that dies or is cut off
 * releases its slots automatically. Others may then poll beside cycles that are still running here; these end soon.
 *
 * @param wanted called with a location whose slots another process waits for
 */
export function openSlots(
  kind: keyof typeof kinds,
  wanted: (place: number) => void,
): Slots & { close(): Promise<void> } {
  const { lock, channel, who } = kinds[kind]
  const me = randomUUID()
  let client: pg.Client | null = null
  // One statement at a time, so that two questions never get the same slot.
  let turn: Promise<unknown> = Promise.resolve()

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const next = new pg.Client({ connectionString: db().url, keepAlive: true, application_name: who })
    next.on('error', (err) => {
      log.warn({ err }, 'the slots of this process were lost')
      drop(next)
    })
    next.on('end', () => drop(next))
    await next.connect()
    client = next
    return next
  }
  function drop(lost: pg.Client | null) {
    if (client === lost) client = null
  }
  /** Retries over a new connection when the old one was cut before the answer. */
  async function ask<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    const before = await connected()
    try {
      return (await before.query<Row>(query)).rows
    } catch (fault) {
      if (!isDatabaseAway(fault)) throw fault
      drop(before)
      void before.end().catch(() => {}) // what it may still hold is given back
      return (await (await connected()).query<Row>(query)).rows
    }
  }
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = turn.then(act)
    turn = mine.catch(() => {})
    return mine
  }
  const unhear = bus().on(channel, (payload) => {
    const [from, place] = payload.split(' ')
    if (from !== me) wanted(Number(place))
  })

  return {
    take: (place, limit, held) =>
      inTurn(async () => {
        const bound = Math.min(Math.max(1, limit), MOST)
        const [taken] = await ask<{ slot: number }>({ name: 'take', text: TAKE, values: [lock, place, bound, held] })
        return taken?.slot ?? null
      }),
    free: (place, slot) =>
      inTurn(async () => {
        // With the connection went the lock.
        await client?.query({ name: 'free', text: FREE, values: [lock, place, slot] }).catch((fault: unknown) => {
          if (!isDatabaseAway(fault)) throw fault
        })
      }),
    want: (place) => void bus().notify(channel, `${me} ${place}`),
    async close() {
      unhear()
      await turn
      await client?.end().catch(() => {})
    },
  }
}
