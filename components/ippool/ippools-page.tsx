'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { AddressTabs } from '../addresses/address-tabs.tsx'
import { HowFull } from '../addresses/how-full.tsx'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIppoolColumns } from './columns.tsx'
import { useIppoolActions } from './use-ippool-actions.tsx'

const byName = { field: 'name', desc: false }
const rowId = (pool: Ippool) => String(pool.id)
const rowName = (pool: Ippool) => pool.name
const rowHref = (pool: Ippool) => paths.pool(pool.id)

/** All address pools. */
export function IppoolsPage() {
  const t = useTranslations('addresses.pools')
  const trpc = useTRPC()
  const table = useTableState({ id: 'ippools', fields: useFilters(), defaultSort: byName })
  const query = useQuery(
    trpc.vm.ippool.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const columns = useIppoolColumns()
  const actions = useIppoolActions()
  const toPhone = useToPhone()
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => actions.ask({ command: 'create' })}>
      {t('create')}
    </Button>
  )
  const { where, search, orderby } = table.query
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <CsvLink href={paths.csv('vm/ippool', { where, search, orderby })} />
            {create}
          </>
        }
      />
      <AddressTabs current="pools" />
      <ResourceTable<Ippool>
        label={t('title')}
        table={table}
        data={tableData<Ippool>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        rowMenu={actions.entries}
        toPhone={toPhone}
        searchPlaceholder={t('searchPlaceholder')}
        empty={
          <EmptyState title={t('none')} actions={create}>
            {t('noneHint')}
          </EmptyState>
        }
      />
      {actions.dialogs}
    </>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses.fields')
  const loaders = useLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('name'), type: 'text' },
      {
        name: 'cluster',
        label: t('clusters'),
        type: 'int',
        load: loaders.clusters,
        resolve: loaders.named.clusters,
      },
      { name: 'range.name', label: t('range'), type: 'text' },
      { name: 'using_ip', label: t('used'), type: 'int' },
      { name: 'auto_selection_allowed', label: t('automatic'), type: 'bool' },
      { name: 'note', label: t('note'), type: 'text' },
    ],
    [t, loaders],
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
