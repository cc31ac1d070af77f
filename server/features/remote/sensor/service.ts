import type { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { controllerKinds, type IpmiType } from '../../../domain/ipmi/kinds.ts'
import { platformsFor } from '../../../domain/ipmi/platforms.ts'
import type { InventoryAnswer, lightSeconds, Sensor, SensorAnswer } from '../../../domain/ipmi/sensor.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { enqueueOnce } from '../../datacenter/device/enqueue-once.ts'
import { isUnreadController } from '../../datacenter/device/reading.ts'
import { ipmiClearTask, ipmiLightTask } from './tasks.ts'

const SENSORS = `
  select t.tables_at as read_at, t.fault,
         (select coalesce(json_agg(json_build_object('name', n.name, 'value', case when not x.unread then n.value end, 'unit', n.unit,
            'status', case when x.unread then 'unknown' else n.health end, 'id', n.id, 'identity', n.identity, 'kind', n.kind,
            'states', case when x.unread then '{}' else n.states end, 'thresholds', n.thresholds) order by n.position, n.id), '[]')
            from ipmi_sensor n where n.ipmi_id = i.id and n.gone_at is null) as list
    from ipmi i left join ipmi_state t on t.ipmi_id = i.id
     cross join lateral (select coalesce(${isUnreadController('i')}, false) as unread) x where i.id = $1`

/** Sensors as they were last read; of a controller that says nothing of now without values. The caller has made sure that the controller may be seen. */
export async function readSensorsOf(ctx: Context, ipmi_id: number): Promise<SensorAnswer> {
  type Row = { read_at: Date | null; fault: string | null; list: Sensor[] }
  const { rows } = await db().pool.query<Row>(SENSORS, [ipmi_id])
  const { read_at = null, fault = null, list = [] } = rows[0] ?? {}
  // What went wrong names the controller's address.
  return { list, read_at: read_at?.toISOString() ?? null, fault: ctx.actor.isAdmin ? fault : fault && '' }
}

/** @throws PanelError not_found when the controller has no such sensor */
export async function knownSensor(ipmi_id: number, id: number): Promise<void> {
  const found = await db().prisma.ipmi_sensor.findFirst({ where: { id, ipmi_id }, select: { id: true } })
  if (!found) throw notFound(msg`Sensor`, id)
}

/** Hardware of a server, and the platforms it fits. The caller has checked that the controller may be seen. */
export async function readInventoryOf(ctx: Context, ipmi_id: number): Promise<InventoryAnswer> {
  type Row = {
    inventory: InventoryAnswer['inventory']
    read_at: Date | null
    platform_id: number
    type: string
    size: number
    width: string
  }
  const { rows } = await db().pool.query<Row>(
    `select t.inventory, t.inventory_at as read_at, s.platform_id, s.type, s.size, s.width
       from ipmi i join server s on s.id = i.server_id left join ipmi_state t on t.ipmi_id = i.id where i.id = $1`,
    [ipmi_id],
  )
  const [row] = rows
  if (!row?.inventory) return { inventory: null, read_at: null, platforms: [] }
  const { inventory, read_at, platform_id, type, size: server_size, width } = row
  const answer = { inventory, read_at: read_at?.toISOString() ?? null }
  if (!ctx.actor.isAdmin) return { ...answer, platforms: [] }
  // Of another size it would not stand where it stands.
  const all = await db().prisma.platform.findMany({
    where: { type, server_size, width },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  })
  const { manufacturer, model, part, board } = inventory
  const found = platformsFor({ manufacturer, model: `${model} ${board.product}`, part }, all)
  return { ...answer, platforms: found.some(({ id }) => id === platform_id) ? [] : found }
}

async function lock(work: Work, id: number) {
  const [row] = await work.sql<{ type: IpmiType }>('select type from ipmi where id = $1::int for key share', [id])
  if (!row) throw notFound(msg`Management controller`, id)
  return row
}

/** Empties the log of a controller. What is new in it is read first; what was read stays. */
export async function clearEvents(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await lock(work, id)
    const about = { registry_id: id, entity: 'ipmi' }
    const { consul_id } = await enqueueOnce(work, ipmiClearTask, { ipmi_id: id }, `ipmi_clear:${id}`, about)
    return { id, task: consul_id }
  })
}

/** Calls off what would put out a light that has been asked for anew. */
async function forgetDark(work: Work, ipmi_id: number): Promise<void> {
  const waiting = await work.sql<{ id: number }>(
    `select id from task where name = $2 and registry_id = $1::int and ended_at is null and started_at is null
        and (input->>'seconds')::int = 0 and run_at > now() order by id`,
    [ipmi_id, ipmiLightTask.name],
  )
  for (const { id } of waiting) await cancelTask(work, id)
}

/** Makes the locator LED blink, so that the server can be found in the room. */
export async function lightUp(ctx: Context, id: number, { seconds }: z.infer<typeof lightSeconds>) {
  return ctx.mutate(async (work) => {
    const { type } = await lock(work, id)
    const { label, capabilities } = controllerKinds[type]
    if (capabilities.light === null) throw refused(msg`Controllers of the kind ${label} have no locator LED`)
    const timed = capabilities.light === 'timed'
    await forgetDark(work, id)
    const about = { registry_id: id, entity: 'ipmi', account_id: null }
    const { consul_id } = await enqueue(work, ipmiLightTask, { ipmi_id: id, seconds, timed }, about)
    // A light that knows no time is switched off by us.
    if (!timed && seconds > 0)
      await enqueue(
        work,
        ipmiLightTask,
        { ipmi_id: id, seconds: 0, timed: false },
        { ...about, consul_id, runAt: new Date(Date.now() + seconds * 1000) },
      )
    return { id, task: consul_id }
  })
}
