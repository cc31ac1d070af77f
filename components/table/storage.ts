'use client'
import { useCallback, useSyncExternalStore } from 'react'

// Values are kept parsed beside their text, so that the same text gives the same object and nothing redraws in vain.
const parsed = new Map<string, { text: string | null; value: unknown }>()
const listeners = new Set<() => void>()

function read<Value>(key: string, check: (value: unknown) => Value): Value {
  let text: string | null = null
  try {
    text = localStorage.getItem(key)
  } catch {
    // Storage is switched off in this browser: the choice lasts as long as the page.
    text = parsed.get(key)?.text ?? null
  }
  const known = parsed.get(key)
  if (known && known.text === text) return known.value as Value
  let raw: unknown
  try {
    raw = text === null ? undefined : JSON.parse(text)
  } catch {
    raw = undefined
  }
  const value = check(raw)
  parsed.set(key, { text, value })
  return value
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  parsed.set(key, { text, value })
  try {
    localStorage.setItem(key, text)
  } catch {
    // Full or switched off: see above.
  }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * A choice this browser remembers, shared by all tabs.
 * @param check makes a valid value out of anything that may lie in the storage; must be the same function each time
 * @param initial what the server draws, before the storage can be read
 */
export function useStored<Value>(
  key: string,
  check: (value: unknown) => Value,
  initial: Value,
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    listen,
    () => read(key, check),
    () => initial,
  )
  const set = useCallback((next: Value) => write(key, next), [key])
  return [value, set]
}
