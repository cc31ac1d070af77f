/** States of a backup, those of the API. */
export const backupStates = ['active', 'crashed', 'creating', 'deleting', 'in_use', 'migrating', 'copying'] as const
export type BackupState = (typeof backupStates)[number]

/** What a backup is of: the main disk of a VM, all of its disks, or one disk. */
export const backupModes = ['host_main', 'host_all', 'disk'] as const
export type BackupMode = (typeof backupModes)[number]

/** What a backup holds: file systems that were frozen, a VM that ran as after a power cut, or one that was off. */
export const consistencies = ['application', 'crash', 'off'] as const
export type Consistency = (typeof consistencies)[number]

/** Kinds of places that backups lie in. */
export const destinationTypes = ['ssh', 'node'] as const

/** States of one copy of a backup. `owed`: it could not be written, and is made when its place is back. */
export const copyStates = ['creating', 'active', 'removing', 'owed'] as const

/** For how long a backup that was deleted can be brought back, days. */
export const GRACE_DAYS = 7
/** Most places that one backup is written to. */
export const MOST_LOCATIONS = 8

/** What a backup is of: a disk, or the files of a container. */
export const backupContents = ['disk', 'archive'] as const
export type BackupContent = (typeof backupContents)[number]
