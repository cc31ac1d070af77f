'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Locale } from './locale.ts'
import type { Reader } from './refusals.ts'

let reader: Reader | null = null
let underWay: Promise<Reader | null> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the catalogue of what the server says; null when it cannot be had: then English is better than nothing. */
function fetchReader(): Promise<Reader | null> {
  underWay ??= (async () => {
    try {
      const [{ refusalReader }, { default: catalogue }] = await Promise.all([
        import('./refusals.ts'),
        import('./refusals.ru.json'),
      ])
      reader = refusalReader(catalogue)
      for (const listener of listeners) listener()
      return reader
    } catch {
      underWay = undefined
      return null
    }
  })()
  return underWay
}

/** Fetches what a language needs when the page has nothing better to do; answers how to call that off. */
export function prefetchSaid(locale: Locale): () => void {
  if (locale === 'en' || reader) return () => {}
  const wish = () => void fetchReader()
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(wish, 1500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(wish, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

/** What the server said, in a language of the panel. */
export async function inLanguage(locale: Locale, text: string): Promise<string> {
  if (locale === 'en' || text === '') return text
  return (reader ?? (await fetchReader()))?.(text) ?? text
}

/** Reads what the server wrote down (why a task failed, what a device lacks) in the reader's language. */
export function useSaid(): (text: string) => string {
  const isEnglish = useLocale() === 'en'
  const known = useSyncExternalStore(
    subscribe,
    () => reader,
    () => null,
  )
  return useCallback((text) => (isEnglish ? text : (known?.(text) ?? text)), [isEnglish, known])
}

/** The same as a component, for cells of tables. */
export function Said({ text }: { text: string }): string {
  return useSaid()(text)
}
