import { requireLinks } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'

/** What a schedule names, by the field of its bodies: the table of the objects, the table that keeps them, and what one is called. */
const kinds = {
  clusters: { table: 'cluster', what: msg`Cluster` },
  nodes: { table: 'node', what: msg`Node` },
  hosts: { table: 'host', what: msg`VM` },
  presets: { table: 'preset', what: msg`Preset` },
  disks: { table: 'disk', what: msg`Disk` },
  backup_locations: { table: 'backup_location', what: msg`Backup location` },
} as const satisfies Record<string, { table: string; what: Text }>
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

export type Targets = { [Name in Kind]?: number[] | undefined }

/** @throws PanelError 400 that names the field of the first object that does not exist */
export async function rejectUnknownTargets(work: Work, targets: Targets): Promise<void> {
  for (const name of names) {
    const { table, what } = kinds[name]
    await requireLinks(work, table, what, name, targets[name] ?? [])
  }
}

/** Writes what a body names; what it does not name stays. */
export async function setTargets(work: Work, schedule_id: number, targets: Targets): Promise<void> {
  for (const name of names) {
    const ids = targets[name]
    if (!ids) continue
    const { table } = kinds[name]
    const isPlace = name === 'backup_locations'
    const kept = isPlace ? 'schedule_location' : `schedule_${table}`
    await work.sql(`delete from ${kept} where schedule_id = $1::int`, [schedule_id])
    await work.sql(
      `insert into ${kept} (schedule_id, ${table}_id${isPlace ? ', position' : ''})
       select $1::int, w.id${isPlace ? ', w.n::int' : ''} from unnest($2::int[]) with ordinality w(id, n)`,
      [schedule_id, ids],
    )
  }
}

/** Has the schedules of this list, and no others, write into a backup location; those that get it write it last. @throws PanelError 400 */
export async function setSchedulesOf(
  work: Work,
  backup_location_id: number,
  schedules: readonly number[],
): Promise<void> {
  const known = await work.tx.schedule.findMany({ where: { id: { in: [...schedules] } }, select: { id: true } })
  const missing = schedules.find((id) => !known.some((one) => one.id === id))
  if (missing !== undefined) throw invalidInput(msg`schedules: schedule ${missing} does not exist`, 'schedules')
  const changes = await work.sql<{ schedule_id: number }>(
    `with gone as (delete from schedule_location where backup_location_id = $1::int and schedule_id <> all($2::int[]) returning schedule_id),
     made as (insert into schedule_location (schedule_id, backup_location_id, position)
       select s.id, $1::int, coalesce((select max(l.position) from schedule_location l where l.schedule_id = s.id), 0) + 1
         from schedule s where s.id = any($2::int[]) on conflict do nothing returning schedule_id)
     select schedule_id from gone union select schedule_id from made`,
    [backup_location_id, schedules],
  )
  for (const { schedule_id } of changes) changed(work, { entity: 'schedule', entity_id: schedule_id, event: 'update' })
}
