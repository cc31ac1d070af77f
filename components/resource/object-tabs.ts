import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Messages } from '../i18n/messages.ts'
import type { PageTab } from '../ui/layout/tabs.tsx'

/** Tabs are called the same on the pages of all objects. */
export type TabName = keyof Messages['resource']['tabs']

/** Which tab the address names; the first one is the page itself. */
export function usePageTab<Name extends TabName>(names: readonly Name[]): Name {
  const [tab] = useQueryState('tab', parseAsStringLiteral(names).withDefault(names[0] as NonNullable<Name>))
  return tab
}

/** The tabs of an object's page. @param href of the page, and of one of its tabs */
export function usePageTabs<Name extends TabName>(
  names: readonly Name[],
  href: (tab?: Name) => string,
  counts: Partial<Record<Name, PageTab['count']>>,
): PageTab[] {
  const t = useTranslations('resource.tabs')
  const tab = usePageTab(names)
  return names.map((one) => ({
    href: href(one === names[0] ? undefined : one),
    label: t(one as TabName),
    count: counts[one],
    current: one === tab,
  }))
}
