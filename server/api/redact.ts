const SECRET = /pass|secret|token|key$|_key|code|recovery|script|_params|seed|private|community/i
const NOT_SECRET = /^(product_key_id|ssh_pub_key|host_key|error_code|status_code)$/

/** A copy in which every value whose name smells of a secret is `***`; for audit records and logs. */
export function redact(value: unknown, name = ''): unknown {
  if (name && SECRET.test(name) && !NOT_SECRET.test(name)) return value === null || value === undefined ? value : '***'
  if (Array.isArray(value)) return value.map((item) => redact(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key)]))
  if (typeof value === 'string' && value.length > 500) return `${value.slice(0, 500)}…`
  return value
}
