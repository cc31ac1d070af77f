'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { useLive } from '../api/live.tsx'
import { useSaid } from '../i18n/said.tsx'
import type { Column } from '../table/columns.ts'
import { ProgressBar } from '../ui/display/progress.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { Duration, ExactTime, RelativeTime, RunningFor } from '../ui/display/time.tsx'
import { isOpen, taskKind, useTaskLabels } from './labels.ts'
import { useOpenTask } from './task-drawer.tsx'
import { TaskSubject } from './task-subject.tsx'

const quiet = <span className="text-fg-3">-</span>

/** The columns of tasks; `extra` ones wait in the chooser. */
export function useTaskColumns(): readonly Column<Task>[] {
  const t = useTranslations('tasks')
  return useMemo(
    (): Column<Task>[] => [
      {
        id: 'name',
        size: 210,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => <TaskName task={row.original} />,
      },
      {
        id: 'status',
        size: 270,
        meta: { label: t('fields.status'), sort: 'status' },
        cell: ({ row }) => <TaskState task={row.original} />,
      },
      {
        id: 'subject',
        size: 150,
        meta: { label: t('about') },
        cell: ({ row }) => <TaskSubject task={row.original} />,
      },
      {
        id: 'account',
        size: 150,
        meta: { label: t('fields.account'), sort: 'account.email', quiet: true },
        cell: ({ row }) => row.original.account?.email ?? t('bySystem'),
      },
      {
        id: 'created_at',
        size: 96,
        meta: { label: t('fields.created_at'), sort: 'created_at', quiet: true },
        cell: ({ row }) => <RelativeTime at={row.original.created_at} />,
      },
      {
        id: 'running_time',
        size: 84,
        meta: { label: t('fields.running_time'), sort: 'running_time', right: true },
        cell: ({ row: { original: task } }) => {
          if (task.started_at === null) return quiet
          return isOpen(task.status) ? <RunningFor since={task.started_at} /> : <Duration seconds={task.running_time} />
        },
      },
      {
        id: 'waiting_time',
        size: 84,
        meta: { label: t('waited'), sort: 'waiting_time', right: true, quiet: true, extra: true },
        cell: ({ row }) => <Duration seconds={row.original.waiting_time} />,
      },
      {
        id: 'finished_at',
        size: 130,
        meta: { label: t('ended'), sort: 'finished_at', quiet: true, extra: true },
        cell: ({ row }) => (row.original.finished_at ? <ExactTime at={row.original.finished_at} /> : quiet),
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t],
  )
}

function TaskName({ task }: { task: Task }) {
  const words = useTaskLabels()
  const [, open] = useOpenTask()
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => void open(task.id)}
      className="max-w-full truncate hover:underline hover:underline-offset-2"
    >
      {words.name(task.name)}
    </button>
  )
}

/** Status in a line: what it does and how far while it runs, the cause when it failed. */
export function TaskState({ task, bare }: { task: Task; bare?: boolean }) {
  const t = useTranslations('tasks')
  const said = useSaid()
  const words = useTaskLabels()
  const live = useLive().progress.get(task.id)
  const word = words.status(task.status)
  if (task.status === 'running') {
    const { percent, message } = { ...task, ...live }
    return (
      <span className="flex min-w-0 items-center gap-2">
        <State kind="run" {...(!bare && message && { detail: said(message) })}>
          {word}
        </State>
        {bare ? null : (
          <span className="ml-auto w-14 flex-none">
            <ProgressBar thin percent={percent} label={words.name(task.name)} />
          </span>
        )}
        <span className="num flex-none text-12 text-fg-2">{percent}%</span>
      </span>
    )
  }
  const cause = task.status === 'failed' ? task.error?.msg : task.status === 'deferred' ? task.defer_reason : null
  const noted = task.status === 'failed' && task.dismissed
  return (
    <State kind={noted ? 'off' : taskKind(task.status)} {...(!bare && cause && { detail: said(cause) })}>
      {noted ? t('noted', { word }) : word}
    </State>
  )
}
