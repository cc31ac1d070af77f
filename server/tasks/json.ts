/**
 * JSON that PostgreSQL stores: texts of devices may hold NUL and halves of surrogate pairs, which jsonb refuses.
 * `undefined` becomes null.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  // JSON.stringify writes lone surrogates and NUL as escapes, so an ordinary text has none of these.
  return /\\u(0000|d[89a-f])/i.test(text) ? (JSON.stringify(value, clean) ?? 'null') : text
}

function clean(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), inner]))
}

/** A text that PostgreSQL stores. */
export function cleanText(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '\ufffd')
}
