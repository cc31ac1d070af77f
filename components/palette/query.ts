import { type FoundKind, foundKinds } from '../../server/domain/search/schema.ts'

/** What is asked of the server: the text, and the kind where one of its words names it: `vlan 110`, `rack A02`. */
export type PaletteQuery = { search: string; kind?: FoundKind }

/** Reads the kind off the first word, by its name in the reader's language or in English. */
export function readQuery(text: string, names: Readonly<Record<FoundKind, string>>): PaletteQuery {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const word = first.toLocaleLowerCase()
  const kind = foundKinds.find((one) => one === word || names[one].toLocaleLowerCase().split(' ').includes(word))
  return kind && rest.length > 0 ? { search: rest.join(' '), kind } : { search: text.trim() }
}
