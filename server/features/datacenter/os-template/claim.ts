import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { locationLifecycle, type locationStatuses } from '../../../domain/location/states.ts'
import { artefactsOf, type TemplateContent } from '../../../domain/os-template/index.ts'
import { type TemplateLocationStatus, templateLifecycle } from '../../../domain/os-template/states.ts'
import { inUse, missingLink, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { servesBootSql } from '../location/services/serves.ts'
import { templateChanged } from './changes.ts'
import { templateInstallTask } from './install-task.ts'
import { templateRemoveTask } from './remove-task.ts'
import { usedSql, usesSql } from './uses.ts'

const words = (states: readonly string[]) => states.map((one) => `'${one}'`).join(', ')
const { install, delete: remove } = templateLifecycle.actions

/**
 * Makes the record, or takes it over in a state that allows it, in a location that servers can boot in. What is there stays until what is
 * wanted is.
 */
const CLAIM = `
  insert into os_template_location as x (template_id, location_id, status, wanted, sums)
  select $1::int, l.id, 'installing', $3::jsonb, $4::text[] from location l where l.id = $2::int and ${servesBootSql('l')}
  on conflict (template_id, location_id) do update
     set status = 'installing', wanted = excluded.wanted, fault = null, updated_at = now(),
         sums = (select array_agg(distinct s order by s) from unnest(x.sums || excluded.sums) s)
   where x.status in (${words(install.from)})
  returning x.sums`

/** The content stays known to the end: of what is being removed nothing is used. */
const CLAIM_REMOVAL = `
  update os_template_location x set status = 'deleting', fault = null, updated_at = now()
   where template_id = $1::int and location_id = $2::int and status in (${words(remove.from)}) and not ${usedSql('x')}
  returning sums`

/** What keeps a template in a location from being claimed: what works on it, or the server that uses it. */
const held = async (work: Work, template_id: number, location_id: number) => {
  const [row] = await work.sql<{ status: TemplateLocationStatus; task: number | null; server: string | null }>(
    `select x.status, x.task, (select min(s.name) from operation o join server s on s.id = o.server_id where ${usesSql('o', 'x')}) as server
       from os_template_location x where x.template_id = $1::int and x.location_id = $2::int`,
    [template_id, location_id],
  )
  return row
}

type Place = { name: string; status: (typeof locationStatuses)[number]; serves: boolean }

/** The location, held: the removal of its boot services waits, or is seen. @throws PanelError `not_found` */
async function placeOf(work: Work, id: number): Promise<Place> {
  const [place] = await work.sql<Place>(
    `select name, status, ${servesBootSql('l')} as serves from location l where id = $1::int for share`,
    [id],
  )
  if (!place) throw notFound(msg`Location`, id)
  return place
}

const notServing = ({ name, status }: Place) =>
  wrongState(
    locationLifecycle.isMoving(status)
      ? msg`The location ${name} is being set up: wait until this has ended`
      : msg`The boot services of ${name} are not set up, so there is nowhere to put OS templates: set them up on the page of the location, under Boot services`,
  )

/**
 * Brings templates to a location, each by a task of its own. One that is on its way already has its task.
 * @returns the numbers of the tasks, in the order of the templates
 * @throws PanelError `not_found` for the location, `invalid_input` for a template, `wrong_state` for one that is being removed, and without boot services
 */
export async function installTemplates(ctx: Context, location_id: number, given: readonly number[]) {
  return ctx.mutate(async (work) => {
    const place = await placeOf(work, location_id)
    const tasks = new Map<number, number>()
    // In one order, so that two calls do not wait for each other.
    for (const id of [...new Set(given)].sort((a, b) => a - b))
      tasks.set(id, await installOne(work, id, { location_id, ...place }, ctx.actor.account_id))
    return { task: [...new Set(given)].flatMap((id) => tasks.get(id) ?? []) }
  })
}

async function installOne(work: Work, id: number, place: Place & { location_id: number }, account_id: number) {
  const { location_id } = place
  // Held, so that what its repository has next finds this location.
  const [template] = await work.sql<{ name: string; content: TemplateContent; offered: boolean }>(
    'select name, content, offered from os_template where id = $1::int for share',
    [id],
  )
  if (!template) throw missingLink('os_templates', msg`OS template`, id)
  const { name, content, offered } = template
  if (!offered) throw refused(msg`The repository of ${name} offers it no more`, 'os_templates')
  const files = artefactsOf(content).map(({ sha256 }) => sha256)
  const [claimed] = await work.sql<{ sums: string[] }>(CLAIM, [id, location_id, JSON.stringify(content), files])
  if (!claimed) {
    if (!place.serves) throw notServing(place)
    const now = await held(work, id, location_id)
    if (now?.status === 'installing' && now.task !== null) return now.task
    throw wrongState(msg`${name}: ${install.error}`, 'os_templates')
  }
  const input = { template_id: id, location_id, sums: claimed.sums }
  return queued(work, templateInstallTask, input, account_id)
}

/**
 * Removes a template from a location, as a task; one that is being removed has its task.
 * @throws PanelError `not_found`; `wrong_state` when it is not there, or is being brought there; `in_use` while an operation uses it
 */
export async function removeTemplate(ctx: Context, location_id: number, id: number) {
  return ctx.mutate(async (work) => {
    const place = await placeOf(work, location_id)
    // Held in a statement of its own: an operation holds it as well when it begins, and the claim sees what that wrote.
    const [template] = await work.sql<{ name: string }>(
      'select name from os_template where id = $1::int for no key update',
      [id],
    )
    if (!template) throw notFound(msg`OS template`, id)
    const [claimed] = await work.sql<{ sums: string[] }>(CLAIM_REMOVAL, [id, location_id])
    if (claimed) {
      const input = { template_id: id, location_id, sums: claimed.sums }
      return { id, task: await queued(work, templateRemoveTask, input, ctx.actor.account_id) }
    }
    const now = await held(work, id, location_id)
    if (!now) throw wrongState(msg`The OS template ${template.name} is not in ${place.name}`)
    if (now.status === 'deleting' && now.task !== null) return { id, task: now.task }
    if (now.server !== null)
      throw inUse(
        msg`An operation on the server ${now.server} uses ${template.name}: wait until it has ended, or cancel it`,
      )
    throw wrongState(msg`${template.name}: ${remove.error}`)
  })
}

type Input = { template_id: number; location_id: number; sums: string[] }

async function queued(
  work: Work,
  task: typeof templateInstallTask | typeof templateRemoveTask,
  input: Input,
  account_id: number,
): Promise<number> {
  const { template_id, location_id } = input
  const { consul_id } = await enqueue(work, task, input, {
    registry_id: template_id,
    entity: 'os_template',
    account_id,
  })
  await work.tx.os_template_location.update({
    where: { template_id_location_id: { template_id, location_id } },
    data: { task: consul_id },
  })
  templateChanged(work, template_id)
  return consul_id
}
