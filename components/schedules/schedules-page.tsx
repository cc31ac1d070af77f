'use client'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useScheduleColumns, useScheduleFilters } from './columns.tsx'
import { ScheduleState } from './schedule-state.tsx'
import { useScheduleName, useWhen } from './time-words.ts'
import { useScheduleActions } from './use-schedule-actions.tsx'

const byNext = { field: 'next_run', desc: false }

/** When backups are made by themselves. */
export function SchedulesPage() {
  const trpc = useTRPC()
  const actions = useScheduleActions()
  const when = useWhen()
  return (
    <ResourceList<Schedule>
      id="schedules"
      words="schedules"
      csv="vm/schedule"
      list={trpc.vm.schedule.list}
      sort={byNext}
      filters={useScheduleFilters()}
      columns={useScheduleColumns()}
      actions={actions}
      rowHref={(schedule) => paths.schedule(schedule.id)}
      rowName={useScheduleName()}
      phone={(schedule) => ({
        detail: when({ type: schedule.type, ...schedule.start_time }),
        state: <ScheduleState schedule={schedule} />,
      })}
      create={actions.createButton()}
    />
  )
}
