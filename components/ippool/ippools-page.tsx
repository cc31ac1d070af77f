'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { useLoaders } from '../hosts/loaders.ts'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useIppoolColumns } from './columns.tsx'
import { useIppoolActions } from './use-ippool-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = (pool: Ippool) => paths.pool(pool.id)

/** All address pools. */
export function IppoolsPage() {
  const t = useTranslations('addresses.pools')
  const trpc = useTRPC()
  const table = useTableState({ id: 'ippools', fields: useFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.vm.ippool.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useIppoolActions()
  return (
    <ListScreen<Ippool>
      title={t('title')}
      csv="vm/ippool"
      actions={<ImportLink kind="ippool" />}
      table={table}
      query={query}
      columns={useIppoolColumns()}
      rowHref={rowHref}
      rowMenu={actions.entries}
      toPhone={useToPhone()}
      searchPlaceholder={t('searchPlaceholder')}
      empty={{ title: t('none'), hint: t('noneHint') }}
      create={<CreateButton onClick={() => actions.ask({ command: 'create' })}>{t('create')}</CreateButton>}
    >
      {actions.dialogs}
    </ListScreen>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses.fields')
  const complete = useOwnFilters(ippoolFields, 'addresses')
  const loaders = useLoaders()
  const { locations } = useDatacenterLoaders()
  return useMemo(
    () =>
      complete([
        {
          name: 'cluster',
          label: t('clusters'),
          type: 'int',
          load: loaders.clusters,
          resolve: loaders.named.clusters,
        },
        {
          name: 'location',
          label: t('location'),
          type: 'int',
          nullable: true,
          load: locations.load,
          resolve: locations.resolve,
        },
        { name: 'range.name', label: t('range'), type: 'text' },
        { name: 'using_ip', label: t('used'), type: 'int' },
      ]),
    [t, complete, loaders, locations],
  )
}

function useToPhone() {
  const t = useTranslations('addresses')
  const format = useFormatter()
  return useCallback(
    (pool: Ippool) => ({
      name: pool.name,
      detail: t('pools.phone', { ranges: pool.ranges, used: format.number(Number(pool.using_ip)) }),
      state: <HowFull used={pool.using_ip} total={pool.total_ip} label={t('fields.used')} />,
      href: rowHref(pool),
    }),
    [t, format],
  )
}
