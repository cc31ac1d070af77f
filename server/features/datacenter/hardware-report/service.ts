import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { db } from '../../../db/pool.ts'
import { compareReports } from '../../../domain/hardware-report/compare.ts'
import type { Comparison } from '../../../domain/hardware-report/difference.ts'
import { type LoadResult, loadResult } from '../../../domain/hardware-report/load.ts'
import { compareWithPlatform, type PlatformLimits } from '../../../domain/hardware-report/platform.ts'
import type { HardwareReportRecord, ReportRow } from '../../../domain/hardware-report/schema.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { reportList } from './list.ts'

export type OfServer = { server_id: number; report_id: number }

/** The row of a report; absent ones and those of other servers answer alike. @throws PanelError `not_found` */
export const reportRow = (ctx: Context, { server_id, report_id }: OfServer) =>
  serveRow<ReportRow>(reportList, ctx, report_id, { scope: sql`r.server_id = ${server_id}` })

const readStored = async (id: number) => {
  const row = await db().prisma.hardware_report.findUniqueOrThrow({ where: { id } })
  return { ...row, report: hardwareReport.parse(row.report) }
}

/** A report with all that was found, beside the platform of its server. */
export async function oneReport(ctx: Context, of: OfServer): Promise<HardwareReportRecord> {
  const row = await reportRow(ctx, of)
  const { report, load } = await readStored(row.id)
  const { rows } = await db().pool.query<PlatformLimits & { name: string }>(
    `select p.name, p.cpu_socket_count, p.ram_slot_count, p.max_ram, p.hdd_slot_count
       from server s join platform p on p.id = s.platform_id where s.id = $1::int`,
    [of.server_id],
  )
  const [platform] = rows
  const kept: LoadResult | null = load === null ? null : loadResult.parse(load)
  return {
    ...row,
    report,
    load: kept,
    platform: { name: platform?.name ?? '', checks: platform ? compareWithPlatform(platform, report) : [] },
  }
}

/**
 * What has changed since another report of the same server.
 * @param other its number; left out: the one before
 * @throws PanelError `not_found`, `invalid_input` for a report of another server
 */
export async function compareReport(ctx: Context, of: OfServer, other: number | undefined): Promise<Comparison> {
  const row = await reportRow(ctx, of)
  const { server_id } = of
  const found = await db().prisma.hardware_report.findFirst({
    where: { server_id, id: other ?? { lt: row.id } },
    orderBy: { id: 'desc' },
    select: { id: true, at: true },
  })
  if (!found) {
    if (other !== undefined) throw missingLink('with', msg`Hardware report`, other)
    return { with: null, differences: [], same: 0 }
  }
  const [before, now] = [await readStored(found.id), await readStored(row.id)]
  return { with: { id: found.id, at: found.at.toISOString() }, ...compareReports(before.report, now.report) }
}
