'use client'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { Crumb } from '../ui/layout/breadcrumb.tsx'
import { currentEntry, type NavGroup, type NavPlace } from './nav.ts'

type Store = { place: NavPlace | undefined; crumbs: readonly Crumb[]; set: (page: Page | null) => void }
type Page = { pathname: string; crumbs: readonly Crumb[] }

const Context = createContext<Store | null>(null)

/** Holds where we are: block, entry and tab from the navigation, then what the page adds. */
export function CrumbsProvider({ nav, children }: { nav: readonly NavGroup[]; children: ReactNode }) {
  const pathname = usePathname()
  const [page, set] = useState<Page | null>(null)
  const found = currentEntry(nav, pathname)
  const base: Crumb[] = []
  if (found?.group.label) base.push({ label: found.group.label })
  if (found) base.push({ label: found.entry.label, href: found.entry.href })
  if (found && found.tab.href !== found.entry.href) base.push({ label: found.tab.label, href: found.tab.href })
  // What the former page added must not stand over the next one.
  const own = page?.pathname === pathname ? page.crumbs : []
  return <Context value={{ place: found, crumbs: [...base, ...own], set }}>{children}</Context>
}

export const useCrumbs = (): readonly Crumb[] => use(Context)?.crumbs ?? []

/** The entry and tab of the navigation that the page belongs to. */
export const useNavPlace = (): NavPlace | undefined => use(Context)?.place

/** A page names itself: `<PageCrumbs crumbs={[{ label: host.name }]} />`. Lists need none, they are in the navigation. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const set = use(Context)?.set
  const pathname = usePathname()
  const text = JSON.stringify(crumbs)
  useEffect(() => {
    set?.({ pathname, crumbs: JSON.parse(text) as Crumb[] })
  }, [set, pathname, text])
  return null
}
