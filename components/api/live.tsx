'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { goOnReading, readAnew } from './read-anew.ts'

export type TaskProgress = {
  id: number
  entity: string | null
  registry_id: number
  name: string
  percent: number
  message: string | null
  step: string | null
}

type Live = { connected: boolean; progress: ReadonlyMap<number, TaskProgress> }
const LiveContext = createContext<Live & { reconnect: () => void }>({
  connected: true,
  progress: new Map(),
  reconnect: () => {},
})

/** Progress of running tasks as it is pushed, and whether pushes arrive at all. */
export const useLive = () => useContext(LiveContext)

/** Lists that show something of another resource: a machine's state counts on its node and cluster. */
const alsoShownIn: Record<string, readonly string[]> = {
  location: ['server', 'rack', 'vlan', 'ippool', 'ipnet', 'warehouse', 'overview', 'problem'],
  platform: ['server', 'cpuSocket'],
  cpu_socket: ['platform'],
  switch_port: ['server', 'rack', 'location', 'vlan', 'impact', 'problem'],
  switch_connection: ['server', 'rack', 'location', 'vlan', 'impact', 'problem'],
  pdu_port: ['server', 'rack', 'location', 'impact', 'problem'],
  pdu_connection: ['server', 'rack', 'location', 'impact', 'problem'],
  vlan: ['location'],
  host: ['userLimit', 'node', 'cluster', 'account', 'overview', 'impact', 'problem'],
  node: ['cluster', 'overview', 'server', 'problem'],
  cluster: ['overview', 'os'],
  repository: ['os', 'overview', 'problem'],
  ip: ['ippool', 'ipnet', 'range', 'host', 'server', 'overview', 'problem'],
  task: ['overview', 'problem'],
  disk: ['host'],
  account: ['userLimit', 'user', 'acl', 'server'],
  acl: ['user'],
  os: ['repository'],
  ippool: ['cluster', 'overview', 'problem'],
  server: ['rack', 'location', 'chassis', 'impact', 'power', 'overview', 'problem'],
  switch: ['rack', 'location', 'overview', 'problem'],
  pdu: ['rack', 'location', 'overview', 'problem'],
  chassis: ['rack', 'location'],
  rack: ['location', 'server', 'chassis', 'overview'],
  range: ['overview', 'problem'],
  ipmi: ['server', 'rack', 'location', 'overview', 'serverConsole', 'problem'],
  proxy_location: ['problem'],
  setting: ['proxySession'],
}

/** Changes of parts are changes of the whole: queries are named after that. */
const partOf: Record<string, string> = {
  switch_port: 'switch',
  switch_connection: 'switch',
  pdu_port: 'pdu',
  pdu_connection: 'pdu',
  cpu_socket: 'cpuSocket',
  user_limit: 'userLimit',
  server_console: 'serverConsole',
  stock_item: 'warehouse',
  proxy_location: 'location',
  location_message: 'location',
  setting: 'plugin',
  proxy_session: 'proxySession',
}

/** A browser gives up when it is answered with a fault (the panel restarts behind a proxy); then it is asked anew. */
const REOPEN_MS = 5000
/** A short gap heals by itself and resumes where it was; only a longer one is worth a word. */
const WORD_AFTER_MS = 3000
/** The panel says something every 15 s. */
const SILENCE_MS = 40_000

/** Many changes in one moment are one reading anew. */
const GATHER_MS = 150
const SLOW_GATHER_MS = 1500

/** Hears the panel's change feed once per page and lets the queries it touches be read anew; no page polls. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [live, setLive] = useState<Live>({ connected: true, progress: new Map() })
  const [attempt, setAttempt] = useState(0)
  const last = useRef<string | null>(null)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `path` is what changes when the page is left
  useEffect(() => goOnReading(queries), [queries, path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens the feed anew
  useEffect(() => {
    const gathered = gatherer(queries)
    const source = new EventSource(last.current === null ? '/api/events' : `/api/events?after=${last.current}`)
    let lost: ReturnType<typeof setTimeout> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    const seen = ({ lastEventId }: MessageEvent) => {
      alive()
      if (lastEventId) last.current = lastEventId
    }
    const anew = () => setAttempt((n) => n + 1)
    const lose = () => {
      lost ??= setTimeout(() => setLive((now) => ({ ...now, connected: false })), WORD_AFTER_MS)
    }
    // A way that died without a word is only told by its silence.
    const alive = () => {
      clearTimeout(lost)
      lost = undefined
      clearTimeout(silence)
      silence = setTimeout(() => {
        setLive((now) => ({ ...now, connected: false }))
        anew()
      }, SILENCE_MS)
    }
    source.onopen = () => {
      alive()
      setLive((now) => (now.connected ? now : { ...now, connected: true }))
    }
    source.onerror = () => {
      lose()
      if (source.readyState === EventSource.CLOSED) again = setTimeout(anew, REOPEN_MS)
    }
    source.addEventListener('ping', alive)
    source.onmessage = (message) => {
      seen(message)
      const change = JSON.parse(message.data) as { entity: string; entity_id: number; data: { status?: string } }
      gathered.add(change.entity)
      if (change.entity === 'task' && change.data.status && !['created', 'running'].includes(change.data.status))
        setLive((now) => ({ ...now, progress: without(now.progress, change.entity_id) }))
    }
    source.addEventListener('hello', seen)
    source.addEventListener('progress', (message) => {
      const progress = JSON.parse(message.data) as TaskProgress
      setLive((now) => ({ ...now, progress: new Map(now.progress).set(progress.id, progress) }))
    })
    source.addEventListener('touch', (message) => {
      gathered.add((JSON.parse(message.data) as { entity: string }).entity)
    })
    source.addEventListener('reset', () => {
      // Too much was missed to follow on: everything is read anew.
      last.current = null
      readAnew(queries, () => true)
    })
    return () => {
      source.close()
      gathered.stop()
      clearTimeout(lost)
      clearTimeout(again)
      clearTimeout(silence)
    }
  }, [queries, attempt])
  const value = useMemo(() => ({ ...live, reconnect: () => setAttempt((n) => n + 1) }), [live])
  return <LiveContext value={value}>{children}</LiveContext>
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map
  const next = new Map(map)
  next.delete(key)
  return next
}

function gatherer(queries: QueryClient) {
  const now = new Set<string>()
  const later = new Set<string>()
  let soon: ReturnType<typeof setTimeout> | undefined
  let slow: ReturnType<typeof setTimeout> | undefined
  const refresh = (names: Set<string>) => {
    const wanted = new Set(names)
    names.clear()
    readAnew(queries, ({ queryKey }) => resourcesOf(queryKey).some((name) => wanted.has(name)))
  }
  return {
    add(entity: string) {
      now.add(entity)
      const whole = partOf[entity]
      if (whole) now.add(whole)
      for (const name of alsoShownIn[entity] ?? []) later.add(name)
      soon ??= setTimeout(() => {
        soon = undefined
        refresh(now)
      }, GATHER_MS)
      if (later.size)
        slow ??= setTimeout(() => {
          slow = undefined
          refresh(later)
        }, SLOW_GATHER_MS)
    },
    stop() {
      clearTimeout(soon)
      clearTimeout(slow)
    },
  }
}

/** The resource of a tRPC query key: `[['vm', 'host', 'list'], …]` is about `host`. */
function resourcesOf(key: readonly unknown[]): string[] {
  const path = key[0]
  return Array.isArray(path) ? path.slice(1, -1).map(String) : []
}
