import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, invalidInput, missingLink, refused, wrongState } from '../../../domain/shared/errors.ts'
import type { Drift, DriftAccept } from '../../../domain/switch/drift.ts'
import { switchDriver } from '../../../drivers/switch/registry.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { addLastMac } from '../server/macs.ts'
import { connectWithin, disconnectWithin } from '../switch-connection/service.ts'
import { DRIFTS, SUGGESTIONS } from './drift-sql.ts'
import { type LockedPort, lockPort, type PortKey, portLabel, queueAdmin, queueVlan } from './ports.ts'

/** Where the panel and the switch disagree. */
export async function driftsOf(switch_id: number): Promise<{ list: Drift[] }> {
  const { rows } = await db().pool.query<Drift>(DRIFTS, [switch_id, null])
  return { list: rows }
}

/** Links between free ports and servers that the switch knows of. */
export async function suggestionsOf(switch_id: number) {
  const { rows } = await db().pool.query<{
    switch_port_id: number
    port_name: string
    server_id: number
    server_name: string
    reasons: ('lldp' | 'mac')[]
  }>(SUGGESTIONS, [switch_id])
  return { list: rows }
}

/** Believes the switch: what it says is from now on what the panel wants, or knows. @throws PanelError 409 when they agree by now */
export async function acceptDrift(ctx: Context, key: PortKey, body: DriftAccept) {
  await ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    if (body.server_id !== undefined && (await work.tx.server.count({ where: { id: body.server_id } })) === 0)
      throw missingLink('server_id', msg`Server`, body.server_id)
    const which = (one: Drift) =>
      one.kind === body.kind &&
      one.can_accept &&
      (body.mac === undefined || one.found.mac === body.mac.toLowerCase()) &&
      (body.server_id === undefined || one.found.server?.id === body.server_id)
    const found = await stillSo(work, port, which)
    if (body.kind === 'mac') await addMac(work, found)
    else if (body.kind === 'neighbour') await moveCable(work, port, found)
    else
      await work.tx.switch_port.update({
        where: { id: port.id },
        data:
          body.kind === 'admin'
            ? { wanted_admin: port.admin_status }
            : { wanted_vlan: port.vlan_id, wanted_trunk: port.is_trunk, wanted_members: port.trunk_members },
      })
    tell(work, key)
  })
  return { id: key.port_id }
}

/** Brings what the panel wants to the switch, by the task that changed it in the first place. */
export async function enforceDrift(ctx: Context, key: PortKey, kind: Drift['kind']) {
  return ctx.mutate(async (work) => {
    const port = await lockPort(work, key)
    await stillSo(work, port, (one) => one.kind === kind && one.can_enforce)
    const { capabilities } = switchDriver(port.device)
    const { wanted_admin, wanted_vlan, wanted_trunk, wanted_members } = port
    if (kind === 'admin' && capabilities.set_admin_status)
      return { id: port.id, task: await queueAdmin(work, key, wanted_admin === 'up' ? 'up' : 'down') }
    if (kind === 'vlan' && wanted_vlan !== null && capabilities.set_port_vlan) {
      const vlan = { vlan_id: wanted_vlan, is_trunk: wanted_trunk ?? false, trunk_members: wanted_members }
      return { id: port.id, task: await queueVlan(work, key, vlan) }
    }
    throw refused(msg`The driver of this kind of switch does not change that`)
  })
}

/** The drift that is meant, as things are now: the port is locked. */
async function stillSo(work: Work, port: LockedPort, which: (one: Drift) => boolean): Promise<Drift> {
  const now = await work.sql<Drift>(DRIFTS, [port.switch_id, port.id])
  const found = now.filter(which)
  if (found.length > 1) throw invalidInput(msg`${portLabel(port)} has several of these: choose one`, 'mac')
  if (!found[0]) throw wrongState(msg`This difference no longer exists on ${portLabel(port)}: read it again`)
  return found[0]
}

async function addMac(work: Work, { wanted: { server }, found: { mac } }: Drift) {
  if (!server || !mac) throw new Error('A drift of an address without one')
  if (!(await addLastMac(work, server.id, mac))) throw inUse(msg`${mac} now belongs to another server`)
}

/** The port keeps whether its traffic is counted. */
async function moveCable(work: Work, port: LockedPort, { found: { server } }: Drift) {
  if (!server) throw new Error('A drift of a server without one')
  const now = await work.tx.switch_connection.findUniqueOrThrow({ where: { switch_port_id: port.id } })
  await disconnectWithin(work, now.id)
  const { do_not_collect_traffic } = now
  await connectWithin(work, { server_id: server.id, switch_port_id: port.id, do_not_collect_traffic })
}

const tell = (work: Work, { switch_id, port_id }: PortKey) =>
  changed(work, { entity: 'switch_port', entity_id: port_id, event: 'update', relations: { switch: switch_id } })
