'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { useAddressCount } from '../addresses/how-full.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { IpTable } from '../ip/ip-table.tsx'
import { paths } from '../paths.ts'
import { ObjectPage } from '../resource/object-page.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { NetworkMap } from './map/network-map.tsx'
import { useIpnetActions } from './use-ipnet-actions.tsx'

/** One network: its address map, and the list of what is in use. */
export function IpnetPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.ipmgr.ipnet.get.queryOptions({ params: { ipnet_id: id } }))
  return <ObjectGate query={query}>{(network) => <Page network={network} />}</ObjectGate>
}

function Page({ network }: { network: Ipnet }) {
  const t = useTranslations('addresses')
  const format = useFormatter()
  const count = useAddressCount()
  const actions = useIpnetActions()
  const used = format.number(Number(network.using_ip))
  const facts = [
    t('pools.facts', { used, total: count(network.total_ip) }),
    network.gateway && `${t('fields.gateway')} ${network.gateway}`,
    network.vlan && `VLAN ${network.vlan}`,
    network.location?.name,
    network.clusters.map(({ name }) => name).join(', '),
    network.note,
  ].filter(Boolean)
  return (
    <ObjectPage
      name={network.name}
      actions={actions.editButton(network)}
      entries={actions.entries(network)}
      below={<p className="max-w-200 truncate text-12 text-fg-2">{facts.join(' · ')}</p>}
      href={(tab) => paths.network(network.id, { tab })}
      tabs={{
        map: { show: () => <NetworkMap network={network} /> },
        used: {
          count: used,
          show: () => (
            <IpTable
              id="ipnet.used"
              base={`network EQ ${network.id}`}
              without={['network']}
              empty={<EmptyState title={t('used.noneInNetwork')}>{t('used.noneHint')}</EmptyState>}
            />
          ),
        },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
