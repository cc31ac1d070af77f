'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { ipLifecycle } from '../../server/domain/ip/states.ts'
import { useAddressLoaders } from '../addresses/loaders.ts'
import { tableData } from '../api/table-data.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../hosts/loaders.ts'
import type { FilterField } from '../table/filters.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { useIpColumns } from './columns.tsx'
import { IpState } from './ip-state.tsx'
import { useIpActions } from './use-ip-actions.tsx'

const byAddress = { field: 'ip_addr', desc: false }
const rowId = (address: IpRecord) => String(address.id)
const rowName = (address: IpRecord) => address.ip_addr

type Asked = {
  /** Names the table in what the browser remembers. */
  id: string
  /** Which addresses, in the grammar of `where`; all of them when absent. */
  base?: string
  /** Filters that would say the same of every row. */
  without?: readonly string[]
  /** For a table in a tab beside others. */
  prefix?: string
}

/** Addresses in use as every table of them shows them. Put `dialogs` on the page once. */
export function useIpTable({ id, base, without, prefix }: Asked) {
  const t = useTranslations('addresses')
  const trpc = useTRPC()
  const all = useFilters()
  const fields = useMemo(() => all.filter((field) => !without?.includes(field.name)), [all, without])
  const table = useTableState({ id, fields, defaultSort: byAddress, ...(base && { base }), ...(prefix && { prefix }) })
  const query = useQuery(trpc.vm.ip.list.queryOptions({ query: table.query }, { placeholderData: keepPreviousData }))
  const columns = useIpColumns()
  const { entries, dialogs } = useIpActions()
  const toPhone = useCallback(
    (address: IpRecord) => ({
      name: address.ip_addr,
      detail: [address.host?.name ?? address.server?.name ?? t('used.noMachine'), address.domain]
        .filter(Boolean)
        .join(', '),
      state: <IpState state={address.state} />,
    }),
    [t],
  )
  const parts = { table, columns, rowMenu: entries, toPhone, searchPlaceholder: t('used.searchPlaceholder') }
  return { parts, query, dialogs }
}

/** Addresses in use of one object, in a tab of its page. */
export function IpTable({ empty, ...asked }: Asked & { empty: ReactNode }) {
  const t = useTranslations('addresses')
  const { parts, query, dialogs } = useIpTable(asked)
  return (
    <>
      <ResourceTable<IpRecord>
        {...parts}
        label={t('used.title')}
        data={tableData<IpRecord>(query)}
        rowId={rowId}
        rowName={rowName}
        empty={empty}
      />
      {dialogs}
    </>
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses')
  const { pools, networks, named } = useAddressLoaders()
  const loaders = useLoaders()
  return useMemo(
    () => [
      { name: 'ip_addr', label: t('fields.address'), type: 'inet' },
      {
        name: 'state',
        label: t('fields.state'),
        type: 'enum',
        options: ipLifecycle.states.map((value) => ({ value, label: t(`used.states.${value}`) })),
      },
      { name: 'ippool', label: t('fields.pool'), type: 'int', nullable: true, load: pools, resolve: named.pools },
      {
        name: 'network',
        label: t('fields.network'),
        type: 'int',
        nullable: true,
        load: networks,
        resolve: named.networks,
      },
      { name: 'host.name', label: t('fields.machine'), type: 'text', nullable: true },
      { name: 'server.name', label: t('fields.server'), type: 'text', nullable: true },
      {
        name: 'account',
        label: t('fields.owner'),
        type: 'int',
        nullable: true,
        load: loaders.accounts,
        resolve: loaders.named.accounts,
      },
      { name: 'domain', label: t('fields.domain'), type: 'text', nullable: true },
      { name: 'gateway', label: t('fields.gateway'), type: 'text', nullable: true },
    ],
    [t, pools, networks, named, loaders],
  )
}
