/** Kinds of backup locations. */
export const backupLocationKinds = ['ssh'] as const
export type BackupLocationKind = (typeof backupLocationKinds)[number]

/** How a location was found at its last check. All but `ok` stop backups, none of them restores. */
export const locationStatuses = ['unknown', 'ok', 'full', 'unreachable', 'damaged'] as const
export type LocationStatus = (typeof locationStatuses)[number]
