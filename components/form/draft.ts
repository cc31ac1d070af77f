/** What was typed and when, kept for this tab until it is sent. */
export type Draft = { at: number; values: Record<string, unknown> }

/** The part of the browser's storage that is needed. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const prefix = 'draft.'
// A draft is what a person typed; anything much larger is a file and does not belong here.
const mostCharacters = 200_000

/** Drops the fields that must never lie in a browser's storage: passwords, keys. */
export function withoutSecrets(values: Record<string, unknown>, secret: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secret.includes(key)))
}

/** Writes a draft; a full or forbidden storage is no reason to disturb the person. */
export function keepDraft(store: DraftStore, key: string, draft: Draft): boolean {
  const text = JSON.stringify(draft)
  if (text.length > mostCharacters) return false
  try {
    store.setItem(prefix + key, text)
    return true
  } catch {
    return false
  }
}

/** Reads it back; what is no draft, or older than a week, is none. */
export function readDraft(store: DraftStore, key: string, now: number): Draft | null {
  try {
    const raw: unknown = JSON.parse(store.getItem(prefix + key) ?? 'null')
    if (typeof raw !== 'object' || raw === null || !('at' in raw) || !('values' in raw)) return null
    const { at, values } = raw
    if (typeof at !== 'number' || now - at > 7 * 86_400_000) return null
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
    return { at, values: values as Record<string, unknown> }
  } catch {
    return null
  }
}

export function dropDraft(store: DraftStore, key: string): void {
  try {
    store.removeItem(prefix + key)
  } catch {
    // Nothing was kept then.
  }
}
