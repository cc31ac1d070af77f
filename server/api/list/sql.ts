/** A piece of SQL whose values are bind parameters: `parts` surround `values`, one part more than values. */
export type Fragment = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'parts' in value && 'values' in value

/** Text that stands in our own source: definitions and keywords, never anything from outside. */
export const raw = (text: string): Fragment => ({ parts: [text], values: [] })

/** Puts texts and fragments one after the other, in time that grows with their number only. */
const concat = (pieces: readonly (string | Fragment)[]): Fragment => {
  const parts: string[] = []
  const values: unknown[] = []
  let open = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      open += piece
      continue
    }
    piece.values.forEach((value, index) => {
      parts.push(open + piece.parts[index])
      values.push(value)
      open = ''
    })
    open += piece.parts[piece.values.length]
  }
  return { parts: [...parts, open], values }
}

/**
 * `` sql`host.account_id = ${id}` ``: what is put in becomes a bind parameter, unless it is a fragment itself.
 */
export const sql = (strings: TemplateStringsArray, ...inserts: readonly unknown[]): Fragment =>
  concat(
    strings.flatMap((text, index) => {
      if (index === 0) return [text]
      const insert = inserts[index - 1]
      return [isFragment(insert) ? insert : { parts: ['', ''], values: [insert] }, text]
    }),
  )

/** Fragments one after the other with constant text between them. */
export const joinSql = (fragments: readonly Fragment[], separator: string): Fragment =>
  concat(fragments.flatMap((fragment, index) => (index ? [separator, fragment] : [fragment])))

/** What the driver takes: text with `$1`, `$2`, … and the values in their order. */
export const render = ({ parts, values }: Fragment): { text: string; values: unknown[] } => ({
  text: parts.reduce((text, part, index) => (index ? `${text}$${index}${part}` : part), ''),
  values: [...values],
})
