import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { editShape, recordShape } from '../shared/field-schema.ts'
import { absentIfEmpty, atMost, line, linkId } from '../shared/fields.ts'
import { backupFields } from './fields.ts'
import {
  backupContents,
  backupModes,
  backupStates,
  consistencies,
  copyStates,
  destinationTypes,
  MOST_LOCATIONS,
} from './states.ts'

const backup_locations = z
  .array(linkId)
  .refine((list) => list.length <= MOST_LOCATIONS, rule`at most ${MOST_LOCATIONS}`)
  .refine((list) => new Set(list).size === list.length, rule`each only once`)
const schedule = linkId.describe('The schedule that the backup is counted to')
const asked = {
  name: absentIfEmpty(line).describe('Without one it is made of disk and time'),
  comment: atMost(2000)(z.string()).optional(),
  schedule: schedule.optional(),
}

export const backupCreate = z.strictObject({
  ...asked,
  backup_locations: backup_locations
    .nullable()
    .optional()
    .describe('The first is written, the others are copied from it. None or null: a folder of the node of the VM'),
  mode: z.enum(['host_main', 'host_all']).default('host_all').describe('The main disk only, or all disks'),
})
export type BackupCreate = z.infer<typeof backupCreate>

export const diskBackupCreate = z.strictObject({
  ...asked,
  backup_locations: backup_locations
    .optional()
    .describe('The first is written, the others are copied from it. None: a folder of the node of the disk'),
})
export type DiskBackupCreate = z.infer<typeof diskBackupCreate>

export const backupEdit = z.strictObject(editShape(backupFields))
export type BackupEdit = z.infer<typeof backupEdit>

export const backupRelocate = z.strictObject({
  destination: linkId
    .nullable()
    .optional()
    .describe('The backup location or the node; of a node none: where the disk was'),
  destination_type: z.enum(destinationTypes).nullable().optional().describe('Default: ssh'),
})
export type BackupRelocate = z.infer<typeof backupRelocate>

/** To which node something is copied. */
export const imageCopy = z.strictObject({ node: linkId })
export type ImageCopy = z.infer<typeof imageCopy>

/** From which node to which something is moved. */
export const imageMove = z.strictObject({ source: linkId, destination: linkId })
export type ImageMove = z.infer<typeof imageMove>

export const backupStateChange = z.strictObject({ state: z.enum(backupStates).optional() })
export type BackupStateChange = z.infer<typeof backupStateChange>

/** `id`: the backup of the main disk; `relocate_task`: copies it to the other backup locations. */
export const backupTasks = z.object({ id: z.int(), task: z.int(), relocate_task: z.int().nullable() })

/** A backup location that a VM may be backed up to. */
export const backupPlaces = z.object({
  list: z.array(z.object({ id: z.int(), name: z.string(), usable: z.boolean() })),
})

const named = z.object({ id: z.int(), name: z.string() })
const place = z.object({ id: z.int(), name: z.string(), type: z.string() })

const copy = z.object({
  id: z.int(),
  state: z.enum(copyStates).describe('owed: it could not be written, and is made when the location is back'),
  owed_because: z.string().nullable().describe('Why it could not be written yet'),
  backup_location: place.nullable(),
  node: named.nullable(),
  stored_mib: z.int().describe('By how much it made the place grow'),
  fault: z.string().nullable().describe('What a verification found wrong'),
  verified_at: z.string().nullable(),
})

const common = {
  id: z.int(),
  ...recordShape(backupFields),
  state: z.enum(backupStates),
  mode: z.enum(backupModes),
  run_id: z.string().describe('Backups of the disks of one VM at one moment have the same'),
  backup_location: place.nullable().describe('null: on a node'),
  copies: z.array(copy).describe('Where it lies'),
  is_main: z.boolean(),
  content: z.enum(backupContents).describe('disk; archive: all files of a container, which is restored as a whole'),
  host_name: z.string().nullable().describe('Of the VM when it was backed up'),
  internal_name: z.string(),
  estimated_size_mib: z.int().describe('Of the disk'),
  actual_size_mib: z.int().nullable().describe('By how much it made its place grow'),
  read_mib: z.int().describe('What was read of the disk'),
  consistency: z
    .enum(consistencies)
    .nullable()
    .describe(
      'application: file systems were frozen; crash: as after a power cut; off: the VM was off; null: not read yet',
    ),
  parent: z.int().nullable().describe('The backup since which only changes were read; null: all was read'),
  full_because: z.string().nullable().describe('Why all was read although there was an earlier backup'),
  schedule: z.int().nullable(),
  fault: z.string().nullable().describe('Why it failed, or what is wrong with it'),
  task: z.int().optional().describe('The task that works on it'),
  date_create: z.string(),
  made_at: z.string().nullable().describe('The moment that it holds'),
  finished_at: z.string().nullable(),
  available_until: z.string().nullable(),
  deleted_at: z.string().nullable().describe('When it was deleted; it can be brought back for a while'),
  made_by: z.string().nullable(),
  version: z.int(),
}

/** A backup as lists of VMs show it. */
export const backupRow = z.object({
  ...common,
  account: z.string().nullable(),
  for_all: z.boolean(),
  type: z.string(),
  expand_part: z.string().nullable(),
  disk: named.nullable(),
  host: z.int().nullable(),
  cluster: z.object({ id: z.int(), name: z.string(), image_storage_path: z.string() }).nullable(),
  parent_disk: z.int().nullable(),
  os: z.int().nullable(),
  os_name: z.string().nullable(),
  node: z.int().nullable(),
  ip_automation: z.string().nullable(),
})
export type Backup = z.infer<typeof backupRow>

/** A backup as lists of disks show it. */
export const diskBackupRow = z.object({
  ...common,
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  disk: named.nullable(),
  host: z.int().nullable(),
  cluster: z
    .object({ id: z.int(), name: z.string(), datacenter_type: z.string(), image_storage_path: z.string() })
    .nullable(),
})
export type DiskBackup = z.infer<typeof diskBackupRow>

/** A backup of either list: what they have in common is enough for what is done with it. */
export type AnyBackup = Backup | DiskBackup
