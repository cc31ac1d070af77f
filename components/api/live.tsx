'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { goOnReading, readAnew } from './read-anew.ts'
import type { HeardChange, Refresh } from './refresh.ts'
import { useTRPC } from './trpc.ts'

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

/** A browser gives up when it is answered with a fault (the panel restarts behind a proxy); then it is asked anew. */
const REOPEN_MS = 5000
/** A short gap heals by itself and resumes where it was; only a longer one is worth a word. */
const WORD_AFTER_MS = 3000
/** The panel says something every 15 s. */
const SILENCE_MS = 40_000

/** Reads the panel's change feed once per page and lets the affected queries be read anew; no page polls. */
export function LiveUpdates({ refresh, children }: { refresh: Refresh; children: ReactNode }) {
  const queries = useQueryClient()
  const trpc = useTRPC()
  const [live, setLive] = useState<Live>({ connected: true, progress: new Map() })
  const [attempt, setAttempt] = useState(0)
  const last = useRef<string | null>(null)
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `path` is what changes when the page is left
  useEffect(() => goOnReading(queries), [queries, path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens the feed anew
  useEffect(() => {
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
    // A connection that died without an error is noticed by its silence only.
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
      if (source.readyState !== EventSource.CLOSED) return
      again = setTimeout(anew, REOPEN_MS)
      // The feed was refused. If the session has ended, this request is refused too, and the page goes to the sign-in.
      void queries.invalidateQueries(trpc.auth.user.whoami.queryFilter())
    }
    source.addEventListener('ping', alive)
    source.onmessage = (message) => {
      seen(message)
      const change = JSON.parse(message.data) as HeardChange & { data: { status?: string } }
      refresh.heard(change)
      if (change.entity === 'task' && change.data.status && !['created', 'running'].includes(change.data.status))
        setLive((now) => ({ ...now, progress: without(now.progress, change.entity_id) }))
    }
    source.addEventListener('hello', seen)
    source.addEventListener('progress', (message) => {
      const progress = JSON.parse(message.data) as TaskProgress
      setLive((now) => ({ ...now, progress: new Map(now.progress).set(progress.id, progress) }))
    })
    source.addEventListener('touch', (message) => {
      refresh.heard(JSON.parse(message.data) as HeardChange)
    })
    source.addEventListener('reset', () => {
      // Too much was missed to follow on: everything is read anew.
      last.current = null
      void readAnew(queries, () => true)
    })
    return () => {
      source.close()
      clearTimeout(lost)
      clearTimeout(again)
      clearTimeout(silence)
    }
  }, [queries, trpc, refresh, attempt])
  const value = useMemo(() => ({ ...live, reconnect: () => setAttempt((n) => n + 1) }), [live])
  return <LiveContext value={value}>{children}</LiveContext>
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map
  const next = new Map(map)
  next.delete(key)
  return next
}
