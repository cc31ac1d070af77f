import type { Work } from '../../../db/transaction.ts'
import { type TemplateFacts, whyTooLittle } from '../../../domain/operation/fitting.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { whyNotDisks } from '../../../domain/operation-plan/disks.ts'
import { refused, wrongState } from '../../../domain/shared/errors.ts'
import type { Wanted } from './claim.ts'
import { ownDisksSql, seenDisks, targetsOf } from './targets.ts'

/** The last report of a server, and its `ownDisks`; null: there is none. */
async function lastWithin(work: Work, server_id: number) {
  const [row] = await work.sql<{ report: unknown; own: string[] }>(
    `select r.report, ${ownDisksSql('s')} as own from hardware_report r join server s on s.id = r.server_id
      where r.server_id = $1::int order by r.id desc limit 1`,
    [server_id],
  )
  const read = hardwareReport.safeParse(row?.report)
  return row && read.success ? { report: read.data, own: row.own } : null
}

type Disks = Pick<Wanted, 'hdd_raid' | 'clear_hdd' | 'disks'>

/**
 * The disks that are cleared, by the last report.
 * @throws PanelError `wrong_state` or `refused` when that shows that the work would be refused once the server has booted
 */
export async function requireDisks(
  work: Work,
  type: OperationType,
  server: { id: number; name: string },
  { hdd_raid = 'no_raid', clear_hdd = 'none', disks = [] }: Disks,
): Promise<readonly { bytes: number }[]> {
  const clears = clear_hdd !== 'none'
  const installs = type === 'install' && disks.length === 0 ? hdd_raid : null
  if (installs === null && !clears) return []
  const last = await lastWithin(work, server.id)
  const seen = last && seenDisks(last.report.disks, clears, last.own)
  const why = whyNotDisks({ installs, clears }, { name: server.name, disks: seen })
  if (!why) return clears && seen ? seen.filter(({ id }) => disks.length === 0 || disks.includes(id)) : []
  if (installs === null || why.code === 'unknown') throw wrongState(why.words, 'clear_hdd')
  throw refused(why.words, 'disk_serials')
}

/** @throws PanelError `refused` when the last report of a server shows less memory or disk than a template needs */
export async function requireRoom(
  work: Work,
  type: OperationType,
  server_id: number,
  template: Pick<TemplateFacts, 'name' | 'ram_mib' | 'disk_mib'>,
  { hdd_raid = 'no_raid', clear_hdd = 'none', disks = [] }: Disks,
): Promise<void> {
  const last = await lastWithin(work, server_id)
  if (!last) return
  const asked = { hdd_raid, clear_hdd, disks: [...disks] }
  const chosen = type === 'install' ? targetsOf(asked, last.report, last.own) : []
  const little = whyTooLittle(template, { ram_mib: last.report.memory_mib, hdd_raid, chosen })
  if (little) throw refused(little.words, 'os_template_id')
}
