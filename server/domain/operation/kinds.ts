export const operationTypes = ['install', 'diag', 'rescue', 'clear_hdd', 'search'] as const
export type OperationType = (typeof operationTypes)[number]

export const operationStatuses = ['created', 'running', 'ok', 'fail', 'cancelled'] as const
export type OperationStatus = (typeof operationStatuses)[number]

/** How disks are cleared: not at all, signatures and both ends, or all of them. */
export const clearings = ['none', 'simple', 'full'] as const
/** Tests under load that diagnostics can run (`server/live-system/agent/load.sh`). */
export const loadKinds = ['memory', 'disk', 'cpu'] as const
export const raids = ['no_raid', 'raid_0', 'raid_1', 'raid_5', 'raid_10'] as const

/** Which templates an operation boots or installs; none: it needs none of its own. */
export const templateTypesOf = {
  install: ['ostemplate', 'isotemplate'],
  diag: ['diag'],
  rescue: ['rescue'],
  clear_hdd: [],
  search: ['serversearch'],
} as const satisfies Record<OperationType, readonly string[]>
