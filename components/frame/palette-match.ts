import type { NavEntry, NavGroup, NavTab } from './nav.ts'
import type { PaletteItem } from './palette-types.ts'

/** Cuts a title where the query stands in it, without regard to case. */
export function marked(title: string, query: string): { text: string; hit: boolean; at: number }[] {
  const wanted = query.trim().toLocaleLowerCase()
  const at = wanted ? title.toLocaleLowerCase().indexOf(wanted) : -1
  if (at < 0) return [{ text: title, hit: false, at: 0 }]
  const end = at + wanted.length
  return [
    { text: title.slice(0, at), hit: false, at: 0 },
    { text: title.slice(at, end), hit: true, at },
    { text: title.slice(end), hit: false, at: end },
  ].filter((part) => part.text !== '')
}

/** The pages of the navigation that match, tabs within them too; all entries while nothing is typed. */
export function pagesOf(nav: readonly NavGroup[], query: string): PaletteItem[] {
  const wanted = query.trim().toLocaleLowerCase()
  return nav.flatMap((group) =>
    group.entries.flatMap((entry) => [
      ...found(entry, wanted, entry, group.label, entry.letter),
      // The first is the entry itself.
      ...(wanted ? (entry.tabs ?? []).slice(1).flatMap((tab) => found(tab, wanted, entry, entry.label)) : []),
    ]),
  )
}

const found = (page: NavTab, wanted: string, { icon }: NavEntry, detail?: string, letter?: string): PaletteItem[] =>
  page.label.toLocaleLowerCase().includes(wanted)
    ? [
        {
          id: `page ${page.href}`,
          icon,
          title: page.label,
          href: page.href,
          detail,
          ...(letter && { keys: ['G', letter.toUpperCase()] }),
        },
      ]
    : []
