/** A piece of SQL whose values are bind parameters: `parts` surround `values`, one part more than values. */
export type Fragment = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'parts' in value && 'values' in value

/** Text that stands in our own source: definitions and keywords, never anything from outside. */
export const raw = (text: string): Fragment => ({ parts: [text], values: [] })

/**
 * `` sql`host.account_id = ${id}` ``: what is put in becomes a bind parameter, unless it is a fragment itself.
 */
export const sql = (strings: TemplateStringsArray, ...inserts: readonly unknown[]): Fragment => {
  const parts: string[] = [strings[0] ?? '']
  const values: unknown[] = []
  inserts.forEach((insert, index) => {
    const after = strings[index + 1] ?? ''
    if (!isFragment(insert)) {
      values.push(insert)
      parts.push(after)
      return
    }
    const [first = '', ...others] = insert.parts
    parts[parts.length - 1] += first
    parts.push(...others)
    values.push(...insert.values)
    parts[parts.length - 1] += after
  })
  return { parts, values }
}

/** Fragments one after the other with constant text between them. */
export const joinSql = (fragments: readonly Fragment[], separator: string): Fragment =>
  fragments.reduce((whole, next, index) => (index ? sql`${whole}${raw(separator)}${next}` : next), raw(''))

/** What the driver takes: text with `$1`, `$2`, … and the values in their order. */
export const render = ({ parts, values }: Fragment): { text: string; values: unknown[] } => ({
  text: parts.reduce((text, part, index) => (index ? `${text}$${index}${part}` : part), ''),
  values: [...values],
})
