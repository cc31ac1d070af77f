import type { machine } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { hardwareOf, macsOfReport, serialOf } from '../../../domain/machine/identity.ts'
import { type HardwareReport, hardwareReport } from '../../../domain/operation/report.ts'
import { changed } from '../../../events/changes.ts'
import { MOST_BOOT_MACS } from './bounds.ts'
import { holdInbox } from './session.ts'

/**
 * Keeps what a machine has reported. One that has been there by another card goes on in its row, also when it is ignored: so there is one row a machine.
 * @returns the row that it has now
 */
export async function keepMachineReport(work: Work, row: machine, report: HardwareReport): Promise<number> {
  await holdInbox(work, row.location_id)
  const macs = macsOfReport(report)
  const serial = serialOf(report)
  const [twin] = await work.sql<{ id: number; boot_macs: string[]; report: unknown }>(
    `select id, boot_macs, report from machine
      where location_id = $1::int and state <> 'adopted' and id <> $2::int and report is not null
        and (macs && $3::text[] or ($4 <> '' and (serial, uuid, vendor, product) = ($4, $5, $6, $7)))
      order by state = 'ignored' desc, id limit 1`,
    [row.location_id, row.id, macs, serial, report.uuid, report.vendor, report.product],
  )
  const id = twin?.id ?? row.id
  if (twin) {
    await work.tx.machine.delete({ where: { id: row.id } })
    changed(work, { entity: 'machine', entity_id: row.id, event: 'delete' })
  }
  const before = hardwareReport.safeParse(twin?.report ?? row.report)
  const same = before.success && hardwareOf(before.data) === hardwareOf(report)
  const boot_macs = [...new Set([row.mac, ...(twin?.boot_macs ?? []), ...row.boot_macs])].slice(0, MOST_BOOT_MACS)
  const { vendor, product, uuid } = report
  await work.tx.machine.update({
    where: { id },
    data: {
      ...{ vendor, product, uuid, serial, macs, report },
      ...{ session_reports: { increment: 1 }, reported_at: new Date(), seen_at: new Date() },
      // Only then: meanwhile it may have begun another session in its own row.
      ...(twin && {
        ...{ mac: row.mac, boot_macs, address: row.address, session_hash: row.session_hash, asked_at: row.asked_at },
        asked: { increment: row.asked },
      }),
      ...(!same && { version: { increment: 1 } }),
    },
  })
  changed(work, { entity: 'machine', entity_id: id, event: 'update' })
  return id
}
