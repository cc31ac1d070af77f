import type { ScheduleCreate } from '../../../domain/schedule/schema.ts'

type Times = Pick<ScheduleCreate, 'type' | 'start_time' | 'time_zone'>
type Keeps = Partial<
  Pick<ScheduleCreate, 'keep_daily' | 'keep_weekly' | 'keep_monthly' | 'limit_count' | 'starts_per_hour'>
>

/** Schedules of the demo, of all types; `location` is the place of a backup location among those of the demo. */
export const demoSchedules: readonly (Times &
  Keeps & {
    name: string
    comment?: string
    backup_mode: NonNullable<ScheduleCreate['backup_mode']>
    targets: 'cluster' | 'some' | 'disks'
    location: number | null
    enabled?: boolean
    /** How its last runs ended, the newest first; one a day, week or month. */
    runs: readonly ('done' | 'failed' | 'missed')[]
  })[] = [
  {
    name: 'Nightly',
    comment: 'All VMs, every night',
    type: 'daily',
    start_time: { hour: 2, minute: 30 },
    time_zone: 'Europe/Berlin',
    backup_mode: 'host_all',
    targets: 'cluster',
    location: 0,
    keep_daily: 7,
    keep_weekly: 4,
    keep_monthly: 6,
    starts_per_hour: 60,
    runs: ['failed', 'done', 'done', 'missed', 'done', 'done', 'done'],
  },
  {
    name: 'Weekly to Helsinki',
    type: 'weekly',
    start_time: { week_day: 0, hour: 4, minute: 0 },
    time_zone: 'Europe/Helsinki',
    backup_mode: 'host_main',
    targets: 'some',
    location: 1,
    limit_count: 8,
    runs: ['done', 'done', 'done'],
  },
  {
    name: 'Month end',
    comment: 'For the books',
    type: 'monthly',
    start_time: { day: 31, hour: 22, minute: 15 },
    time_zone: 'America/New_York',
    backup_mode: 'disk',
    targets: 'disks',
    location: null,
    keep_monthly: 12,
    runs: ['done', 'done'],
  },
  {
    name: 'Old vault',
    type: 'daily',
    start_time: { hour: 1, minute: 0 },
    time_zone: 'UTC',
    backup_mode: 'host_main',
    targets: 'some',
    location: 2,
    enabled: false,
    runs: ['failed'],
  },
]

/** VMs that the first of them should have backed up by now, and has not. */
export const demoMissed: readonly string[] = ['cache-4', 'cache-5']
