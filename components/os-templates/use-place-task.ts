'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { type RunningTask, useRunningTasks } from '../shell/use-running-tasks.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import type { TemplatePlace } from './place.ts'

/** The task that works on a template in a location, with the progress that is pushed; and the way to open it, also after its end. */
export function usePlaceTask() {
  const t = useTranslations('osTemplates')
  const { vm } = useTRPCClient()
  const { list } = useRunningTasks()
  const [, openTask] = useOpenTask()
  const taskOf = useCallback(
    ({ status_info }: TemplatePlace): RunningTask | undefined =>
      status_info.last_task === null ? undefined : list.find(({ consul_id }) => consul_id === status_info.last_task),
    [list],
  )
  const open = useCallback(
    async ({ status_info }: TemplatePlace) => {
      try {
        // Records name tasks by the number that calls answer, pages by their own.
        const where = `consul_id EQ ${status_info.last_task}`
        const [task] = (await vm.task.list.query({ query: { where, limit: '1' } })).list
        if (task) await openTask(task.id)
      } catch (fault) {
        faultToast(t('taskNotFound'))(fault)
      }
    },
    [vm, openTask, t],
  )
  const stop = useCallback(
    (task: RunningTask) =>
      void vm.task.abort.mutate({ params: { task_id: task.id } }).catch(faultToast(t('notStopped'))),
    [vm, t],
  )
  return { taskOf, open, stop }
}
