import type { ReactNode } from 'react'
import type { FoundObject } from '../../server/domain/search/schema.ts'
import type { PaletteItem } from '../frame/palette-types.ts'
import type { IconComponent } from '../ui/display/icons.tsx'
import { isItem, type MenuEntry, type MenuItem } from '../ui/floating/menu-entries.ts'

/** What the record of a found object adds: its state, and the menu of what can be done to it. */
export type Known = { detail?: string; aside?: ReactNode; entries: readonly MenuEntry[] }

/** How objects of a kind are shown, and how their records are read. */
export type ObjectKind = {
  icon: IconComponent
  href: (found: FoundObject) => string
  detail: (found: FoundObject) => string
  read?: (found: readonly FoundObject[], signal: AbortSignal) => Promise<ReadonlyMap<string, Known>>
}

export const keyOf = ({ within, id }: Pick<FoundObject, 'within' | 'id'>): string =>
  within === null ? `${id}` : `${within}.${id}`

/** The list query that answers the records of what was found. */
export const byIds = (found: readonly FoundObject[]) => ({
  query: { where: `id IN (${found.map(({ id }) => id).join(',')})`, limit: `0,${found.length}` },
})

/** Records by the key of what was found. */
export const knownBy = <Row extends { id: number }>(
  rows: readonly Row[],
  known: (row: Row) => Known,
  key: (row: Row) => string = ({ id }) => `${id}`,
): ReadonlyMap<string, Known> => new Map(rows.map((row) => [key(row), known(row)]))

/** The lines of a menu that have one of these words in their label; all of them without words. */
export const itemsOf = ({ entries }: Known, verb = ''): MenuItem[] =>
  entries.filter(isItem).filter(({ label }) => !verb || isVerb(label, verb))

/** Whether a word begins one of the words of a label. */
export const isVerb = (label: string, verb: string): boolean =>
  label
    .toLocaleLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(verb.toLocaleLowerCase()))

/** A line of a menu as a line of the palette; `of` tells what it is about where no heading does. */
export const actionItem = (item: MenuItem, id: string, of?: { name: string; detail: string }): PaletteItem => ({
  id: `${id} ${item.label}`,
  icon: () => item.icon,
  title: of ? `${item.label} ${of.name}` : item.label,
  detail: item.hint ?? of?.detail ?? '',
  disabledReason: item.disabledReason,
  ...(item.fix && { fix: item.fix }),
  ...(item.href === undefined ? { run: item.onSelect ?? (() => {}) } : { href: item.href }),
})
