import { z } from 'zod'
import { backupContents } from './states.ts'

const backedUpDisk = z.object({
  id: z.int(),
  name: z.string(),
  size_mib: z.int(),
  bus: z.string(),
  target_dev: z.string().nullable(),
  boot_order: z.int(),
  is_main: z.boolean(),
  expand_part: z.string().nullable(),
  tags: z.array(z.int()),
  storage_id: z.int(),
})
export type BackedUpDisk = z.infer<typeof backedUpDisk>

const backedUpHost = z.object({
  name: z.string(),
  cpu_number: z.int(),
  ram_mib: z.int(),
  cpu_mode: z.string(),
  cpu_custom_model: z.string().nullable(),
  nesting: z.boolean(),
  efi_boot: z.boolean(),
  secure_boot: z.boolean(),
  hot_plug: z.boolean(),
  live_resize: z.boolean(),
  anti_spoofing: z.boolean(),
  tuning: z.json(),
  packet_rules: z.json(),
  firewall_rules: z.json(),
  net_bandwidth_mbitps: z.int().nullable(),
  ip_automation: z.string().nullable(),
  domain: z.string().nullable(),
  login_user: z.string(),
  os_id: z.int().nullable(),
  os_name: z.string().nullable(),
  os_group: z.string().nullable(),
  preset_id: z.int().nullable(),
  expand_part: z.string().nullable(),
  comment: z.string().nullable(),
  tags: z.array(z.string()),
  interfaces: z.array(z.object({ mac: z.string(), model: z.string(), addresses: z.array(z.string()) })),
})
export type BackedUpHost = z.infer<typeof backedUpHost>

/**
 * What a backup keeps beside the content of its disk, so that disk and VM can be made anew when no record of them is left. No secrets.
 * `disks` are all that the VM had then, in the order of booting, also those that are not in the backup.
 */
export const backupMetadata = z.object({
  version: z.literal(1),
  host: backedUpHost.nullable(),
  disk: backedUpDisk,
  disks: z.array(backedUpDisk),
  /** What was read: a disk, or the files of a container as an archive (ADR 57). */
  content: z.enum(backupContents).default('disk'),
})
export type BackupMetadata = z.infer<typeof backupMetadata>
