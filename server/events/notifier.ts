import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { PanelError } from '../domain/shared/errors.ts'
import { log } from '../process/log.ts'
import { bus } from './bus.ts'
import { type ChangeRow, changesAfter, lastChange, maySee, oldestChange, onChange, type Viewer } from './change-feed.ts'
import { holdStream } from './streams.ts'

/** Who a notifier socket belongs to. */
export type NotifierClient = Viewer & { session_id: number }

export type NotifierOptions = {
  /** Finds who is connecting; null without sign-in. `too_many` is passed on, other faults answer as without sign-in. */
  authenticate(req: IncomingMessage): Promise<NotifierClient | null>
  /** Whether the client's socket may stay open; asked now and then, because the end of a session may go by unheard. */
  holds(client: NotifierClient, req: IncomingMessage): Promise<boolean>
}

const PATH = /^(\/api)?\/(vm|dci)\/v3\/notifier\/?$/
const PING_MS = 25_000
/** A client that takes nothing for so long is behind: it is cut, and resumes by its number. */
const MAX_BUFFERED = 4 * 1024 * 1024
/** Messages of a client in the queue: no honest client subscribes that often. */
const MAX_UNANSWERED = 16
const TOO_MANY = '429 Too Many Requests\r\nRetry-After: 10'

const message = z.object({
  subscribe: z
    .array(z.object({ entity: z.string().max(100) }))
    .max(100)
    .optional(),
  last_notify: z.number().int().min(0).optional(),
})

/**
 * The notifier of the API (`/vm/v3/notifier`, `/dci/v3/notifier`): a client says `{subscribe: [{entity}], last_notify}` and
 * gets every change of these entities that it may see, `{id, entity, entity_id, event, data, relations}` with a growing id,
 * first what it missed; `{reset: true}` when that is no longer known. Without entities it hears everything.
 */
export function createNotifier({ authenticate, holds }: NotifierOptions) {
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    clientTracking: true,
  })
  const checks = new WeakMap<WebSocket, () => Promise<void>>()
  const ping = setInterval(() => {
    for (const socket of wss.clients) {
      socket.ping()
      void checks.get(socket)?.()
    }
  }, PING_MS)
  ping.unref()

  return {
    /** False when the upgrade is not for the notifier. */
    handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      if (!PATH.test((req.url ?? '').split('?')[0] ?? '')) return false
      void authenticate(req)
        .catch((fault) => (PanelError.from(fault).code === 'too_many' ? 'too many' : null))
        .then((client) => {
          if (client === 'too many') return reject(socket, TOO_MANY)
          if (!client) return reject(socket, '401 Unauthorized')
          if (socket.destroyed) return
          try {
            socket.once('close', holdStream(client.account_id))
          } catch {
            return reject(socket, TOO_MANY)
          }
          wss.handleUpgrade(req, socket, head, (ws) => {
            follow(ws, client)
            const check = async () => {
              // A database that is away takes no rights away.
              if (!(await holds(client, req).catch(() => true))) ws.close(4001, 'Signed out')
            }
            checks.set(ws, check)
            void check()
          })
        })
      return true
    },
    stop() {
      clearInterval(ping)
      for (const socket of wss.clients) socket.close(1012, 'The panel restarts')
      wss.close()
    },
  }
}

const reject = (socket: Duplex, status: string) =>
  void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)

function follow(ws: WebSocket, client: NotifierClient) {
  let entities: Set<string> | null = null
  let sent = Number.POSITIVE_INFINITY
  const send = (row: ChangeRow) => {
    if (row.id <= sent) return
    sent = row.id
    if (!maySee(client, row) || (entities && !entities.has(row.entity))) return
    if (ws.bufferedAmount > MAX_BUFFERED) {
      ws.terminate()
      return
    }
    const { account_id: _, everyone: __, ...visible } = row
    ws.send(JSON.stringify(visible))
  }
  const waiting: ChangeRow[] = []
  let live = false
  const offChange = onChange((row) => {
    if (live) send(row)
    else if (waiting.length < 10_000) waiting.push(row)
  })
  const offEnded = bus().on('session_ended', (id) => {
    if (Number(id) === client.session_id) ws.close(4001, 'Signed out')
  })
  ws.on('close', () => {
    offChange()
    offEnded()
  })
  ws.on('error', () => ws.terminate())
  let turn = Promise.resolve()
  let unanswered = 0
  ws.on('message', (data: RawData) => {
    if (++unanswered > MAX_UNANSWERED) return ws.close(1008, 'Too many messages at once')
    turn = turn
      .then(() => subscribe(data))
      .catch((err) => {
        log.warn({ err }, 'a notifier could not be served')
        ws.close(1011, 'The panel could not read its changes')
      })
      .finally(() => unanswered--)
  })

  async function subscribe(data: RawData) {
    const parsed = message.safeParse(readJson(data))
    if (!parsed.success) {
      ws.close(1003, 'A message is {subscribe: [{entity}], last_notify}')
      return
    }
    const { subscribe: wanted, last_notify } = parsed.data
    live = false
    entities = wanted?.length ? new Set(wanted.map((item) => item.entity)) : null
    const newest = await lastChange()
    sent = last_notify ?? newest
    // Numbers we never gave out come from another database; what was thrown away cannot be told any more.
    if (sent > newest || (sent > 0 && sent < (await oldestChange()) - 1)) {
      ws.send(JSON.stringify({ reset: true, last_notify: newest }))
      sent = newest
    }
    for (
      let rows = await changesAfter(sent);
      rows.length > 0 && ws.readyState === ws.OPEN;
      rows = await changesAfter(sent)
    )
      for (const row of rows) send(row)
    live = true
    for (const row of waiting.splice(0)) send(row)
  }
}

function readJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return null
  }
}
