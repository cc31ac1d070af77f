import type { Part } from './part.ts'

const location = {
  about: 'backup_location',
  kind: 'backup_location',
  id: 'b.id',
  name: 'b.name',
  state: 'b.status',
  cause: 'b.fault',
  since: 'b.fault_at',
} as const

/** Problems of the places that backups are stored in: while one is away or full no backup is made there, and a damaged one may not restore. */
export const ofBackups: readonly Part[] = [
  { ...location, severity: 'warning', from: "backup_location b where b.status in ('full', 'unreachable')" },
  { ...location, severity: 'fault', from: "backup_location b where b.status = 'damaged'" },
]
