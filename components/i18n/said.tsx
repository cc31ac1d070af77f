'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { type TextRecord, textFrom } from '../../server/shared/text.ts'
import type { Locale } from './locale.ts'
import { subscribeSentences } from './sentences.ts'
import { useLanguage } from './use-language.ts'

/** A text of the server: a sentence with its values, or the English text stored in a record. */
export type Words = string | TextRecord

type Reader = (words: Words) => string
let reader: Reader | null = null
let underWay: Promise<Reader | null> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = subscribeSentences(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Changes with whatever makes the same words read otherwise. */
let state = 0
const tell = () => {
  state++
  for (const listener of listeners) listener()
}
subscribeSentences(() => state++)

const inEnglish = (words: Words): string => (typeof words === 'string' ? words : textFrom(words).toString())

/** Fetches the catalogue of what the server says; null when it cannot be had: then English is better than nothing. */
function fetchReader(): Promise<Reader | null> {
  underWay ??= (async () => {
    try {
      reader = (await import('./reader.ts')).inRussian
      tell()
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

/** A text of the server, in a language of the panel. */
export async function inLanguage(locale: Locale, words: Words): Promise<string> {
  if (locale === 'en' || words === '') return inEnglish(words)
  return (reader ?? (await fetchReader()))?.(words) ?? inEnglish(words)
}

/** Reads what the server wrote down (why a task failed, what a device lacks) in the reader's language. */
export function useSaid(): (words: Words) => string {
  const isEnglish = useLanguage() === 'en'
  const version = useSyncExternalStore(
    subscribe,
    () => state,
    () => 0,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known is read anew whenever the version changes.
  return useCallback((words) => (isEnglish || !reader ? inEnglish(words) : reader(words)), [isEnglish, version])
}

/** The same as a component, for cells of tables. */
export function Said({ text }: { text: Words }): string {
  return useSaid()(text)
}
