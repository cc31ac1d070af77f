import { db } from '../../../db/pool.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { type Bootable, bootable } from '../os-template/boot.ts'

/** Types of templates whose live system does an operation, the fitting ones first. */
const doneBy: Record<OperationType, readonly string[]> = {
  install: ['diag', 'serversearch', 'rescue'],
  clear_hdd: ['diag', 'serversearch', 'rescue'],
  diag: ['diag'],
  rescue: ['rescue'],
  search: ['serversearch', 'diag'],
}

/**
 * What a server boots for an operation: the template that was chosen when that is a live system or an installer of its own, else a live system that the
 * location has.
 * @throws PanelError `wrong_state` when the location has none
 */
export async function liveTemplate(location_id: number, type: OperationType, chosen: number | null): Promise<Bootable> {
  if (chosen !== null) {
    const template = await bootable(location_id, chosen)
    if (template.content.kernel && template.content.initrd) return template
  }
  const { rows } = await db().pool.query<{ id: number }>(
    `select t.id from os_template t join os_template_location x on x.template_id = t.id
      where x.location_id = $1::int and x.content->'kernel' is not null and x.status <> 'deleting' and t.type = any($2::text[])
      order by array_position($2::text[], t.type), t.id desc limit 1`,
    [location_id, doneBy[type]],
  )
  const [row] = rows
  if (row) return bootable(location_id, row.id)
  throw new PanelError('wrong_state', msg`The location has no live system: put a template of diagnostics there first`, {
    value: 'os_template_id',
  })
}
