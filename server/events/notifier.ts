import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { log } from '../log.ts'
import { bus } from './bus.ts'
import { type ChangeRow, changesAfter, lastChange, maySee, oldestChange, onChange, type Viewer } from './feed.ts'

/** Who a notifier socket belongs to. */
export type NotifierClient = Viewer & { session_id: number }

export type NotifierOptions = {
  /** Finds who is connecting; null when nobody is signed in. Throws what the client is told. */
  authenticate(req: IncomingMessage): Promise<NotifierClient | null>
}

const PATH = /^(\/api)?\/(vm|dci)\/v3\/notifier\/?$/
const PING_MS = 25_000
/** A client that takes nothing for so long is behind: it is cut, and resumes by its number. */
const MAX_BUFFERED = 4 * 1024 * 1024

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
export function createNotifier({ authenticate }: NotifierOptions) {
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    clientTracking: true,
  })
  const ping = setInterval(() => {
    for (const socket of wss.clients) socket.ping()
  }, PING_MS)
  ping.unref()

  return {
    /** False when the upgrade is not for the notifier. */
    handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      if (!PATH.test((req.url ?? '').split('?')[0] ?? '')) return false
      void authenticate(req)
        .catch(() => null)
        .then((client) => {
          if (!client) {
            socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
            return
          }
          wss.handleUpgrade(req, socket, head, (ws) => follow(ws, client))
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
  ws.on('message', (data: RawData) => {
    live = false
    void subscribe(data).catch((err) => {
      log.warn({ err }, 'a notifier could not be served')
      ws.close(1011, 'The panel could not read its changes')
    })
  })

  async function subscribe(data: RawData) {
    const parsed = message.safeParse(readJson(data))
    if (!parsed.success) {
      ws.close(1003, 'A message is {subscribe: [{entity}], last_notify}')
      return
    }
    const { subscribe: wanted, last_notify } = parsed.data
    entities = wanted?.length ? new Set(wanted.map((item) => item.entity)) : null
    const newest = await lastChange()
    sent = last_notify ?? newest
    // Numbers we never gave out come from another database; what was thrown away cannot be told any more.
    if (sent > newest || (sent > 0 && sent < (await oldestChange()) - 1)) {
      ws.send(JSON.stringify({ reset: true, last_notify: newest }))
      sent = newest
    }
    for (let rows = await changesAfter(sent); rows.length > 0; rows = await changesAfter(sent))
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
