'use client'
import Play from 'lucide-react/icons/play'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { toast } from '../ui/floating/toast.tsx'
import { useScheduleName } from './time-words.ts'

const ScheduleDialogs = lazy(() => import('./schedule-dialogs.tsx'))

/** The one definition of what can be done to a schedule. Put `dialogs` on the page once. */
export function useScheduleActions() {
  const t = useTranslations('schedules')
  const { vm } = useTRPCClient()
  const nameOf = useScheduleName()
  const { edit, remove, ...asking } = useRecordActions<Schedule, Asking<Schedule>>('schedules', ScheduleDialogs)
  const run = useCallback(
    (schedule: Schedule) =>
      vm.schedule.run
        .mutate({ params: { schedule_id: schedule.id } })
        .then(
          () => void toast({ kind: 'run', title: t('ran', { name: nameOf(schedule) }) }),
          faultToast(t('notRun', { name: nameOf(schedule) })),
        ),
    [vm, t, nameOf],
  )
  const entries = useCallback(
    (record: Schedule): MenuEntry[] => [
      { label: t('run'), icon: <Play />, onSelect: () => void run(record) },
      { kind: 'line' },
      edit(record),
      remove(record),
    ],
    [edit, remove, run, t],
  )
  return { entries, run, ...asking }
}
