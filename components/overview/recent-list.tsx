'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { isTaskStatus, taskKind, useTaskLabels } from '../tasks/labels.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { TaskSubject } from '../tasks/task-subject.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'

const ended = {
  query: { where: "status IN ('complete','failed','aborted')", orderby: 'finished_at desc', limit: '0,8' },
}

/** What was done last, the newest first. */
export function RecentList() {
  const t = useTranslations('overview')
  const said = useSaid()
  const trpc = useTRPC()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  const query = useQuery(trpc.vm.task.list.queryOptions(ended, { placeholderData: keepPreviousData }))
  if (query.data === undefined)
    return query.error ? (
      <ErrorState title={t('recentUnread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} label={t('recent')} />
    )
  if (query.data.list.length === 0) return <p className="text-fg-3">{t('recentNone')}</p>
  return (
    <ul>
      {query.data.list.map((task) => (
        <li key={task.id} className="flex min-h-6.5 items-center gap-2.5">
          <span className="w-24 flex-none text-12 text-fg-3">
            <RelativeTime at={task.finished_at ?? task.created_at} />
          </span>
          <StateMark
            kind={isTaskStatus(task.status) ? taskKind(task.status) : 'unknown'}
            label={words.status(task.status)}
          />
          <span className="min-w-0 flex-1 truncate">
            <button
              type="button"
              onClick={() => void openTask(task.id)}
              className="rounded-xs text-fg-2 hover:underline hover:underline-offset-2"
            >
              {words.name(task.name)}
            </button>{' '}
            {/* A task of the demo says in its name what it is about. */}
            {task.entity === 'demo' ? null : (
              <span className="font-medium">
                {/* "Delete VM VM 62" would say twice what it was. */}
                {task.registry_name === null ? `#${task.registry_id}` : <TaskSubject task={task} plain />}
              </span>
            )}
            {task.status === 'failed' && task.error ? (
              <span className="ml-2 text-12 text-fg-3">{said(task.error.msg)}</span>
            ) : null}
          </span>
          <span className="max-w-28 flex-none truncate text-12 text-fg-3">
            {task.account?.email.split('@')[0] ?? t('system')}
          </span>
        </li>
      ))}
    </ul>
  )
}
