'use client'
import { useQueries } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import { CreateButton } from '../ui/create-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/tabs.tsx'
import { RepositoryTable } from './repository-table.tsx'
import { SystemTable } from './system-table.tsx'
import { useRepositoryActions } from './use-repository-actions.tsx'

/** What a file of a list is made of. */
export type ListQuery = { where?: string; search?: string; orderby?: string }

const size = { query: { limit: '0' } }

/** The systems that machines can be made from, and the repositories they come from. */
export function ImagesPage() {
  const t = useTranslations('images')
  const format = useFormatter()
  const trpc = useTRPC()
  const [tab] = useQueryState('tab', parseAsStringLiteral(['systems', 'repositories']).withDefault('systems'))
  const [systems, repositories] = useQueries({
    queries: [trpc.vm.os.list.queryOptions(size), trpc.vm.repository.list.queryOptions(size)],
  })
  const actions = useRepositoryActions()
  // What the table in sight asks for: the file holds the same rows.
  const [asked, setAsked] = useState<ListQuery>({})
  const add = <CreateButton onClick={() => actions.ask({ command: 'add' })}>{t('repositories.add')}</CreateButton>
  const count = (value: number | undefined) => (value === undefined ? {} : { count: format.number(value) })
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <CsvLink href={paths.csv(tab === 'systems' ? 'vm/os' : 'vm/repository', asked)} />
            {add}
          </>
        }
      />
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
      {tab === 'systems' ? (
        <SystemTable add={add} onQuery={setAsked} />
      ) : (
        <RepositoryTable add={add} actions={actions} onQuery={setAsked} />
      )}
      {actions.dialogs}
    </>
  )
}
