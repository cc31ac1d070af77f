'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { type RunningTask, useRunningTasks } from '../shell/use-running-tasks.ts'
import { useOpenNumber } from '../tasks/use-open-number.ts'
import type { TemplatePlace } from './place.ts'

/** The task that works on a template in a location, with the progress that is pushed; and the way to open it, also after its end. */
export function usePlaceTask() {
  const t = useTranslations('osTemplates')
  const { vm } = useTRPCClient()
  const { list } = useRunningTasks()
  const openNumber = useOpenNumber()
  const taskOf = useCallback(
    ({ status_info }: TemplatePlace): RunningTask | undefined =>
      status_info.last_task === null ? undefined : list.find(({ consul_id }) => consul_id === status_info.last_task),
    [list],
  )
  const open = useCallback(
    async ({ status_info }: TemplatePlace) => {
      if (status_info.last_task !== null) await openNumber(status_info.last_task)
    },
    [openNumber],
  )
  const stop = useCallback(
    (task: RunningTask) =>
      void vm.task.abort.mutate({ params: { task_id: task.id } }).catch(faultToast(t('notStopped'))),
    [vm, t],
  )
  return { taskOf, open, stop }
}
