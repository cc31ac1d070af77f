import { defineFields } from '../shared/field.ts'
import { backupModes, scheduleTypes } from './kinds.ts'

const kept = { type: 'int', nullable: true, clearable: true, min: 1, max: 1000, column: false, filter: false } as const

/** The fields of a schedule that are its own, but its time and its targets. */
export const scheduleFields = defineFields({
  name: { type: 'text', atMost: 255, nullable: true },
  backup_mode: { type: 'enum', values: backupModes },
  type: { type: 'enum', values: scheduleTypes, required: true },
  enabled: { type: 'bool', describe: 'A disabled one starts nothing by itself' },
  limit_count: {
    type: 'int',
    nullable: true,
    clearable: true,
    describe: 'At most so many backups of a disk stay; null: no limit',
  },
  limit_size_mib: {
    type: 'int',
    nullable: true,
    clearable: true,
    unit: 'MiB',
    describe: 'At most so much is stored of a disk, as its backups count themselves; null: no limit',
  },
  keep_last: { ...kept, describe: 'The newest so many stay. Without any `keep_…` all stay that the limits leave' },
  keep_daily: { ...kept, describe: 'The last one of each of so many days that have one' },
  keep_weekly: { ...kept, describe: 'The last one of each of so many weeks, from Monday' },
  keep_monthly: { ...kept, describe: 'The last one of each of so many months' },
  limit_mib_s: {
    type: 'int',
    nullable: true,
    clearable: true,
    min: 1,
    max: 100_000,
    unit: 'MiB/s',
    column: false,
    filter: false,
    describe: 'How fast each backup may read; null: no limit',
  },
  starts_per_hour: {
    type: 'int',
    nullable: true,
    clearable: true,
    min: 1,
    max: 10_000,
    column: false,
    filter: false,
    describe: 'At most so many backups begin within an hour, at even distances; null: as nodes and locations are free',
  },
  comment: { type: 'text', atMost: 2000, lines: 2, nullable: true, emptyIsNull: true },
})
