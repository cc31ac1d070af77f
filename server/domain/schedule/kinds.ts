export const scheduleTypes = ['daily', 'weekly', 'monthly'] as const
export type ScheduleType = (typeof scheduleTypes)[number]

/** Kinds of objects that a schedule names, as its fields are called. */
export const targetKinds = ['clusters', 'nodes', 'hosts', 'presets', 'disks'] as const
export type TargetKind = (typeof targetKinds)[number]

export const runStates = ['running', 'done', 'failed', 'missed'] as const
export type RunState = (typeof runStates)[number]

/**
 * How well a VM is protected. `late`: its newest good backup is older than its schedule promises; `waits`: it came to its schedule lately
 * and has had no run.
 */
export const coverageStates = ['no_backup', 'late', 'no_schedule', 'waits', 'in_time'] as const
export type CoverageState = (typeof coverageStates)[number]

/** Why a VM is not protected as its schedule promises, or its backups have passed no rehearsal. */
export const coverageReasons = [
  'no_schedule',
  'schedule_disabled',
  'no_disk',
  'no_location',
  'location_away',
  'location_full',
  'backup_failed',
  'run_failed',
  'run_missed',
  'no_backup',
  'late',
  'rehearsal_failed',
  'rehearsal_late',
] as const
export type CoverageReason = (typeof coverageReasons)[number]
