'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { useAddressCount } from '../addresses/how-full.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { IpTable } from '../ip/ip-table.tsx'
import { paths } from '../paths.ts'
import { RangesOf } from '../range/ranges-of.tsx'
import { ObjectPage } from '../resource/object-page.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { IppoolClusters } from './ippool-clusters.tsx'
import { useIppoolActions } from './use-ippool-actions.tsx'

/** One pool: its ranges, what of them is in use, and the clusters it gives addresses to. */
export function IppoolPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.ippool.get.queryOptions({ params: { ippool_id: id } }))
  return <ObjectGate query={query}>{(pool) => <Page pool={pool} />}</ObjectGate>
}

function Page({ pool }: { pool: Ippool }) {
  const t = useTranslations('addresses')
  const format = useFormatter()
  const count = useAddressCount()
  const actions = useIppoolActions()
  const addRange = () => actions.ask({ command: 'addRange', record: pool })
  const used = format.number(Number(pool.using_ip))
  return (
    <ObjectPage
      name={pool.name}
      sub={pool.ranges > 0 ? t('pools.facts', { used, total: count(pool.total_ip) }) : undefined}
      badges={
        <>
          <Tag>{pool.auto_selection_allowed ? t('pools.automatic') : t('pools.notAutomatic')}</Tag>
          {pool.is_public ? null : <Tag>{t('pools.adminsOnly')}</Tag>}
        </>
      }
      actions={
        <>
          <CreateButton onClick={addRange}>{t('pools.addRange')}</CreateButton>
          {actions.editButton(pool)}
        </>
      }
      entries={actions.entries(pool)}
      below={pool.note ? <p className="max-w-160 truncate text-12 text-fg-2">{pool.note}</p> : undefined}
      href={(tab) => paths.pool(pool.id, tab)}
      tabs={{
        ranges: { count: format.number(pool.ranges), show: () => <RangesOf pool={pool} onAdd={addRange} /> },
        used: {
          count: used,
          show: () => (
            <IpTable
              id="ippool.used"
              base={`ippool EQ ${pool.id}`}
              without={['ippool']}
              empty={<EmptyState title={t('used.noneInPool')}>{t('used.noneHint')}</EmptyState>}
            />
          ),
        },
        clusters: { count: format.number(pool.clusters.length), show: () => <IppoolClusters pool={pool} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
