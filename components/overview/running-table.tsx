'use client'
import { useTranslations } from 'use-intl'
import { useSaid } from '../i18n/said.tsx'
import type { RunningTask } from '../shell/use-running-tasks.ts'
import { useTaskLabels } from '../tasks/labels.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { TaskSubject } from '../tasks/task-subject.tsx'
import { ProgressBar } from '../ui/display/progress.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { RunningFor } from '../ui/display/time.tsx'
import { Rows } from '../ui/layout/rows.tsx'

/** What is being done now: task, object, step, how far, since when, for whom. */
export function RunningTable({ tasks }: { tasks: readonly RunningTask[] }) {
  const t = useTranslations('overview')
  const said = useSaid()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  return (
    <Rows
      label={t('running')}
      className="table-fixed phone:table-auto"
      rows={tasks}
      columns={[
        {
          head: t('cols.task'),
          className: 'w-[19%]',
          cell: ({ id, name }) => (
            <button
              type="button"
              onClick={() => void openTask(id)}
              className="flex max-w-full items-center gap-1.5 rounded-xs font-medium hover:underline hover:underline-offset-2"
            >
              <StateMark kind="run" />
              <span className="truncate">{words.name(name)}</span>
            </button>
          ),
        },
        { head: t('cols.object'), className: 'w-[16%]', cell: (task) => <TaskSubject task={task} plain /> },
        {
          head: t('cols.step'),
          wide: true,
          cell: ({ started_at, message }) =>
            started_at === null ? <span className="text-fg-3">{t('waits')}</span> : said(message ?? ''),
        },
        {
          head: t('cols.progress'),
          className: 'w-34',
          cell: ({ percent, name }) => (
            <span className="flex items-center gap-2">
              <ProgressBar percent={percent} label={words.name(name)} className="w-22 flex-none" />
              <span className="num text-12 text-fg-2">{percent}%</span>
            </span>
          ),
        },
        {
          head: t('cols.for'),
          right: true,
          quiet: true,
          wide: true,
          className: 'w-20',
          cell: (task) => (task.started_at ? <RunningFor since={task.started_at} /> : null),
        },
        {
          head: t('cols.by'),
          quiet: true,
          wide: true,
          className: 'w-20',
          cell: ({ account }) => account?.email.split('@')[0] ?? t('system'),
        },
      ]}
    />
  )
}
