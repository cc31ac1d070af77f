'use client'
import { useEffect, useState } from 'react'
import type { PaletteGroup, PaletteSearch } from './palette-types.ts'

export type PaletteAnswer = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  groups: readonly PaletteGroup[]
  found: number
  took: number
  cause: string
}

const nothing: PaletteAnswer = { status: 'idle', groups: [], found: 0, took: 0, cause: '' }

/** Asks 120 ms after the last key; the newest question wins and the former answer stays in sight until then. */
export function usePaletteSearch(search: PaletteSearch, query: string): PaletteAnswer {
  const [answer, setAnswer] = useState(nothing)
  useEffect(() => {
    const wanted = query.trim()
    if (wanted === '') {
      setAnswer(nothing)
      return
    }
    const abort = new AbortController()
    setAnswer((now) => ({ ...now, status: 'loading' }))
    const timer = setTimeout(async () => {
      const from = performance.now()
      try {
        const { groups, found } = await search(wanted, abort.signal)
        if (abort.signal.aborted) return
        setAnswer({ status: 'ready', groups, found, took: Math.round(performance.now() - from), cause: '' })
      } catch (thrown) {
        if (abort.signal.aborted) return
        setAnswer({ ...nothing, status: 'failed', cause: thrown instanceof Error ? thrown.message : String(thrown) })
      }
    }, 120)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, query])
  return answer
}
