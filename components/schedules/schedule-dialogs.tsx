'use client'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { EditSchedule } from './edit-schedule.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useScheduleName } from './time-words.ts'

/** Dialogs of the commands on schedules. */
export default function ScheduleDialogs({ asked, onClose }: DialogsProps<Asking<Schedule>>) {
  const { vm } = useTRPCClient()
  const nameOf = useScheduleName()
  return (
    <RecordDialogs<Schedule>
      asked={asked}
      onClose={onClose}
      words="schedules"
      form={({ record, onClose: close }) =>
        record ? <EditSchedule schedule={record} onClose={close} /> : <ScheduleForm onClose={close} />
      }
      remove={(record) => ({
        name: nameOf(record),
        page: paths.schedule(record.id),
        list: paths.schedules(),
        run: () => vm.schedule.delete.mutate({ params: { schedule_id: record.id } }),
      })}
    />
  )
}
