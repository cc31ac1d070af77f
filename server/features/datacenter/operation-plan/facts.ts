import { createHash } from 'node:crypto'
import type { Actor } from '../../../api/context.ts'
import type { Sql } from '../../../db/transaction.ts'
import type { TemplateFacts } from '../../../domain/operation/fitting.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { isSpared } from '../../../domain/operation/spared.ts'
import { plannedDisks } from '../../../domain/operation-plan/disks.ts'
import type { PlanAsked, PlanFacts } from '../../../domain/operation-plan/judge.ts'
import type { PlannedServer } from '../../../domain/operation-plan/schema.ts'
import { missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { hindrancesSql } from '../operation/claim.ts'
import { contentSql, hasImage, isInstallerSql, machineSql, tellsSql, templateHere } from '../operation/fitting-sql.ts'
import { doneBy, liveSql } from '../operation/live-template.ts'
import { diskName, ownDisksSql } from '../operation/targets.ts'

type Disk = NonNullable<PlannedServer['disks']>[number]

/** What is known of a server of a plan, and what its page shows of it. */
export type ServerFacts = PlanFacts & {
  id: number
  platform_id: number
  location: { id: number; name: string }
  controller: boolean
  serial: string | null
  disks: Disk[] | null
}

type Row = Omit<ServerFacts, 'disks'> & { reported: unknown; own: string[] }

const CONTENT = contentSql('t', 'x')
const FACTS = `
  select s.id, s.name, s.state, s.platform_id, ${hindrancesSql} as hindrances, ${machineSql('s')} as machine,
         exists (${liveSql('s.location_id', '$2::text[]', machineSql('s'))}) as live, json_build_object('id', l.id, 'name', l.name) as location,
         exists (select from ipmi i where i.server_id = s.id) as controller, h.report->>'serial' as serial,
         case when jsonb_typeof(h.report->'memory_mib') = 'number' then (h.report->>'memory_mib')::float8 end as memory_mib, h.report->'disks' as reported, ${ownDisksSql('s')} as own,
         case when t.id is not null then json_build_object('name', t.name, 'type', t.type, 'arch', t.arch, 'firmware', t.firmware,
           'here', ${templateHere('t', 's.location_id')}, 'image', ${hasImage(CONTENT)}, 'installer', ${isInstallerSql(CONTENT)}, 'tells', ${tellsSql(CONTENT)},
           'ram_mib', t.ram_mib, 'disk_mib', t.disk_mib) end as template
    from server s join location l on l.id = s.location_id
         left join lateral (select r.report from hardware_report r where r.server_id = s.id order by r.id desc limit 1) h on true
         left join os_template t on t.id = $3::int
         left join os_template_location x on x.template_id = t.id and x.location_id = s.location_id
   where s.id = any($1::int[]) and ($4::int is null or s.owner_id = $4::int)`

/**
 * What decides of servers whether an operation can begin on them, in the order of their numbers given: one statement.
 * @throws PanelError `invalid` for servers of others, as for those that are not there
 */
export async function factsOf(
  sql: Sql,
  actor: Pick<Actor, 'isAdmin' | 'account_id'>,
  servers: readonly number[],
  asked: PlanAsked & { os_template_id?: number | null | undefined },
): Promise<ServerFacts[]> {
  const { type, os_template_id = null } = asked
  const rows = await sql<Row>(FACTS, [servers, doneBy[type], os_template_id, actor.isAdmin ? null : actor.account_id])
  const found = new Map(rows.map((row) => [row.id, row]))
  return servers.map((id) => {
    const row = found.get(id)
    if (!row) throw missingLink('servers', msg`Server`, id)
    if (os_template_id !== null && !row.template) throw missingLink('os_template_id', msg`OS template`, os_template_id)
    const { reported, own, ...facts } = row
    return { ...facts, template: row.template as TemplateFacts | null, disks: disksOf(reported, own) }
  })
}

/** As people see them; null where no report is, or none that can be understood. */
function disksOf(reported: unknown, own: readonly string[]): Disk[] | null {
  const read = hardwareReport.shape.disks.safeParse(reported)
  if (!read.success) return null
  return read.data.map(({ name: _name, smart: _smart, erase: _erase, firmware: _firmware, ...disk }) => {
    const id = diskName(disk)
    return { id, spared: isSpared({ id, ...disk }, own), ...disk }
  })
}

/** Stands for the disks that a plan would write: the same digits as long as they are the same. */
export function seenOf(asked: PlanAsked, servers: readonly ServerFacts[]): string {
  const all = servers.map(({ id, disks }) => [id, disks && plannedDisks(asked, disks).map((disk) => disk.id)])
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
