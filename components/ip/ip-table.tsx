'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { ipLifecycle } from '../../server/domain/ip/states.ts'
import { ptrStatuses } from '../../server/domain/ptr/states.ts'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../resource/loaders.ts'
import { RelatedList } from '../resource/related-list.tsx'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useIpColumns } from './columns.tsx'
import { IpState } from './ip-state.tsx'
import { useIpActions } from './use-ip-actions.tsx'

const byAddress = { field: 'ip_addr', desc: false }

/** Addresses in use as every list of them shows them. */
export function useIpList() {
  const t = useTranslations('addresses')
  const trpc = useTRPC()
  return {
    words: 'addresses.used',
    list: trpc.vm.ip.list,
    sort: byAddress,
    filters: useFilters(),
    columns: useIpColumns(),
    actions: useIpActions(),
    rowName: (address: IpRecord) => address.ip_addr,
    phone: (address: IpRecord) => ({
      detail: [address.host?.name ?? address.server?.name ?? t('used.noMachine'), address.domain]
        .filter(Boolean)
        .join(', '),
      state: <IpState state={address.state} />,
    }),
  } as const
}

type Of = {
  /** Names the table in what the browser remembers. */
  id: string
  /** Which addresses, in the grammar of `where`. */
  base: string
  without: readonly string[]
  empty: ReactNode
}

/** Addresses in use of one object, in a tab of its page. */
export function IpTable(props: Of) {
  return <RelatedList<IpRecord> {...useIpList()} {...props} prefix="ip" />
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses')
  const { pools, networks, accounts } = useLoaders()
  return useMemo(
    () => [
      { name: 'ip_addr', label: t('fields.address'), type: 'inet' },
      enumFilter('state', t('fields.state'), ipLifecycle.states, (value) => t(`used.states.${value}`)),
      { name: 'ippool', label: t('fields.pool'), type: 'int', nullable: true, ...pools },
      {
        name: 'network',
        label: t('fields.network'),
        type: 'int',
        nullable: true,
        ...networks,
      },
      { name: 'host.name', label: t('fields.machine'), type: 'text', nullable: true },
      { name: 'server.name', label: t('fields.server'), type: 'text', nullable: true },
      {
        name: 'account',
        label: t('fields.owner'),
        type: 'int',
        nullable: true,
        ...accounts,
      },
      { name: 'domain', label: t('fields.domain'), type: 'text', nullable: true },
      { name: 'ptr', label: t('fields.ptr'), type: 'text', nullable: true },
      enumFilter('ptr_status', t('fields.ptr_status'), ptrStatuses, (value) => t(`used.ptrStates.${value}`)),
      { name: 'gateway', label: t('fields.gateway'), type: 'text', nullable: true },
    ],
    [t, pools, networks, accounts],
  )
}
