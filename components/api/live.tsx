'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

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
const LiveContext = createContext<Live>({ connected: true, progress: new Map() })

/** Progress of running tasks as it is pushed, and whether pushes arrive at all. */
export const useLive = () => useContext(LiveContext)

/** Lists that show something of another resource: a machine's state counts on its node and cluster. */
const alsoShownIn: Record<string, readonly string[]> = {
  host: ['node', 'cluster', 'account', 'overview'],
  node: ['cluster', 'overview'],
  ip: ['ippool', 'ipnet', 'range', 'host'],
  task: ['overview'],
  disk: ['host'],
}

/** Many changes in one moment are one reading anew. */
const GATHER_MS = 150
const SLOW_GATHER_MS = 1500

/** Hears the panel's change feed once per page and lets the queries it touches be read anew; no page polls. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [live, setLive] = useState<Live>({ connected: true, progress: new Map() })
  useEffect(() => {
    const gathered = gatherer(queries)
    const source = new EventSource('/api/events')
    let lost: ReturnType<typeof setTimeout> | undefined
    source.onopen = () => {
      clearTimeout(lost)
      setLive((now) => ({ ...now, connected: true }))
    }
    // A short gap heals by itself and resumes where it was; only a long one is worth a word.
    source.onerror = () => {
      clearTimeout(lost)
      lost = setTimeout(() => setLive((now) => ({ ...now, connected: false })), 3000)
    }
    source.onmessage = (message) => {
      const change = JSON.parse(message.data) as { entity: string; entity_id: number; data: { status?: string } }
      gathered.add(change.entity)
      if (change.entity === 'task' && change.data.status && !['created', 'running'].includes(change.data.status))
        setLive((now) => ({ ...now, progress: without(now.progress, change.entity_id) }))
    }
    source.addEventListener('progress', (message) => {
      const progress = JSON.parse(message.data) as TaskProgress
      setLive((now) => ({ ...now, progress: new Map(now.progress).set(progress.id, progress) }))
    })
    source.addEventListener('reset', () => void queries.invalidateQueries())
    return () => {
      source.close()
      gathered.stop()
      clearTimeout(lost)
    }
  }, [queries])
  return <LiveContext value={live}>{children}</LiveContext>
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
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => resourcesOf(queryKey).some((name) => wanted.has(name)),
    })
  }
  return {
    add(entity: string) {
      now.add(entity)
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
