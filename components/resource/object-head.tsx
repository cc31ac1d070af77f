'use client'
import { useTranslations } from 'use-intl'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { useTitle } from '../shell/use-title.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { MoreMenu } from '../ui/floating/more-menu.tsx'
import { PageHeader, type PageHeaderProps } from '../ui/layout/page-header.tsx'

export type ObjectHeadProps = Omit<PageHeaderProps, 'title'> & { name: string; entries: readonly MenuEntry[] }

/** The head of an object's page: name, states, the most wanted actions, and the menu with the rest. */
export function ObjectHead({ name, actions, entries, ...head }: ObjectHeadProps) {
  const t = useTranslations('resource')
  useTitle(name)
  return (
    <>
      <PageCrumbs crumbs={[{ label: name }]} />
      <PageHeader
        title={name}
        {...head}
        actions={
          <>
            {actions}
            {entries.length > 0 ? (
              <MoreMenu kind="default" size="md" label={t('moreOf', { name })} button={t('more')} entries={entries} />
            ) : null}
          </>
        }
      />
    </>
  )
}
