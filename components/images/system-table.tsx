'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { osFields } from '../../server/domain/os/fields.ts'
import type { Os } from '../../server/domain/os/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { ForWhom, useSystemColumns } from './system-columns.tsx'
import { useSystemActions } from './use-system-actions.tsx'

const systemViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'adminonly',
    filters: [{ field: 'adminonly', op: 'is' as const, values: ['true'] }],
    where: 'adminonly EQ true',
  },
  {
    key: 'obsolete',
    filters: [{ field: 'state', op: 'is' as const, values: ['obsolete'] }],
    where: "state EQ 'obsolete'",
  },
] as const satisfies readonly AskedView[]

/** The catalogue: every system of every repository, what it needs, where it lies and who may choose it. */
export function SystemTable({ add, tabs }: { add: ReactNode; tabs: ReactNode }) {
  const t = useTranslations('images')
  const trpc = useTRPC()
  return (
    <ResourceList<Os>
      id="systems"
      words="images.systems"
      title={t('title')}
      csv="vm/os"
      list={trpc.vm.os.list}
      views={systemViews}
      filters={useFilters()}
      columns={useSystemColumns()}
      actions={useSystemActions()}
      phone={(os) => ({
        detail: [os.repository, os.nodes.length > 0 ? t('copies', { count: os.nodes.length }) : t('noCopies')].join(
          ', ',
        ),
        state: <ForWhom os={os} />,
      })}
      tabs={tabs}
      create={add}
    />
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('images')
  const { clusters, nodes } = useLoaders()
  const complete = useOwnFilters(osFields, 'images')
  return useMemo(
    () =>
      complete([
        { name: 'repository', label: t('fields.repository'), type: 'text' },
        { name: 'cluster', label: t('fields.clusters'), type: 'int', ...clusters },
        { name: 'node', label: t('fields.nodes'), type: 'int', ...nodes },
        enumFilter('state', t('fields.state'), ['active', 'obsolete'] as const, (value) => t(`systemStates.${value}`)),
      ]),
    [t, clusters, nodes, complete],
  )
}
