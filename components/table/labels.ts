'use client'
import { useEffect, useSyncExternalStore } from 'react'
import type { Option } from '../ui/controls/use-options.ts'
import type { FilterField } from './filters.ts'

// Names of objects by field and id. They come from picking, or are asked for once when an address brought only the id.
const names = new Map<string, Map<string, string>>()
const asked = new Set<string>()
const listeners = new Set<() => void>()
const none: ReadonlyMap<string, string> = new Map()

/** Keeps the names of picked objects for the chips. */
export function rememberLabels(field: string, options: readonly Option[]): void {
  const now = new Map(names.get(field))
  for (const option of options) now.set(option.value, option.label)
  names.set(field, now)
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Names of the ids a filter holds; an id that is not known yet shows as itself. */
export function useLabels(field: FilterField, values: readonly string[]): ReadonlyMap<string, string> {
  const known = useSyncExternalStore(
    listen,
    () => names.get(field.name) ?? none,
    () => none,
  )
  const { name, resolve } = field
  const missing = resolve
    ? values.filter((value) => !known.has(value) && !asked.has(`${name} ${value}`)).join('\n')
    : ''
  useEffect(() => {
    if (!resolve || missing === '') return
    const ids = missing.split('\n')
    for (const id of ids) asked.add(`${name} ${id}`)
    const abort = new AbortController()
    resolve(ids, abort.signal).then(
      (options) => rememberLabels(name, options),
      () => {
        // The id stays in sight instead of the name; the next table that shows it asks again.
        for (const id of ids) asked.delete(`${name} ${id}`)
      },
    )
  }, [name, resolve, missing])
  return known
}
