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
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'

/** What is being done now: task, object, step, how far, since when, for whom. */
export function RunningTable({ tasks }: { tasks: readonly RunningTask[] }) {
  const t = useTranslations('overview')
  const said = useSaid()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  return (
    <Table label={t('running')} className="table-fixed phone:table-auto">
      <TableHead>
        <Th className="w-[19%]">{t('cols.task')}</Th>
        <Th className="w-[16%]">{t('cols.object')}</Th>
        <Th className="phone:hidden">{t('cols.step')}</Th>
        <Th className="w-34">{t('cols.progress')}</Th>
        <Th right className="w-20 phone:hidden">
          {t('cols.for')}
        </Th>
        <Th className="w-20 phone:hidden">{t('cols.by')}</Th>
      </TableHead>
      <tbody>
        {tasks.map((task) => (
          <Tr key={task.id}>
            <Td>
              <button
                type="button"
                onClick={() => void openTask(task.id)}
                className="flex max-w-full items-center gap-1.5 rounded-xs font-medium hover:underline hover:underline-offset-2"
              >
                <StateMark kind="run" />
                <span className="truncate">{words.name(task.name)}</span>
              </button>
            </Td>
            <Td>
              <TaskSubject task={task} plain />
            </Td>
            <Td className="phone:hidden">
              {task.started_at === null ? <span className="text-fg-3">{t('waits')}</span> : said(task.message ?? '')}
            </Td>
            <Td>
              <span className="flex items-center gap-2">
                <ProgressBar percent={task.percent} label={words.name(task.name)} className="w-22 flex-none" />
                <span className="num text-12 text-fg-2">{task.percent}%</span>
              </span>
            </Td>
            <Td right quiet className="phone:hidden">
              {task.started_at ? <RunningFor since={task.started_at} /> : null}
            </Td>
            <Td quiet className="phone:hidden">
              {task.account?.email.split('@')[0] ?? t('system')}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
