'use client'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { mostSnapshots, notAllowed } from '../../../server/domain/snapshot/limits.ts'
import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { SnapshotTree } from './snapshot-tree.tsx'
import { TreeLegend } from './tree-legend.tsx'

const SnapshotDialogs = lazy(() => import('./snapshot-dialogs.tsx'))

/** The dialog that is open. */
export type SnapshotQuestion = { what: 'take' | 'deleteAll' } | { what: 'revert' | 'delete'; snapshot: Snapshot }

/** The tab with the tree of snapshots, the present in it, and what can be done with them. */
export function HostSnapshots({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts.snapshots')
  const trpc = useTRPC()
  const [asked, ask] = useState<SnapshotQuestion>()
  // As they were made: the numbers grow.
  const query = useQuery(
    trpc.vm.snapshot.ofHost.queryOptions({ params: { host_id: host.id }, query: { orderby: 'id', limit: '0,200' } }),
  )
  const stands = notAllowed(host, false)
  const off = stands ? { text: t(`off.${stands}`, { most: mostSnapshots(host) }) } : actions.refused('snapshot', host)
  const take = (
    <Button kind="primary" icon={<Plus />} disabledReason={off} onClick={() => ask({ what: 'take' })}>
      {t('take.open')}
    </Button>
  )
  return (
    <div className="px-6 py-3 phone:px-4">
      <Loaded query={query} rows={4} label={t('loading')} unread={t('unread')}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('none')} actions={take}>
              {t('noneHint')}
            </EmptyState>
          ) : (
            <>
              <div className="mb-2 flex flex-wrap items-center gap-2">
                <span className="mr-auto text-fg-2">{t('count', { count: list.length })}</span>
                <Button
                  disabledReason={actions.refused('snapshot_delete', host)}
                  onClick={() => ask({ what: 'deleteAll' })}
                >
                  {t('deleteAll.open')}
                </Button>
                {take}
              </div>
              <SnapshotTree host={host} snapshots={list} actions={actions} ask={ask} />
              <TreeLegend />
              <p className="mt-2 max-w-160 text-12 text-fg-3">{t('noBackup')}</p>
            </>
          )
        }
      </Loaded>
      {asked ? (
        <Suspense>
          <SnapshotDialogs
            host={host}
            snapshots={query.data?.list ?? []}
            asked={asked}
            onClose={() => ask(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
