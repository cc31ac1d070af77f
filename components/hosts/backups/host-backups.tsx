'use client'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useBackupActions } from '../../backups/use-backup-actions.tsx'
import { useAsking } from '../../form/use-asking.tsx'
import { LastRehearsal } from '../../rehearsals/last-rehearsal.tsx'
import { useRehearse } from '../../rehearsals/use-rehearse.ts'
import type { RestoreQuestion } from '../../restore/restore-dialogs.tsx'
import { useRestoreEntries } from '../../restore/restore-entries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { BackupTable } from './backup-table.tsx'
import { HostSchedules } from './host-schedules.tsx'
import { BackupTimeline } from './timeline.tsx'

const RestoreDialogs = lazy(() => import('../../restore/restore-dialogs.tsx'))
const MakeBackup = lazy(() => import('./make-backup.tsx'))

/** The tab with the backups of a VM: what the last days have added, each of them, and the schedules that make them. */
export function HostBackups({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts.backups')
  const trpc = useTRPC()
  const words = useTranslations('backups')
  const own = useBackupActions()
  const making = useAsking<'make'>((_, close) => <MakeBackup host={host} onClose={close} />)
  const [restored, restore] = useState<RestoreQuestion>()
  const [now] = useState(Date.now)
  const query = useQuery(
    trpc.vm.backup.ofHost.queryOptions({ params: { host_id: host.id }, query: { orderby: 'id desc', limit: '0,500' } }),
  )
  const passed = useQuery(
    trpc.vm.rehearsal.list.queryOptions({
      query: { where: `(host.id EQ ${host.id}) AND (state EQ 'passed')`, orderby: 'id desc', limit: '0,100' },
    }),
  )
  // The newest come first, and the last one set stays.
  const rehearsed = useMemo(
    () => new Map((passed.data?.list ?? []).map((one) => [one.run_id, one] as const).reverse()),
    [passed.data],
  )
  const stands = actions.refused('restore', host)?.text
  const restores = useRestoreEntries(host, typeof stands === 'string' ? stands : undefined, restore)
  const rehearse = useRehearse()
  const make = (
    <Button
      kind="primary"
      icon={<Plus />}
      disabledReason={actions.refused('backup', host)}
      onClick={() => making.ask('make')}
    >
      {t('make.open')}
    </Button>
  )
  return (
    <div className="px-6 py-3 phone:px-4">
      <Loaded query={query} rows={6} label={words('loading')} unread={words('unread')}>
        {({ list }) => (
          <>
            <div className="mb-2 flex flex-wrap items-center gap-2">
              <span className="mr-auto text-fg-2">{t('count', { count: list.length })}</span>
              <Button onClick={() => own.ask({ command: 'deleted', host })}>{words('deleted.open')}</Button>
              {make}
            </div>
            {list.length === 0 ? null : <LastRehearsal host_id={host.id} />}
            {list.length === 0 ? (
              <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
            ) : (
              <>
                <BackupTimeline backups={list} now={now} rehearsed={rehearsed} />
                <BackupTable
                  backups={list}
                  rehearsed={rehearsed}
                  entries={(row) => [...restores(row), ...rehearse(row), ...own.entries(row)]}
                />
              </>
            )}
          </>
        )}
      </Loaded>
      <HostSchedules host={host} />
      {making.dialogs}
      {own.dialogs}
      {restored ? (
        <Suspense>
          <RestoreDialogs
            {...restored}
            host={host}
            together={(query.data?.list ?? []).filter(({ run_id }) => run_id === restored.backup.run_id)}
            onClose={() => restore(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
