'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ipnetFields } from '../../server/domain/ipnet/fields.ts'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { FilterField } from '../table/filters.ts'
import { useIpnetColumns } from './columns.tsx'
import { useIpnetActions } from './use-ipnet-actions.tsx'

const rowHref = (network: Ipnet) => paths.network(network.id)

/** All networks. */
export function IpnetsPage() {
  const used = useTranslations('addresses.fields')('used')
  const trpc = useTRPC()
  const actions = useIpnetActions()
  return (
    <ResourceList<Ipnet>
      id="ipnets"
      words="addresses.networks"
      csv="dci/ipmgr/ipnet"
      imports="ipnet"
      list={trpc.dci.ipmgr.ipnet.list}
      filters={useFilters()}
      columns={useIpnetColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={({ gateway, vlan, note, using_ip, total_ip }) => ({
        detail: [gateway, vlan && `VLAN ${vlan}`, note].filter(Boolean).join(', '),
        state: <HowFull used={using_ip} total={total_ip} label={used} />,
      })}
      create={actions.createButton()}
    />
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses')
  const complete = useOwnFilters(ipnetFields, 'addresses')
  const { locations, clusters } = useLoaders()
  return useMemo(
    () =>
      complete([
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
          ...locations,
        },
        { name: 'cluster', label: t('fields.clusters'), type: 'int', ...clusters },
        { name: 'using_ip', label: t('fields.used'), type: 'int' },
      ]),
    [t, complete, locations, clusters],
  )
}
