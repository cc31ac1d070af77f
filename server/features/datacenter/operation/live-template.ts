import { db } from '../../../db/pool.ts'
import { noLiveSystem } from '../../../domain/operation/fitting.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { type Bootable, bootable, isInstaller } from '../os-template/boot.ts'
import { machineSql } from './fitting-sql.ts'

/** Types of templates whose live system does an operation, the fitting ones first. */
export const doneBy: Record<OperationType, readonly string[]> = {
  install: ['diag', 'serversearch', 'rescue'],
  clear_hdd: ['diag', 'serversearch', 'rescue'],
  diag: ['diag'],
  rescue: ['rescue'],
  search: ['serversearch', 'diag'],
}

/**
 * SQL of the live systems of a location that a machine can boot, those of the first type first.
 * @param types SQL of an array, as `doneBy` has them
 * @param machine SQL of its JSON, as `machineSql` has it; what is not known of it decides nothing
 */
export const liveSql = (location: string, types: string, machine: string) => `
  select t.id from os_template t join os_template_location x on x.template_id = t.id
   where x.location_id = ${location} and x.content->'kernel' is not null and x.status <> 'deleting' and t.type = any(${types})
     and coalesce(${machine}->>'arch', t.arch) = t.arch and (${machine}->>'firmware' is null or ${machine}->>'firmware' = any(t.firmware))
   order by array_position(${types}, t.type), t.id desc`

/**
 * What a server boots for an operation: the template that was chosen when that is a live system of its own, else a live system that the location has, which looks
 * at the machine before an installer is started.
 * @param server_id null: a machine that nobody knows
 * @throws PanelError `wrong_state` when the location has none
 */
export async function liveTemplate(
  location_id: number,
  type: OperationType,
  chosen: number | null,
  server_id: number | null,
): Promise<Bootable> {
  if (chosen !== null) {
    const template = await bootable(location_id, chosen)
    if (template.content.kernel && template.content.initrd && !isInstaller(template)) return template
  }
  const { rows } = await db().pool.query<{ id: number }>(
    `with known as (select ${machineSql('s')} as machine from (select 1) one left join server s on s.id = $3::int)
     ${liveSql('$1::int', '$2::text[]', '(select machine from known)')} limit 1`,
    [location_id, doneBy[type], server_id],
  )
  const [row] = rows
  if (row) return bootable(location_id, row.id)
  throw wrongState(noLiveSystem, 'os_template_id')
}
