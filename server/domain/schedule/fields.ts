import { backupModes } from '../backup/states.ts'
import { defineFields } from '../shared/field.ts'
import { scheduleTypes } from './kinds.ts'

const limit = { type: 'int', nullable: true, clearable: true } as const
const documented = { type: 'int', nullable: true, zeroIsNull: true } as const
const quiet = { column: false, filter: false } as const
const kept = { ...limit, ...quiet, min: 1, max: 1000 } as const

/** The fields of a schedule that are its own, but its time and its targets. */
export const scheduleFields = defineFields({
  name: { type: 'text', atMost: 255, emptyIsNull: true },
  type: { type: 'enum', values: scheduleTypes, required: true, form: false },
  backup_mode: { type: 'enum', values: backupModes },
  enabled: { type: 'bool', describe: 'A disabled one starts nothing by itself' },
  keep_last: {
    ...kept,
    describe: 'The newest so many backups of a disk stay. Without any `keep_…` all stay that the limits leave',
  },
  keep_daily: { ...kept, describe: 'The last one of each of so many days that have one' },
  keep_weekly: { ...kept, describe: 'The last one of each of so many weeks, from Monday' },
  keep_monthly: { ...kept, describe: 'The last one of each of so many months' },
  limit_count: {
    ...documented,
    min: 1,
    max: 100_000,
    describe: 'At most so many backups of a disk stay; null, in bodies 0: no limit',
  },
  limit_size_mib: {
    ...documented,
    min: 1,
    max: 2_147_483_647,
    unit: 'MiB',
    describe: 'At most so much by which the backups of a disk made their place grow; null, in bodies 0: no limit',
  },
  limit_mib_s: {
    ...limit,
    ...quiet,
    min: 1,
    max: 100_000,
    describe: 'How fast each backup may read; null: no limit',
  },
  starts_per_hour: {
    ...limit,
    ...quiet,
    min: 1,
    max: 10_000,
    describe: 'At most so many backups begin within an hour, at even distances; null: as nodes and locations are free',
  },
  comment: { type: 'text', atMost: 2000, lines: 2, nullable: true, emptyIsNull: true },
})
