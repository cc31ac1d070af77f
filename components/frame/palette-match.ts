import type { NavGroup } from './nav.ts'
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

/** The pages of the navigation that match; all of them while nothing is typed. */
export function pagesOf(nav: readonly NavGroup[], query: string): PaletteItem[] {
  const wanted = query.trim().toLocaleLowerCase()
  return nav.flatMap((group) =>
    group.entries
      .filter((entry) => entry.label.toLocaleLowerCase().includes(wanted))
      .map((entry) => ({
        id: `page ${entry.href}`,
        icon: entry.icon,
        title: entry.label,
        href: entry.href,
        ...(group.label && { detail: group.label }),
      })),
  )
}
