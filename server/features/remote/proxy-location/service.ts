import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { ProxySetup } from '../../../domain/proxy-location/schema.ts'
import { missingLink, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { currentProgram } from './program.ts'
import { proxyRemoveTask, proxySetupTask, proxyUpdateTask } from './tasks.ts'

type Definition = typeof proxySetupTask

/** Installs the relay on locations. Those whose relay is there and up to date are left as they are, unless they are to change. */
export async function setUpProxy(ctx: Context, { locations, runtime_agree, iso_mount }: ProxySetup) {
  return ctx.mutate(async (work) => {
    const ids = await requireLocations(work, locations)
    const tasks: number[] = []
    for (const location_id of ids) {
      const now = await work.tx.proxy_location.findUnique({ where: { location_id } })
      const more = { runtime_agree, ...(iso_mount !== undefined && { iso_mount }) }
      if (now) await work.tx.proxy_location.update({ where: { location_id }, data: more })
      else {
        await work.tx.proxy_location.create({ data: { location_id, ...more, status: 'fail' } })
        changed(work, { entity: 'proxy_location', entity_id: location_id, event: 'create' })
      }
      if (now?.status === 'ok' && isCurrent(now)) continue
      tasks.push(await begin(work, proxySetupTask, location_id))
    }
    return tasks.length > 0 ? { task: tasks } : {}
  })
}

/** Brings the relays of locations up to date; an empty answer when all are. */
export async function updateProxy(ctx: Context, locations: readonly number[]) {
  return ctx.mutate(async (work) => {
    const ids = await requireLocations(work, locations)
    const tasks: number[] = []
    for (const location_id of ids) {
      const now = await requireRelay(work, location_id)
      if (!isCurrent(now)) tasks.push(await begin(work, proxyUpdateTask, location_id))
    }
    return tasks.length > 0 ? { task: tasks } : {}
  })
}

/** Installs the relay of a location again, however it is. */
export async function resetUpProxy(ctx: Context, location_id: number) {
  return ctx.mutate(async (work) => {
    await requireLocations(work, [location_id], 'location_id')
    await requireRelay(work, location_id)
    return { id: location_id, task: await begin(work, proxySetupTask, location_id) }
  })
}

/** Takes the relay away from a location: from then on its controllers are reached directly. */
export async function removeProxy(ctx: Context, location_id: number) {
  return ctx.mutate(async (work) => {
    await requireRelay(work, location_id)
    return { id: location_id, task: await begin(work, proxyRemoveTask, location_id) }
  })
}

const isCurrent = (row: { mode: string; program: string | null; installed_at: Date | null }) =>
  row.installed_at !== null && (row.mode === 'container' || row.program === currentProgram().hash)

/** Claims the relay and queues the work on it. @throws PanelError 409 while there is some already */
async function begin(work: Work, definition: Definition, location_id: number): Promise<number> {
  const claimed = await work.sql(
    `update proxy_location set status = 'setting_up', version = version + 1
      where location_id = $1::int and status <> 'setting_up' returning location_id`,
    [location_id],
  )
  if (claimed.length === 0)
    throw wrongState(msg`The proxy of location ${location_id} is being set up, updated or removed`)
  const about = { registry_id: location_id, entity: 'proxy_location', account_id: null }
  const { consul_id } = await enqueue(work, definition, { location_id }, about)
  changed(work, { entity: 'proxy_location', entity_id: location_id, event: 'update', data: { status: 'setting_up' } })
  return consul_id
}

/** Distinct ids in growing order, the rows locked. @throws PanelError 400 naming one that does not exist */
async function requireLocations(work: Work, wanted: readonly number[], field = 'locations'): Promise<number[]> {
  const ids = [...new Set(wanted)].sort((a, b) => a - b)
  const rows = await work.sql<{ id: number }>(
    'select id from location where id = any($1::int[]) order by id for no key update',
    [ids],
  )
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw missingLink(field, msg`Location`, missing)
  return ids
}

async function requireRelay(work: Work, location_id: number) {
  const row = await work.tx.proxy_location.findUnique({ where: { location_id } })
  if (!row) throw notFound(msg`Proxy of location`, location_id)
  return row
}
