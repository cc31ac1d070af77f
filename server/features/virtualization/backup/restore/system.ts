import { db } from '../../../../db/pool.ts'
import type { RestoredSystem } from '../../host/restore/record.ts'
import { metadataOf } from './use.ts'

/** The system that is on the disk of a backup: it comes back with a main disk; null for others. */
export async function systemIn(backup_id: number): Promise<RestoredSystem | null> {
  const { prisma } = db()
  const one = await prisma.backup.findUniqueOrThrow({ where: { id: backup_id } })
  const { host } = metadataOf(one)
  if (!one.is_main || host === null) return null
  const known = host.os_id === null ? null : await prisma.os.findUnique({ where: { id: host.os_id } })
  const { os_name, os_group, login_user, efi_boot, secure_boot } = host
  return { os_id: known?.id ?? null, os_name, os_group, login_user, efi_boot, secure_boot }
}
