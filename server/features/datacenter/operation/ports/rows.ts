import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import { isAsWanted } from '../../../../drivers/switch/port-change.ts'
import type { PortVlanChange, PortVlanReading } from '../../../../drivers/switch/types.ts'
import { changed } from '../../../../events/changes.ts'
import { msg, type Text } from '../../../../shared/text.ts'
import { portName } from '../../switch/port-sql.ts'

export type Port = { id: number; switch_id: number; if_index: string; name: string; switch_name: string }
export type HeldPort = Port & { operation_id: number | null; vlan: number; before: PortVlanChange; moving: boolean }

const columns = `p.id, p.switch_id, p.if_index, ${portName} as name, w.name as switch_name`
const from = 'join net_switch w on w.id = p.switch_id'

export const named = ({ name, switch_name }: Pick<Port, 'name' | 'switch_name'>): Text => msg`${name} of ${switch_name}`

/** What a port is in the provisioning VLAN: untagged. */
export const provisioning = (vlan_id: number): PortVlanChange => ({ vlan_id, is_trunk: false, trunk_members: [] })

/**
 * Whether the device has a port as the operation put it there, or half of that: VLANs of before and after at the same time are of a change that was cut off.
 */
export function isOwnDoing(
  seen: PortVlanReading,
  { vlan, before, moving }: Pick<HeldPort, 'vlan' | 'before' | 'moving'>,
) {
  if (isAsWanted(seen, provisioning(vlan))) return true
  const ours = new Set([vlan, before.vlan_id, ...before.trunk_members])
  return moving && [seen.vlan_id ?? vlan, ...seen.trunk_members].every((id) => ours.has(id))
}

/** Notes that a change of a port begins, or that the device has all of it. */
export const noteMoving = (work: Work, port: Port, moving: boolean) =>
  work.tx.operation_port.updateMany({ where: { switch_port_id: port.id }, data: { moving } })

/** Ports whose VLANs are those of a server's cables, without that of its controller: an aggregation instead of its members. */
export async function portsToMove(server_id: number): Promise<(Port & { is_uplink: boolean })[]> {
  const { rows } = await db().pool.query<Port & { is_uplink: boolean }>(
    `select distinct ${columns}, p.is_uplink from switch_connection k join switch_port c on c.id = k.switch_port_id
       left join switch_port g on g.switch_id = c.switch_id and g.if_index = c.aggregate and not g.gone
       join switch_port p on p.id = coalesce(g.id, c.id) ${from}
      where k.server_id = $1::int and not k.is_ipmi_connection order by p.id`,
    [server_id],
  )
  return rows
}

/** Ports that are held: by an operation, or at a switch by those that have ended. */
export async function heldPorts(by: { operation_id: number } | { switch_id: number }): Promise<HeldPort[]> {
  const [condition, id] =
    'operation_id' in by
      ? ['b.operation_id = $1::int', by.operation_id]
      : [`p.switch_id = $1::int and ${leftBehind('b')}`, by.switch_id]
  const { rows } = await db().pool.query<HeldPort>(
    `select ${columns}, b.operation_id, b.vlan, b.moving,
            json_build_object('vlan_id', b.before_vlan, 'is_trunk', b.before_trunk, 'trunk_members', b.before_members) as before
       from operation_port b join switch_port p on p.id = b.switch_port_id ${from} where ${condition} order by p.id`,
    [id],
  )
  return rows
}

/** SQL of what no operation that is under way will put back. @param b alias of the row */
export const leftBehind = (b: string) =>
  `not exists (select from operation o where o.id = ${b}.operation_id and (o.ended_at is null or exists (select from task t where t.id = o.task and t.ended_at is null)))`

/** Whether ports of the server are in the provisioning VLAN because of this operation. */
export const holdsPorts = async (operation_id: number): Promise<boolean> =>
  (await db().prisma.operation_port.count({ where: { operation_id } })) > 0

/**
 * Holds a port for an operation, and notes what the device has now. One that an earlier operation has left in the provisioning VLAN keeps what it had before that.
 * @returns false while a change of it is under way
 * @throws PanelError `refused` for VLANs that could not be set again
 */
export async function holdPort(work: Work, operation_id: number, port: Port, vlan: number, seen: PortVlanReading) {
  const [row] = await work.sql<{ task_id: number | null }>(
    'select task_id from switch_port where id = $1::int for update',
    [port.id],
  )
  if (!row || row.task_id !== null) return false
  const held = await work.tx.operation_port.findUnique({ where: { switch_port_id: port.id } })
  if (held?.operation_id === operation_id) return true
  const isLeft =
    held !== null &&
    isOwnDoing(seen, {
      ...{ vlan: held.vlan, moving: held.moving },
      before: { vlan_id: held.before_vlan, is_trunk: held.before_trunk, trunk_members: held.before_members },
    })
  const before = isLeft
    ? { before_vlan: held.before_vlan, before_trunk: held.before_trunk, before_members: held.before_members }
    : { before_vlan: seen.vlan_id, before_trunk: seen.is_trunk, before_members: seen.trunk_members }
  const { before_vlan } = before
  if (before_vlan === null || (before.before_trunk && before.before_members.length === 0))
    throw refused(
      msg`${named(port)} could not be put back as it is: give it an untagged VLAN, and tagged ones if it is a trunk`,
    )
  const data = {
    ...before,
    before_vlan,
    operation_id,
    vlan,
    moving: true,
    fault: null,
    fault_at: null,
    tries: 0,
    retry_at: null,
  }
  await work.tx.operation_port.upsert({
    where: { switch_port_id: port.id },
    create: { switch_port_id: port.id, ...data },
    update: data,
  })
  tellPort(work, port)
  return true
}

export const tellPort = (work: Work, { id, switch_id }: Port) =>
  changed(work, { entity: 'switch_port', entity_id: id, event: 'update', relations: { switch: switch_id } })
