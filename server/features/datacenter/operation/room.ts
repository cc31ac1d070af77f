import type { Work } from '../../../db/transaction.ts'
import { type TemplateFacts, whyTooLittle } from '../../../domain/operation/fitting.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Wanted } from './claim.ts'
import { ownDisksSql, targetsOf } from './targets.ts'

/** @throws PanelError `refused` when the last report of a server shows less memory or disk than a template needs */
export async function requireRoom(
  work: Work,
  type: OperationType,
  server_id: number,
  template: Pick<TemplateFacts, 'name' | 'ram_mib' | 'disk_mib'>,
  { hdd_raid = 'no_raid', clear_hdd = 'none', disks = [] }: Pick<Wanted, 'hdd_raid' | 'clear_hdd' | 'disks'>,
): Promise<void> {
  const [row] = await work.sql<{ report: unknown; own: string[] }>(
    `select r.report, ${ownDisksSql('s')} as own from hardware_report r join server s on s.id = r.server_id
      where r.server_id = $1::int order by r.id desc limit 1`,
    [server_id],
  )
  const read = hardwareReport.safeParse(row?.report)
  if (!row || !read.success) return
  const asked = { hdd_raid, clear_hdd, disks: [...disks] }
  const chosen = type === 'install' ? targetsOf(asked, read.data, row.own) : []
  const little = whyTooLittle(template, { ram_mib: read.data.memory_mib, hdd_raid, chosen })
  if (little) throw new PanelError('refused', little.words, { value: 'os_template_id' })
}
