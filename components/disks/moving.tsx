'use client'
import CircleStop from 'lucide-react/icons/circle-stop'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useTask } from '../tasks/use-task.ts'
import { ProgressBar } from '../ui/display/progress.tsx'
import { State } from '../ui/display/state-mark.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

/** How much of a disk is copied to its new place. */
export function Moving({ disk }: { disk: Pick<Disk, 'name' | 'move_task'> }) {
  const t = useTranslations('disks')
  const { task } = useTask(disk.move_task)
  const state = <State kind="run">{t('states.moving')}</State>
  if (!task) return state
  return (
    <span className="flex min-w-0 items-center gap-2">
      {state}
      <span className="w-14 flex-none phone:hidden">
        <ProgressBar thin percent={task.percent} label={t('move.progress', { name: disk.name })} />
      </span>
      <span className="num flex-none text-12 text-fg-2">{task.percent}%</span>
    </span>
  )
}

/** The entry that calls off what copies a disk; none while nothing does. */
export function useStopMove(): (disk: Pick<Disk, 'move_task'>) => MenuEntry[] {
  const t = useTranslations('disks.move')
  const { vm } = useTRPCClient()
  return useCallback(
    ({ move_task }) =>
      move_task === null
        ? []
        : [
            {
              label: t('stop'),
              icon: <CircleStop />,
              danger: true,
              onSelect: () => {
                vm.task.abort.mutate({ params: { task_id: move_task } }).catch(faultToast(t('notStopped')))
              },
            },
          ],
    [t, vm],
  )
}
