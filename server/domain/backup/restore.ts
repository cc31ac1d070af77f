import { z } from 'zod'
import { hostCreate } from '../host/schema.ts'
import { absentIfEmpty, line, linkId } from '../shared/fields.ts'
import { ipText } from '../shared/network-fields.ts'

export const inPlace = z.strictObject({
  backup: linkId.describe(
    'Of a VM any of the backups that were made at one moment: all disks of that moment are restored',
  ),
})

const { name, cluster, node, storage, account, ipv4_number, ipv4_pool, password } = hostCreate.shape
const ip_addr = z.strictObject({ name: ipText, ip_pool: linkId.optional() }).optional()

export const backupToHost = z.strictObject({
  name,
  cluster,
  node,
  storage,
  account,
  ip_addr,
  ipv4_number,
  ipv4_pool,
  password,
  at_once: z
    .boolean()
    .optional()
    .describe(
      'The VM starts from the backup at once, and its content arrives while it runs; until then nothing else is done with it',
    ),
})
export type BackupToHost = z.infer<typeof backupToHost>

export const backupToDisk = z.strictObject({
  name: absentIfEmpty(line),
  node: linkId.optional(),
  account: linkId.optional(),
  storage: linkId.optional(),
})
export type BackupToDisk = z.infer<typeof backupToDisk>
