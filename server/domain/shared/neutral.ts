/**
 * Whether a value of a body requests nothing: absent, null, false, empty, "off" or "disabled", or composed of such
 * values. Clients send those for unused fields, so they are accepted everywhere.
 */
export function isNeutral(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (value === 'off' || value === 'disabled' || value === 'default' || value === 'common') return true
  if (Array.isArray(value)) return value.every(isNeutral)
  return typeof value === 'object' && Object.values(value).every(isNeutral)
}

/** The first field below `value` that requests something, as error messages spell it; null if there is none. */
export function firstAsking(name: string, value: unknown): string | null {
  if (isNeutral(value)) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return name
  for (const [key, inner] of Object.entries(value)) {
    const found = firstAsking(`${name}.${key}`, inner)
    if (found) return found
  }
  return name
}
