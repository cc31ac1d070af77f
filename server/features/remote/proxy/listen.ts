import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { bus } from '../../../events/bus.ts'
import { onChange } from '../../../events/change-feed.ts'
import { log } from '../../../process/log.ts'
import { ProxyPort } from '../../../proxy/port.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { admit, type Door, enter, holds } from './admit.ts'
import { type Ports, savePorts } from './ports.ts'
import { closeSessions, PROXY_CHANNEL, type SessionFault, tellSession } from './store.ts'

export type ListenOptions = Ports & {
  /** Address to listen on. */
  address: string
  tls: { cert: string | Buffer; key: string | Buffer } | null
  /** Points a minute, as for calls of the API; 0: no limit. */
  rateLimit: number
  /** Unused for this long, it is closed. */
  idleMs?: number
  /** How often what has run out is looked for. */
  lookMs?: number
}

const IDLE_MS = 30 * 60_000
const LOOK_MS = 15_000
const NOTE_USE_MS = 60_000

type Open = { id: number; port: ProxyPort; usedAt: number; notedAt: number; door: Door }

/**
 * Listens on the ports of open sessions, in one process of all that could. Sessions of another process, or of before a
 * restart, are closed, because their end is unknown. Returns a function that stops it.
 */
export function startProxyPorts(options: ListenOptions): () => Promise<void> {
  const reconciler = startReconciler({
    name: 'proxy_ports',
    intervalMs: 1_000,
    maxBackoffMs: 5_000,
    run: (_, signal) => listenUntil(signal, options),
  })
  return () => reconciler.stop()
}

async function listenUntil(signal: AbortSignal, options: ListenOptions): Promise<void> {
  const { address, tls, rateLimit, idleMs = IDLE_MS, lookMs = LOOK_MS, ...ports } = options
  const open = new Map<number, Open>()
  await closeAll('restart', "state = 'open'")
  await savePorts(ports)

  async function listen(row: { id: number; listen_web_port: number }) {
    const { id, listen_web_port: number } = row
    const door: Door = {
      id,
      port: number,
      secure: tls !== null,
      panelPort: ports.panel,
      rateLimit,
      good: new Set(),
      known: new Set(),
    }
    const port = new ProxyPort({
      port: number,
      host: address,
      tls,
      admit: (req) => admit(door, req),
      enter: (ticket, req) => enter(door, ticket, req),
      used: () => {
        entry.usedAt = Date.now()
      },
      onFault: (err) => log.warn({ err, port: number }, 'a request through a port was not passed on'),
    })
    const entry: Open = { id, port, usedAt: Date.now(), notedAt: Date.now(), door }
    try {
      await port.listen()
    } catch (err) {
      log.warn({ err, port: number }, 'a port for a controller cannot be had')
      await transaction((work) => closeSessions(work, { id }, 'port'))
      await released(id)
      return
    }
    open.set(id, entry)
    await transaction(async (work) => {
      const [opened] = await work.sql<{ ipmi_id: number; server_id: number; owner_id: number | null }>(
        `update proxy_session p set state = 'open' from ipmi i join server s on s.id = i.server_id
          where p.id = $1::int and p.state = 'opening' and i.id = p.ipmi_id returning i.id as ipmi_id, s.id as server_id, s.owner_id`,
        [id],
      )
      if (opened) tellSession(work, id, 'update', opened)
    })
  }

  async function letGo(entry: Open) {
    open.delete(entry.id)
    await entry.port.close()
    await released(entry.id)
  }

  const sync = oneAtATime(async () => {
    const rows = await db().prisma.proxy_session.findMany({
      where: { state: { not: 'closed' }, ipmi_id: { not: null } },
      select: { id: true, listen_web_port: true },
    })
    const wanted = new Set(rows.map(({ id }) => id))
    for (const entry of [...open.values()]) if (!wanted.has(entry.id)) await letGo(entry)
    for (const row of rows) if (!open.has(row.id) && !signal.aborted) await listen(row)
    await db().pool.query(
      "update proxy_session set released_at = now() where state = 'closed' and released_at is null and not id = any($1::int[])",
      [[...open.keys()]],
    )
  })
  const recheck = oneAtATime(async () => {
    for (const { port, door } of open.values()) await port.recheck((session_id, ip) => holds(door, session_id, ip))
  })
  const look = oneAtATime(async () => {
    await closeAll('expired', 'expires_at <= now()')
    await closeAll('gone', 'ipmi_id is null')
    const now = Date.now()
    for (const entry of open.values()) {
      if (now - entry.usedAt > idleMs) await transaction((work) => closeSessions(work, { id: entry.id }, 'idle'))
      else if (entry.usedAt > entry.notedAt + NOTE_USE_MS) {
        entry.notedAt = entry.usedAt
        await db().prisma.proxy_session.updateMany({
          where: { id: entry.id },
          data: { used_at: new Date(entry.usedAt) },
        })
      }
    }
    await sync()
    await recheck()
  })

  const stops = [
    bus().on(PROXY_CHANNEL, () => void sync()),
    bus().onConnect(() => void sync()),
    bus().on('session_ended', (id) => {
      for (const { port, door } of open.values()) {
        port.cut(Number(id))
        door.known.delete(Number(id))
      }
    }),
    onChange(({ entity }) => {
      if (entity === 'server' || entity === 'ipmi' || entity === 'account') void recheck()
    }),
  ]
  const timer = setInterval(() => void look(), lookMs)
  await sync()
  await new Promise<void>((over) => {
    if (signal.aborted) over()
    signal.addEventListener('abort', () => over(), { once: true })
  })
  clearInterval(timer)
  for (const stop of stops) stop()
  await Promise.all([...open.values()].map(letGo))
  await closeAll('restart', "state = 'open'")
}

const released = (id: number) =>
  db().prisma.proxy_session.updateMany({ where: { id, released_at: null }, data: { released_at: new Date() } })

/** Closes sessions that meet a condition (SQL of ours). */
async function closeAll(fault: SessionFault, condition: string) {
  const { rows } = await db().pool.query<{ id: number }>(
    `select id from proxy_session where state <> 'closed' and ${condition}`,
  )
  for (const { id } of rows) await transaction((work) => closeSessions(work, { id }, fault))
  if (fault === 'restart')
    await db().pool.query("update proxy_session set released_at = now() where state = 'closed' and released_at is null")
}

/** Calls that come while one runs are one more run after it. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  return () => {
    if (running) {
      again = true
      return running
    }
    const turn = async () => {
      do {
        again = false
        await run().catch((err) => log.warn({ err }, 'ports for controllers could not be looked after'))
      } while (again)
      running = null
    }
    running = turn()
    return running
  }
}
