import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { templateLifecycle } from '../../../domain/os-template/states.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { templateChanged } from './changes.ts'

/** The templates of a location, held in one order: reading their repository writes the same rows. */
const holdTemplates = (work: Work, location_id: number) =>
  work.sql<{ id: number }>(
    `select id from os_template where id in (select template_id from os_template_location where location_id = $1::int)
      order by id for update`,
    [location_id],
  )

/**
 * Begins to take all templates away with the boot services of a location, whose row the caller holds: from here on none of them can be used.
 * @param task number of the task that does it
 * @throws PanelError `in_use` while one is being brought there or removed
 */
export async function leaveLocation(work: Work, location_id: number, task: number): Promise<void> {
  await holdTemplates(work, location_id)
  const [busy] = await work.sql<{ name: string }>(
    `select t.name from os_template_location x join os_template t on t.id = x.template_id
      where x.location_id = $1::int and x.status = any($2::text[]) order by t.name limit 1`,
    [location_id, templateLifecycle.moving],
  )
  if (busy)
    throw inUse(
      msg`The OS template ${busy.name} is being brought to the location, or removed from it: wait until that has ended`,
    )
  const rows = await work.sql<{ template_id: number }>(
    `update os_template_location set status = 'deleting', content = null, fault = null, task = $2::int, updated_at = now()
      where location_id = $1::int returning template_id`,
    [location_id, task],
  )
  for (const { template_id } of rows) templateChanged(work, template_id)
}

/** The removal of the boot services did not end well: what is left of the files is not known, so that templates have to be brought anew. */
export async function stayInLocation(work: Work, location_id: number): Promise<void> {
  await holdTemplates(work, location_id)
  const rows = await work.sql<{ template_id: number }>(
    `update os_template_location set status = 'fail', fault = $2, updated_at = now()
      where location_id = $1::int and status = 'deleting' returning template_id`,
    [location_id, stored(msg`The removal of the boot services has failed: it is not known which files are left`)],
  )
  for (const { template_id } of rows) templateChanged(work, template_id)
}

/** Forgets that a location has templates. Those that their repositories have no more go with the last location that had them. */
export async function forgetLocation(work: Work, location_id: number): Promise<void> {
  const held = await holdTemplates(work, location_id)
  await work.tx.os_template_location.deleteMany({ where: { location_id } })
  const last = await work.sql<{ id: number }>(
    `delete from os_template t where id = any($1::int[]) and not offered
        and not exists (select from os_template_location x where x.template_id = t.id) returning id`,
    [held.map(({ id }) => id)],
  )
  for (const { id } of held) templateChanged(work, id, last.some((one) => one.id === id) ? 'delete' : 'update')
}
