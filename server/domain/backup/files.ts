import { z } from 'zod'
import { rule } from '../../shared/rule.ts'

/** A path on a disk: its bytes in base64url, in whatever encoding the guest has its names. '' is the root. */
const path = z
  .string()
  .max(6000)
  .regex(/^[A-Za-z0-9_-]*$/, rule`has to be a path as a folder's list gives it`)

/** As the list of volumes gives it. */
const volume = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[\w+.:/-]+$/, rule`has to be the id of a volume`)

/** Entries of a folder that are listed at once at most. */
export const FOLDER_PAGE = 500

export const folderQuery = z.object({
  volume: volume.describe('Id of a volume of the backup'),
  path: path.default('').describe('`path` of a folder; without one the root of the volume'),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(FOLDER_PAGE).default(200),
})
export type FolderQuery = z.infer<typeof folderQuery>

export const fileQuery = z.object({
  volume: volume.describe('Id of a volume of the backup'),
  path: path.default('').describe('`path` of a file or folder'),
})
export type FileQuery = z.infer<typeof fileQuery>

export const backupVolumes = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      type: z
        .string()
        .describe('ext, xfs, btrfs, vfat, ntfs, iso9660, luks, bitlocker, swap, lvm, raid; empty: not known'),
      label: z.string(),
      size_mib: z.int(),
      has_files: z.boolean().describe('Whether its files can be listed'),
    }),
  ),
})
export type BackupVolumes = z.infer<typeof backupVolumes>

export const backupFolder = z.object({
  total: z.int(),
  more_than_counted: z.boolean().describe('It has more than `total`, which cannot be listed'),
  list: z.array(
    z.object({
      name: z.string().describe('For people: what is no text is replaced'),
      path: z.string().describe('What other operations take'),
      kind: z.enum(['file', 'folder', 'link', 'other']).describe('other: a device, a pipe, a socket, or damaged'),
      size: z.number(),
      modified_at: z.string().nullable(),
      mode: z.int(),
      target: z.string().nullable().describe('Of a link'),
    }),
  ),
})
export type BackupFolder = z.infer<typeof backupFolder>
