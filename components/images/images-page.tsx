'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useFormatter, useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { RepositoryTable } from './repository-table.tsx'
import { SystemTable } from './system-table.tsx'
import { useRepositoryActions } from './use-repository-actions.tsx'

const size = { query: { limit: '0' } }

/** The systems that VMs can be made from, and the repositories they come from. */
export function ImagesPage() {
  const t = useTranslations('images')
  const format = useFormatter()
  const trpc = useTRPC()
  const [tab] = useQueryState('tab', parseAsStringLiteral(['systems', 'repositories']).withDefault('systems'))
  const [systems, repositories] = useQueries({
    queries: [trpc.vm.os.list.queryOptions(size), trpc.vm.repository.list.queryOptions(size)],
  })
  const actions = useRepositoryActions()
  const add = actions.createButton()
  const count = (value: number | undefined) => (value === undefined ? {} : { count: format.number(value) })
  const tabs = (
    <PageTabs
      label={t('tabs')}
      tabs={[
        {
          href: paths.images(),
          label: t('systems.title'),
          current: tab === 'systems',
          ...count(systems.data?.size),
        },
        {
          href: paths.images('repositories'),
          label: t('repositories.title'),
          current: tab === 'repositories',
          ...count(repositories.data?.size),
        },
      ]}
    />
  )
  return (
    <>
      {tab === 'systems' ? (
        <SystemTable add={add} tabs={tabs} />
      ) : (
        <RepositoryTable add={add} tabs={tabs} actions={actions} />
      )}
      {actions.dialogs}
    </>
  )
}
