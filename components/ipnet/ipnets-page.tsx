'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { ImportLink } from '../import/import-link.tsx'
import { paths } from '../paths.ts'
import type { FilterField } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { CreateButton } from '../ui/create-button.tsx'
import { useIpnetColumns } from './columns.tsx'
import { useIpnetActions } from './use-ipnet-actions.tsx'

const byAddress = { field: 'name', desc: false }
const rowHref = (network: Ipnet) => paths.network(network.id)

/** All networks. */
export function IpnetsPage() {
  const t = useTranslations('addresses.networks')
  const trpc = useTRPC()
  const table = useTableState({ id: 'ipnets', fields: useFilters(), defaultSort: byAddress })
  const query = useQuery(
    trpc.dci.ipmgr.ipnet.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }),
  )
  const actions = useIpnetActions()
  return (
    <ListScreen<Ipnet>
      title={t('title')}
      csv="dci/ipmgr/ipnet"
      actions={<ImportLink kind="ipnet" />}
      table={table}
      query={query}
      columns={useIpnetColumns()}
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
  const t = useTranslations('addresses')
  const { locations } = useDatacenterLoaders()
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
      {
        name: 'location',
        label: t('fields.location'),
        type: 'int',
        nullable: true,
        load: locations.load,
        resolve: locations.resolve,
      },
      { name: 'using_ip', label: t('fields.used'), type: 'int' },
      { name: 'need_reserve', label: t('fields.reserve'), type: 'bool' },
      { name: 'note', label: t('fields.note'), type: 'text' },
    ],
    [t, locations],
  )
}

function useToPhone() {
  const t = useTranslations('addresses')
  return useCallback(
    (network: Ipnet) => ({
      name: network.name,
      detail: [network.gateway, network.vlan && `VLAN ${network.vlan}`, network.note].filter(Boolean).join(', '),
      href: rowHref(network),
      state: <HowFull used={network.using_ip} total={network.total_ip} label={t('fields.used')} />,
    }),
    [t],
  )
}
