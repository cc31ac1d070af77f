import type { IconComponent } from '../ui/display/icons.tsx'

/** A page of its own within an entry; a strip of tabs leads from one to the other. */
export type NavTab = { href: string; label: string }

export type NavEntry = {
  href: string
  label: string
  icon: IconComponent
  /** Pages within it, its own address first; fewer than two make no strip. */
  tabs?: readonly NavTab[]
  /** What waits to be done there, in words: `5 new`. Never how many objects there are. */
  work?: string | undefined
  /** Problems inside; takes the place of `work`. */
  problems?: number | undefined
  /** With `g` before it the letter goes there. */
  letter?: string | undefined
  /** One of the five tabs of a telephone. */
  tab?: boolean
}

/** A block of the navigation. One with a name has a head that folds it; one without stands apart by space alone. */
export type NavGroup = { name?: string; label?: string; entries: readonly NavEntry[] }

export type NavPlace = { group: NavGroup; entry: NavEntry; tab: NavTab }

/** The tabs of an entry; without any it is its own only one. */
export const tabsOf = (entry: NavEntry): readonly NavTab[] => (entry.tabs?.length ? entry.tabs : [entry])

/** The entry and tab a page belongs to: the longest address that begins its own. */
export function currentEntry(groups: readonly NavGroup[], pathname: string): NavPlace | undefined {
  let best: NavPlace | undefined
  for (const group of groups)
    for (const entry of group.entries)
      for (const tab of tabsOf(entry)) {
        const inside =
          tab.href === '/' ? pathname === '/' : pathname === tab.href || pathname.startsWith(`${tab.href}/`)
        if (inside && (!best || tab.href.length > best.tab.href.length)) best = { group, entry, tab }
      }
  return best
}
