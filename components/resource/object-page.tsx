'use client'
import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { ObjectHead, type ObjectHeadProps } from './object-head.tsx'
import { type TabName, usePageTab, usePageTabs } from './object-tabs.ts'

type Tab = { count?: number | string | undefined; show: () => ReactNode }

/** The page of an object: its head, its tabs, and what the open one shows, which may be loaded with it. */
export function ObjectPage<Name extends TabName>({
  tabs,
  href,
  children,
  banner,
  ...head
}: ObjectHeadProps & {
  /** In their order; the first one is the page itself. */
  tabs: Readonly<Record<Name, Tab>>
  /** Of the page, and of one of its tabs. */
  href: (tab?: Name) => string
  /** What every tab says first. */
  banner?: ReactNode
  /** Dialogs of its actions. */
  children?: ReactNode
}) {
  const t = useTranslations('resource')
  const names = Object.keys(tabs) as Name[]
  const counts = Object.fromEntries(names.map((name) => [name, tabs[name].count])) as Record<Name, Tab['count']>
  const tab = usePageTab(names)
  return (
    <>
      <ObjectHead {...head} />
      <PageTabs label={t('parts', { name: head.name })} tabs={usePageTabs(names, href, counts)} />
      {banner}
      <Suspense key={tab}>{tabs[tab].show()}</Suspense>
      {children}
    </>
  )
}
