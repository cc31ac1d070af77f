'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { AddressTabs } from '../addresses/address-tabs.tsx'
import { HowFull } from '../addresses/how-full.tsx'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIpnetColumns } from './columns.tsx'
import { usedOf, useIpnetActions } from './use-ipnet-actions.tsx'

const byAddress = { field: 'name', desc: false }
const rowId = (network: Ipnet) => String(network.id)
const rowName = (network: Ipnet) => network.name

/** All networks. */
export function IpnetsPage() {
  const t = useTranslations('addresses.networks')
  const trpc = useTRPC()
  const table = useTableState({ id: 'ipnets', fields: useFilters(), defaultSort: byAddress })
  const query = useQuery(
    trpc.dci.ipmgr.ipnet.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const columns = useIpnetColumns()
  const actions = useIpnetActions()
  const toPhone = useToPhone()
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => actions.ask({ command: 'create' })}>
      {t('create')}
    </Button>
  )
  const { where, search, orderby } = table.query
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('title') }]} />
      <PageHeader
        title={t('title')}
        actions={
          <>
            <CsvLink href={paths.csv('dci/ipmgr/ipnet', { where, search, orderby })} />
            {create}
          </>
        }
      />
      <AddressTabs current="networks" />
      <ResourceTable<Ipnet>
        label={t('title')}
        table={table}
        data={tableData<Ipnet>(query)}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        rowHref={usedOf}
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
  const t = useTranslations('addresses')
  return useMemo(
    () => [
      { name: 'name', label: t('fields.network'), type: 'text' },
      { name: 'gateway', label: t('fields.gateway'), type: 'inet', nullable: true },
      { name: 'vlan', label: t('fields.vlan'), type: 'text', nullable: true },
      {
        name: 'family',
        label: t('fields.family'),
        type: 'enum',
        options: [
          { value: '2', label: t('families.2') },
          { value: '10', label: t('families.10') },
        ],
      },
      { name: 'using_ip', label: t('fields.used'), type: 'int' },
      { name: 'need_reserve', label: t('fields.reserve'), type: 'bool' },
      { name: 'note', label: t('fields.note'), type: 'text' },
    ],
    [t],
  )
}

function useToPhone() {
  const t = useTranslations('addresses')
  return useCallback(
    (network: Ipnet) => ({
      name: network.name,
      detail: [network.gateway, network.vlan && `VLAN ${network.vlan}`, network.note].filter(Boolean).join(', '),
      state: <HowFull used={network.using_ip} total={network.total_ip} label={t('fields.used')} />,
    }),
    [t],
  )
}
