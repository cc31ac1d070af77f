/** What a schedule backs up of a VM: its main disk, all of its disks in one cut, or disks each by itself. */
export const backupModes = ['host_main', 'host_all', 'disk'] as const
export type BackupMode = (typeof backupModes)[number]

export const scheduleTypes = ['daily', 'weekly', 'monthly'] as const
export type ScheduleType = (typeof scheduleTypes)[number]

/** Kinds of objects that a schedule names, as its fields are called. */
export const targetKinds = ['clusters', 'nodes', 'hosts', 'presets', 'disks'] as const
export type TargetKind = (typeof targetKinds)[number]

export const runStates = ['running', 'done', 'failed', 'missed'] as const
export type RunState = (typeof runStates)[number]

/** How well a VM is protected; `late`: its newest good backup is older than its schedule promises. */
export const coverageStates = ['in_time', 'late', 'no_backup', 'no_schedule'] as const
export type CoverageState = (typeof coverageStates)[number]
