import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { type HardwareReport, hardwareReport } from '../../../domain/operation/report.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { diskName } from './targets.ts'

/** What the last report of the server said, and when; null: there was none. */
export async function lastReport(server_id: number): Promise<{ report: HardwareReport; at: Date } | null> {
  const row = await db().prisma.hardware_report.findFirst({ where: { server_id }, orderBy: { id: 'desc' } })
  const read = hardwareReport.safeParse(row?.report)
  return row && read.success ? { report: read.data, at: row.at } : null
}

/**
 * Why the machine that has booted is not the one that is meant. All have to have the network card; what writes disks is done only to a machine with the serial
 * number and disks that are known, and disks are cleared only when something is. A controller gets a user only in a machine with the serial number that is known.
 * Diagnostics that do neither note what has changed.
 * @returns null when it is the one
 */
export async function mismatch(row: operation, report: HardwareReport): Promise<Text | null> {
  if (!report.nics.some(({ mac }) => mac.toLowerCase() === row.mac))
    return msg`Another machine has booted: it has no network card ${row.mac}`
  const writes = row.type === 'install' || row.clear_hdd !== 'none'
  if (!writes && !row.setup_ipmi) return null
  const known = (await lastReport(row.server_id))?.report
  if (!known && row.clear_hdd !== 'none') return msg`Nothing is known of the disks of the server: run diagnostics first`
  if (known && known.serial !== report.serial)
    return msg`Another machine has booted: its serial number is ${report.serial}, and ${known.serial} is known`
  if (!writes) return null
  const names = report.disks.map(diskName)
  const missing = row.disks.filter((one) => !names.includes(one))
  if (missing.length > 0) return msg`The disk ${missing[0] ?? ''} was not found`
  if (row.disks.length > 0 || !known) return null
  const before = new Set(known.disks.map(diskName))
  const other = names.find((one) => !before.has(one))
  return other === undefined ? null : msg`The disk ${other} is not known: run diagnostics first, which note it`
}
