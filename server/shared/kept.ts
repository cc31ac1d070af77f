/** What is kept under a name; `value` is undefined until it is set. */
export type Kept<T> = { value: T | undefined }

const place = globalThis as typeof globalThis & { datahall?: Map<string, Kept<unknown>> }

/**
 * A place of which the process has one, although Next loads our modules a second time: whatever must exist once (pool, bus, keys,
 * settings) is kept in such a place. Each name belongs to one file.
 */
export function kept<T>(name: string): Kept<T> {
  place.datahall ??= new Map()
  const known = place.datahall.get(name) as Kept<T> | undefined
  if (known) return known
  const made: Kept<T> = { value: undefined }
  place.datahall.set(name, made)
  return made
}
