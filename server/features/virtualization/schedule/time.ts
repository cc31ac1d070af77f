import type { ScheduleType } from '../../../domain/schedule/kinds.ts'
import type { ScheduleTime } from '../../../domain/schedule/slots.ts'

/** The time of a schedule's row; the database holds its type to the known ones. */
export const timeOf = ({
  type,
  day,
  week_day,
  hour,
  minute,
  time_zone,
}: Omit<ScheduleTime, 'type'> & { type: string }): ScheduleTime => ({
  type: type as ScheduleType,
  ...{ day, week_day, hour, minute, time_zone },
})
