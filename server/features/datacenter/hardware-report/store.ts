import type { Work } from '../../../db/transaction.ts'
import type { LoadResult } from '../../../domain/hardware-report/load.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'
import { writeFoundHardware } from '../server/hardware.ts'

type Found = {
  server_id: number
  /** Null: it was found before it was a server. */
  operation_id: number | null
  report: HardwareReport
  /** What tests under load found; left out: nothing yet. */
  load?: LoadResult | undefined
}

/** Keeps what a live system found, once for each operation, and notes at the server what follows from it. The operation's row is to be locked. */
export async function keepReport(work: Work, { server_id, operation_id, report, load }: Found): Promise<void> {
  const values = [server_id, operation_id, toJson(report), load ? toJson(load) : null]
  const [kept] = await work.sql<{ id: number }>(
    `update hardware_report set report = $3::jsonb, load = coalesce($4::jsonb, load), at = now()
      where id = (select max(id) from hardware_report where server_id = $1::int and operation_id = $2::int) returning id`,
    values,
  )
  const [made] = kept
    ? [kept]
    : await work.sql<{ id: number }>(
        'insert into hardware_report (server_id, operation_id, report, load) values ($1::int, $2::int, $3::jsonb, $4::jsonb) returning id',
        values,
      )
  await writeFoundHardware(work, server_id, report)
  if (made)
    changed(work, {
      entity: 'hardware_report',
      entity_id: made.id,
      event: kept ? 'update' : 'create',
      relations: { server: server_id },
    })
}
