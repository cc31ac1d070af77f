import type { Context } from '../../../api/context.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import type { PortInfo, SwitchInfo } from '../../../domain/switch/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { toJson } from '../../../tasks/json.ts'
import { lockPort, type PortKey } from './ports.ts'
import { lockSwitch } from './service.ts'
import { pollSucceeded } from './store.ts'

const ofTheSwitch = ['ip', 'unit', 'size', 'snmp_params', 'ssh_params', 'netconf_params'] as const

/** Fields of the panel itself, and fields that only a device reports. */
const kept = ['name', 'note'] as const
const read = ['duplex', 'speed', 'speed_type', 'admin_status', 'oper_status', 'description'] as const
const columns = [...kept, ...read]
/** An SQL condition: the port says at least one thing that was read. */
const SAYS = `coalesce(${read.map((name) => `g.${name}`).join(', ')}) is not null`

/**
 * Stores a reading of a switch made by an external program. Each object is a port, found by its interface index and
 * created when it is new; absent fields stay as they are. It counts as a successful poll when at least one port has a
 * reading.
 */
export async function storeSwitchInfo(ctx: Context, id: number, body: SwitchInfo) {
  const ports = body.switch_port_info ?? []
  for (const port of ports) {
    const field = ofTheSwitch.find((name) => port[name] !== undefined)
    if (field) throw invalidInput(msg`${field} is a field of the switch: change it with POST /switch/${id}`, field)
    if (port.if_index === undefined) throw invalidInput(msg`Each port needs its if_index`, 'if_index')
  }
  await ctx.mutate(async (work) => {
    await lockSwitch(work, id)
    const given = toJson(ports)
    await work.sql(
      `insert into switch_port (switch_id, if_index) select distinct $1::int, g.if_index
         from jsonb_to_recordset($2::jsonb) as g(if_index text) order by 2 on conflict do nothing returning id`,
      [id, given],
    )
    const rows = await work.sql<{ id: number }>(
      `update switch_port p set gone = p.gone and not (${SAYS}), seen_at = case when ${SAYS} then now() else p.seen_at end, ${columns.map((name) => `${name} = coalesce(g.${name}, p.${name})`).join(', ')}
         from (select distinct on (if_index) * from jsonb_to_recordset($2::jsonb)
                 as g(if_index text, ${columns.map((name) => `${name} text`).join(', ')}) order by if_index) g
        where p.switch_id = $1::int and p.if_index = g.if_index returning p.id`,
      [id, given],
    )
    for (const port of rows)
      changed(work, { entity: 'switch_port', entity_id: port.id, event: 'update', relations: { switch: id } })
    if (ports.some((port) => read.some((name) => port[name] !== undefined))) await pollSucceeded(work, id)
  })
  return { id }
}

/** Stores a reading of one port made by an external program. */
export async function storePortInfo(ctx: Context, key: PortKey, body: PortInfo) {
  await ctx.mutate(async (work) => {
    await lockPort(work, key)
    // An empty report has read nothing.
    if (Object.keys(body).length === 0) return
    await work.tx.switch_port.update({
      where: { id: key.port_id },
      data: { ...body, gone: false, seen_at: new Date() },
    })
    changed(work, {
      entity: 'switch_port',
      entity_id: key.port_id,
      event: 'update',
      data: body,
      relations: { switch: key.switch_id },
    })
  })
  return { id: key.port_id }
}
