/**
 * Whether a value of a body asks for nothing: absent, null, false, empty, "off" or "disabled", or made of such values alone.
 * Clients send those for what they do not use, so they are taken everywhere.
 */
export function isNeutral(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (value === 'off' || value === 'disabled' || value === 'default' || value === 'common') return true
  if (Array.isArray(value)) return value.every(isNeutral)
  return typeof value === 'object' && Object.values(value).every(isNeutral)
}

/** The first field below `value` that asks for something, as refusals spell it; null when none does. */
export function firstAsking(name: string, value: unknown): string | null {
  if (isNeutral(value)) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return name
  for (const [key, inner] of Object.entries(value)) {
    const found = firstAsking(`${name}.${key}`, inner)
    if (found) return found
  }
  return name
}
