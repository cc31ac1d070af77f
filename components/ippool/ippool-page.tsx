'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useFormatter, useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { useAddressCount } from '../addresses/how-full.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { IpTable } from '../ip/ip-table.tsx'
import { paths } from '../paths.ts'
import { RangesOf } from '../range/ranges-of.tsx'
import { IconButton } from '../ui/controls/button.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { IppoolClusters } from './ippool-clusters.tsx'
import { useIppoolActions } from './use-ippool-actions.tsx'

const poolTabs = ['ranges', 'used', 'clusters'] as const
const words = { ranges: 'tabRanges', used: 'tabUsed', clusters: 'tabClusters' } as const

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
  const [tab] = useQueryState('tab', parseAsStringLiteral(poolTabs).withDefault('ranges'))
  const actions = useIppoolActions()
  const addRange = () => actions.ask({ command: 'addRange', record: pool })
  const counts = { ranges: pool.ranges, used: Number(pool.using_ip), clusters: pool.clusters.length }
  const used = format.number(Number(pool.using_ip))
  return (
    <>
      <PageCrumbs crumbs={[{ label: pool.name }]} />
      <PageHeader
        title={pool.name}
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
            <Menu
              label={t('more', { name: pool.name })}
              entries={actions.entries(pool)}
              trigger={
                <IconButton kind="default" label={t('moreActions')}>
                  <MoreIcon />
                </IconButton>
              }
            />
          </>
        }
        below={pool.note ? <p className="max-w-160 truncate text-12 text-fg-2">{pool.note}</p> : undefined}
      />
      <PageTabs
        label={t('pools.tabs')}
        tabs={poolTabs.map((one) => ({
          href: paths.pool(pool.id, one === 'ranges' ? undefined : one),
          label: t(`pools.${words[one]}`),
          current: one === tab,
          count: format.number(counts[one]),
        }))}
      />
      {tab === 'ranges' ? <RangesOf pool={pool} onAdd={addRange} /> : null}
      {tab === 'used' ? (
        <IpTable
          id="ippool.used"
          base={`ippool EQ ${pool.id}`}
          without={['ippool']}
          empty={<EmptyState title={t('used.noneInPool')}>{t('used.noneHint')}</EmptyState>}
        />
      ) : null}
      {tab === 'clusters' ? <IppoolClusters pool={pool} /> : null}
      {actions.dialogs}
    </>
  )
}
