export const problemKinds = [
  'node',
  'node_part',
  'node_cpu',
  'node_steal',
  'node_memory',
  'node_pressure',
  'host',
  'host_disk',
  'host_memory',
  'host_steal',
  'host_agent',
  'repository',
  'storage',
  'storage_away',
  'storage_lost',
  'storage_full',
  'addresses',
  'task',
  'location',
  'server',
  'sensor',
  'controller',
  'identity',
  'proxy',
  'switch',
  'pdu',
  'port',
  'outlet',
  'drift',
  'link',
  'feed',
  'ptr',
  'ptr_drift',
  'name_server',
  'backup_location',
  'backup_late',
  'backup_missing',
  'rehearsal_failed',
  'rehearsal_late',
  'schedule',
  'backup_damaged',
  'backup_fills',
  'backup_round',
  'unread',
] as const
export type ProblemKind = (typeof problemKinds)[number]

export const severities = ['fault', 'warning'] as const

/** What the health of an object can be, the least bad first. `unknown`: nothing is known to be wrong, but nothing was read lately either. */
export const healthLevels = ['ok', 'unknown', 'warning', 'fault'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** Objects whose problems can be asked for. */
export const problemEntities = [
  'server',
  'switch',
  'pdu',
  'host',
  'node',
  'location',
  'repository',
  'ippool',
  'name_server',
  'storage',
  'backup_location',
  'schedule',
] as const
