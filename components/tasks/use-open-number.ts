'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useOpenTask } from './task-drawer.tsx'

/** Opens a task in the drawer by the number that calls answer and records keep; pages name tasks by their own. */
export function useOpenNumber(): (consul_id: number) => Promise<void> {
  const t = useTranslations('tasks')
  const { vm } = useTRPCClient()
  const [, openTask] = useOpenTask()
  return useCallback(
    async (consul_id) => {
      try {
        const [task] = (await vm.task.list.query({ query: { where: `consul_id EQ ${consul_id}`, limit: '1' } })).list
        if (task) await openTask(task.id)
      } catch (fault) {
        faultToast(t('notFound'))(fault)
      }
    },
    [vm, openTask, t],
  )
}
