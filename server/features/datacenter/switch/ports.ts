import type { z } from 'zod'
import type { switch_port } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { writeEdit } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { inUse, invalidInput, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { isNegotiated, type PortSpeed } from '../../../domain/switch/port.ts'
import { type PortFacts, whyNotPort } from '../../../domain/switch/port-rules.ts'
import type { PortEdit, ServiceMark } from '../../../domain/switch/schema.ts'
import { checkSpeed, normalChange } from '../../../drivers/switch/port-change.ts'
import { switchDriver } from '../../../drivers/switch/registry.ts'
import type { PortSpeedChange, PortVlanChange } from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Value } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { switchPortEditTask, switchPortOffTask, switchPortOnTask } from './port-task.ts'

/** Which port: of this switch, or it does not exist. */
export type PortKey = { switch_id: number; port_id: number }
export type LockedPort = switch_port & { device: string; server: string | null; provisioning: { vlan: number } | null }

const naming = { entity: 'switch_port', what: msg`Port` } as const
export const portLabel = (port: { name: string; if_index: string }) => port.name || msg`port ${port.if_index}`

/** Changes a port: the note at once, everything else on the device by a task, which is then in the answer. */
export async function editPort(ctx: Context, key: PortKey, body: PortEdit) {
  return ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    if (whyNotPort('edit', rulesOf(port))) throw uplinkError(port, 'edit')
    const { capabilities } = switchDriver(port.device)
    const asked = { ...port, ...(await askedBefore(work, key.port_id)) }
    const vlan = wantedVlan(asked, body)
    if (vlan && whyNotPort('vlan', rulesOf(port)) === 'provisioning') throw held(port)
    const speed = wantedSpeed(asked, body)
    if (vlan && !capabilities.set_port_vlan) throw refused(msg`The driver of this kind of switch does not change VLANs`)
    if (speed && !capabilities.set_speed_duplex)
      throw refused(msg`The driver of this kind of switch does not change speed and duplex`)
    const data = { ...(body.note !== undefined && { note: body.note }), ...(vlan && wantedColumns(vlan)) }
    await writeEdit(ctx, work, work.tx.switch_port, naming, key.port_id, data)
    if (!vlan && !speed) return { id: key.port_id }
    const task = await queue(work, switchPortEditTask, { ...key, ...(vlan && { vlan }), ...(speed && { speed }) })
    return { id: key.port_id, task }
  })
}

/** Switches a port on or off on the device. */
export async function switchPort(ctx: Context, key: PortKey, admin: 'up' | 'down') {
  return ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    const why = whyNotPort(admin === 'up' ? 'on' : 'off', rulesOf(port))
    if (why === 'uplink') throw uplinkError(port, admin)
    if (why)
      throw wrongState(msg`${portLabel(port)} was not found by the last poll: check the device and poll it again`)
    if (!switchDriver(port.device).capabilities.set_admin_status)
      throw refused(msg`The driver of this kind of switch does not change the state of ports`)
    await work.tx.switch_port.update({ where: { id: key.port_id }, data: { wanted_admin: admin } })
    return { id: key.port_id, task: await queueAdmin(work, key, admin) }
  })
}

/** Columns that keep what was asked for, beside what the device says. */
const wantedColumns = (vlan: PortVlanChange) => ({
  wanted_vlan: vlan.vlan_id,
  wanted_trunk: vlan.is_trunk,
  wanted_members: vlan.trunk_members,
})

/** Queues the task that switches a port on or off. */
export const queueAdmin = (work: Work, key: PortKey, admin: 'up' | 'down') =>
  queue(work, admin === 'up' ? switchPortOnTask : switchPortOffTask, { ...key, admin })

/** Queues the task that brings VLANs to the device. */
export const queueVlan = (work: Work, key: PortKey, vlan: PortVlanChange) =>
  queue(work, switchPortEditTask, { ...key, vlan })

/** Marks a port as one that serves something which is no server, or frees it. */
export async function markService(ctx: Context, key: PortKey, body: ServiceMark) {
  await ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    const why = body.is_service && whyNotPort('service', rulesOf(port))
    if (why === 'uplink') throw wrongState(msg`${portLabel(port)} is an uplink: unmark it first`)
    if (why) throw connected(port)
    await writeEdit(ctx, work, work.tx.switch_port, naming, key.port_id, {
      is_service: body.is_service,
      connection_type_info: body.is_service ? (body.connection_type_info ?? port.connection_type_info) : '',
    })
  })
  return { id: key.port_id }
}

/** Marks a port as an uplink to another switch or to an external network, or frees it. */
export async function markUplink(ctx: Context, key: PortKey, is_uplink: boolean) {
  await ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    const why = is_uplink && whyNotPort('uplink', rulesOf(port))
    if (why === 'service') throw wrongState(msg`${portLabel(port)} is a service port: unmark it first`)
    if (why) throw connected(port)
    await writeEdit(ctx, work, work.tx.switch_port, naming, key.port_id, { is_uplink })
  })
  return { id: key.port_id }
}

/** The port, held so that it is neither connected nor marked meanwhile. @throws PanelError 404 */
export async function lockPort(work: Work, { switch_id, port_id }: PortKey): Promise<LockedPort> {
  // Locked by a statement of its own: what the next one reads is then no older than the lock.
  await lockRow(work, 'switch_port', port_id)
  const [found] = await work.sql<Pick<LockedPort, 'device' | 'server' | 'provisioning'>>(
    `select w.device, (select s.name from switch_connection k join server s on s.id = k.server_id
                        where k.switch_port_id = p.id) as server,
            (select json_build_object('vlan', b.vlan) from operation_port b where b.switch_port_id = p.id) as provisioning
       from switch_port p join net_switch w on w.id = p.switch_id where p.id = $1::int and p.switch_id = $2::int`,
    [port_id, switch_id],
  )
  const port = found && (await work.tx.switch_port.findUnique({ where: { id: port_id } }))
  if (!found || !port) throw notFound(msg`Port`, port_id)
  return { ...port, ...found }
}

/** Pending values of edits that have not ended yet: the next one builds on them, not on the last reading. */
async function askedBefore(work: Work, port_id: number): Promise<Partial<PortVlanChange & PortSpeedChange>> {
  const rows = await work.sql<{ input: z.output<typeof switchPortEditTask.input> }>(
    `select input from task where entity = 'switch_port' and registry_id = $1::int and name = $2 and ended_at is null order by id`,
    [port_id, switchPortEditTask.name],
  )
  return Object.assign({}, ...rows.flatMap(({ input }) => [input.vlan, input.speed]))
}

type Asked = Pick<switch_port, 'vlan_id' | 'is_trunk' | 'trunk_members' | 'speed' | 'duplex'>

function wantedVlan(port: Asked, body: PortEdit) {
  if (body.vlan_id === undefined && body.is_trunk === undefined && body.trunk_members === undefined) return null
  const vlan_id = body.vlan_id ?? port.vlan_id
  if (vlan_id === null) throw invalidInput(msg`The VLAN of the port is not known yet: choose one`, 'vlan_id')
  const is_trunk = body.is_trunk ?? port.is_trunk
  if (!is_trunk && body.trunk_members && body.trunk_members.length > 0)
    throw refused(msg`Only a trunk has tagged VLANs: set is_trunk as well`, 'trunk_members')
  return normalChange({ vlan_id, is_trunk, trunk_members: body.trunk_members ?? port.trunk_members })
}

/** Speed and duplex are set together: an absent one stays, and follows a negotiated speed. */
function wantedSpeed(port: Asked, body: PortEdit): PortSpeedChange | null {
  if (body.speed === undefined && body.duplex === undefined) return null
  const speed = body.speed ?? (port.speed as PortSpeed)
  if (speed === 'unknown') throw refused(msg`A port cannot be set to an unknown speed: choose one`, 'speed')
  const kept = port.duplex === 'half' ? 'half' : 'full'
  const duplex = body.duplex ?? (isNegotiated(speed) ? 'auto' : kept)
  if (duplex === 'unknown' || duplex === 'disagree')
    throw refused(msg`A port cannot be set to ${duplex} duplex: full, half or auto`, 'duplex')
  return checkSpeed({ speed, duplex })
}

async function queue(work: Work, definition: typeof switchPortEditTask, given: z.input<typeof definition.input>) {
  const { switch_id, port_id } = given
  const about = { registry_id: port_id, entity: 'switch_port', account_id: null }
  const task = await enqueue(work, definition, given, about)
  await work.tx.switch_port.update({ where: { id: port_id }, data: { task_id: task.id } })
  changed(work, {
    entity: 'switch_port',
    entity_id: port_id,
    event: 'update',
    data: { task_id: task.id },
    relations: { switch: switch_id },
  })
  return task.consul_id
}

const uplink = {
  edit: (port: Value) => msg`${port} is an uplink and cannot be changed: unmark it first`,
  up: (port: Value) => msg`${port} is an uplink and cannot be turned on: unmark it first`,
  down: (port: Value) => msg`${port} is an uplink and cannot be turned off: unmark it first`,
}
export const uplinkError = (port: switch_port, change: keyof typeof uplink) => refused(uplink[change](portLabel(port)))

const held = (port: LockedPort) =>
  wrongState(
    msg`${portLabel(port)} is in the provisioning VLAN ${port.provisioning?.vlan ?? 0} because of an operation on its server: its VLANs can be changed when it has been put back`,
  )
const connected = (port: LockedPort) =>
  inUse(msg`${portLabel(port)} is connected to server ${port.server ?? ''}: disconnect it first`)

/** The state of its server matters only where the cable is taken away. */
const rulesOf = ({ server, ...port }: LockedPort): PortFacts => ({
  ...port,
  server: server === null ? null : { state: 'active' },
})
