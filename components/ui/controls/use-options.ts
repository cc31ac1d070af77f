'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

export type Option = { value: string; label: string; hint?: string; disabledReason?: string }

/** `size` is how many match in all; `addAt` the page where the first one is added. */
export type FoundOptions = { list: readonly Option[]; size?: number; addAt?: string }

/** Asks the server for what matches; must give up when the signal says so. */
export type LoadOptions = (query: string, signal: AbortSignal) => Promise<FoundOptions>

export type OptionsState =
  | { status: 'idle' | 'loading'; list: readonly Option[]; size: number }
  /** `none`: there is not a single one, whatever one types. */
  | { status: 'ready'; list: readonly Option[]; size: number; none: boolean; addAt?: string | undefined }
  | { status: 'failed'; list: readonly Option[]; size: number; cause: string }

const pause = 150

/** Options for what is typed: one question at a time, the newest wins, the former answer stays until the next is there. */
export function useOptions(load: LoadOptions, query: string, active: boolean): OptionsState & { retry: () => void } {
  const [state, setState] = useState<OptionsState>({ status: 'idle', list: [], size: 0 })
  const [tries, setTries] = useState(0)
  const loader = useRef(load)
  loader.current = load

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the retry
  useEffect(() => {
    if (!active) return
    const abort = new AbortController()
    setState((now) => ({ status: 'loading', list: now.list, size: now.size }))
    const timer = setTimeout(
      () => {
        loader.current(query, abort.signal).then(
          ({ list, size, addAt }) => {
            const none = query === '' && list.length === 0
            if (!abort.signal.aborted) setState({ status: 'ready', list, size: size ?? list.length, none, addAt })
          },
          (thrown: unknown) => {
            if (abort.signal.aborted) return
            setState({
              status: 'failed',
              list: [],
              size: 0,
              cause: thrown instanceof Error ? thrown.message : String(thrown),
            })
          },
        )
      },
      query === '' ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, active, tries])

  const retry = useCallback(() => setTries((now) => now + 1), [])
  return { ...state, retry }
}
