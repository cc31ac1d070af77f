import type { BackupLocationKind } from '../../domain/backup-location/kinds.ts'
import { sshLocation } from './ssh/connection.ts'
import type { LocationDriver } from './types.ts'

/** The driver of each kind of backup location. */
export const locationDrivers: Record<BackupLocationKind, LocationDriver> = { ssh: sshLocation }
