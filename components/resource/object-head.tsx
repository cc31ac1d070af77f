'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { useTitle } from '../shell/use-title.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'

/** The head of an object's page: name, states, the most wanted actions, and the menu with the rest. */
export function ObjectHead(props: {
  name: string
  badges?: ReactNode
  actions?: ReactNode
  entries: readonly MenuEntry[]
  below?: ReactNode
}) {
  const { name, badges, actions, entries, below } = props
  const t = useTranslations('dc')
  useTitle(name)
  return (
    <>
      <PageCrumbs crumbs={[{ label: name }]} />
      <PageHeader
        title={name}
        badges={badges}
        actions={
          <>
            {actions}
            {entries.length > 0 ? (
              <Menu
                label={t('moreOf', { name })}
                entries={entries}
                trigger={
                  <IconButton kind="default" label={t('more')}>
                    <MoreIcon />
                  </IconButton>
                }
              />
            ) : null}
          </>
        }
        below={below}
      />
    </>
  )
}
