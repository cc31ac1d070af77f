import type { IconComponent } from '../ui/icons.tsx'

export type NavEntry = {
  href: string
  label: string
  icon: IconComponent
  /** Objects the person may see. */
  count?: number | undefined
  /** Problems inside; takes the place of the count. */
  problems?: number | undefined
  /** One of the five tabs of a telephone. */
  tab?: boolean
}

/** A block of the navigation; without a label it stands apart by space alone. */
export type NavGroup = { label?: string; entries: readonly NavEntry[] }

/** The entry a page belongs to: the longest address that begins its own. */
export function currentEntry(
  groups: readonly NavGroup[],
  pathname: string,
): { group: NavGroup; entry: NavEntry } | undefined {
  let best: { group: NavGroup; entry: NavEntry } | undefined
  for (const group of groups) {
    for (const entry of group.entries) {
      const inside =
        entry.href === '/' ? pathname === '/' : pathname === entry.href || pathname.startsWith(`${entry.href}/`)
      if (inside && (!best || entry.href.length > best.entry.href.length)) best = { group, entry }
    }
  }
  return best
}
