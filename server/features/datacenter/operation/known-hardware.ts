import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { serialOf } from '../../../domain/machine/identity.ts'
import { type HardwareReport, hardwareReport } from '../../../domain/operation/report.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { diskName } from './targets.ts'

/** What the last report of the server said, and when; null: there was none. */
export async function lastReport(server_id: number): Promise<{ report: HardwareReport; at: Date } | null> {
  const row = await db().prisma.hardware_report.findFirst({ where: { server_id }, orderBy: { id: 'desc' } })
  const read = hardwareReport.safeParse(row?.report)
  return row && read.success ? { report: read.data, at: row.at } : null
}

/** The serial number that the controller of a server tells of it; null: none, or a word that stands where one should be. */
export async function controllerSerial(server_id: number): Promise<string | null> {
  const { rows } = await db().pool.query<{ serial: string | null }>(
    "select x.inventory->>'serial' as serial from ipmi i join ipmi_state x on x.ipmi_id = i.id where i.server_id = $1::int",
    [server_id],
  )
  return serialOf({ serial: rows[0]?.serial ?? '' }) || null
}

/** Of a machine that no live system has reported yet: what its controller tells has to be true of the one that has booted, where both tell a number. */
async function otherThanTold(server_id: number, report: HardwareReport): Promise<Text | null> {
  const [told, found] = [await controllerSerial(server_id), serialOf(report)]
  if (told === null || found === '' || told.toLowerCase() === found.toLowerCase()) return null
  return msg`Another machine has booted: its serial number is ${found}, and the controller of the server tells ${told}. If it is the right one, run diagnostics first, which note it`
}

/**
 * Why the machine that has booted is not the one that is meant. All have to have the network card; what writes disks is done only to a machine with the serial
 * number and disks that are known, or else the number that its controller tells, and disks are cleared only when something is. A controller gets a user only in a machine with the serial number that is known.
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
  const other = known ? null : await otherThanTold(row.server_id, report)
  if (other) return other
  if (known && known.serial !== report.serial)
    return msg`Another machine has booted: its serial number is ${report.serial}, and ${known.serial} is known`
  if (!writes) return null
  const names = report.disks.map(diskName)
  const missing = row.disks.filter((one) => !names.includes(one))
  if (missing.length > 0) return msg`The disk ${missing[0] ?? ''} was not found`
  if (row.disks.length > 0 || !known) return null
  const before = new Set(known.disks.map(diskName))
  const strange = names.find((one) => !before.has(one))
  return strange === undefined ? null : msg`The disk ${strange} is not known: run diagnostics first, which note it`
}
