'use client'
import CircleStop from 'lucide-react/icons/circle-stop'
import Eye from 'lucide-react/icons/eye'
import ListChecks from 'lucide-react/icons/list-checks'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Task } from '../../server/domain/task/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import type { BulkAction } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { useTaskLabels } from './labels.ts'
import { useOpenTask } from './task-drawer.tsx'
import { canAbort, isUnread } from './task-rules.ts'
import { subjectPage } from './task-subject.tsx'

const commands = ['dismiss', 'abort'] as const
type TaskCommand = (typeof commands)[number]
const allowed: Record<TaskCommand, (task: Task) => boolean> = { dismiss: isUnread, abort: canAbort }
const icons = { dismiss: ListChecks, abort: CircleStop }

/** The one definition of what can be done to tasks: to one by its menu, to many by the bar. */
export function useTaskActions() {
  const t = useTranslations('tasks')
  const words = useTaskLabels()
  const client = useTRPCClient()
  const [, open] = useOpenTask()
  const name = words.name

  const call = useCallback(
    (command: TaskCommand, task: Task) => client.vm.task[command].mutate({ params: { task_id: task.id } }),
    [client],
  )
  const entries = useCallback(
    (task: Task): MenuEntry[] => {
      const page = subjectPage(task)
      return [
        { label: t('details'), icon: <Eye />, onSelect: () => void open(task.id) },
        ...(page ? [{ label: t('openSubject'), href: page }] : []),
        { kind: 'line' },
        ...commands.map((command): MenuEntry => {
          const Icon = icons[command]
          return {
            label: t(command),
            icon: <Icon />,
            ...(command === 'abort' && { danger: true }),
            ...(!allowed[command](task) && { disabledReason: t(`refusals.${command}`) }),
            onSelect: () => {
              call(command, task).catch(faultToast(t('refused')))
            },
          }
        }),
      ]
    },
    [t, call, open],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with `t`
  const bulk = useMemo(
    () =>
      commands.map((command): BulkAction<Task> => {
        const Icon = icons[command]
        const run = (count: number) => t(`bulk.${command}.run`, { count })
        return {
          id: command,
          label: t(command),
          icon: <Icon />,
          words: {
            title: run,
            go: (count) => t(`bulk.${command}.go`, { count }),
            skip: (count) => t('bulk.skip', { count }),
            run,
          },
          ...(command === 'abort' && { note: t('bulk.abortNote') }),
          plan: (rows) => ({
            go: rows.filter(allowed[command]),
            skip: rows
              .filter((row) => !allowed[command](row))
              .map((row) => ({ row, reason: t(`refusals.${command}`) })),
          }),
          run: async (rows) => {
            void startBulkRun({
              title: run(rows.length),
              rows,
              describe: (row) => ({
                id: String(row.id),
                name: `${name(row.name)}, ${row.id}`,
                href: paths.tasks({ task: row.id }),
              }),
              each: async (row) => {
                await call(command, row)
                return null
              },
            })
          },
        }
      }),
    [t, call],
  )
  return { entries, bulk }
}
