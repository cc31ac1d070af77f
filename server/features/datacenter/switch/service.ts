import type { net_switch } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { SwitchCreate, SwitchEdit } from '../../../domain/switch/schema.ts'
import { snmpTarget } from '../../../drivers/snmp-link.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { switchDriver, switchDrivers } from '../../../drivers/switch/registry.ts'
import { changed } from '../../../events/changes.ts'
import { nextId } from '../device/next-id.ts'
import { mergeParams, openParams, storedParams } from '../device/params.ts'
import { nameTaken, refuseInUse, usedBy, writeEdit } from '../edit.ts'
import { type Stands, standsOf } from '../placement/move.ts'
import { place, vacate } from '../placement/service.ts'
import { queueSwitchPoll } from './poll.ts'

const naming = { entity: 'switch', what: 'Switch' }
const kinds = ['snmp', 'ssh', 'netconf'] as const

/** The drivers there are. */
export const supportedSwitches = () => ({
  list: switchDrivers.map(({ device, label, protocols, capabilities }) => ({
    name: device,
    protocol: [...protocols],
    label,
    capabilities,
  })),
})

/** Adds a switch where it stands; the first poll is queued with it. */
export async function createSwitch(ctx: Context, body: SwitchCreate, stands: Stands = {}) {
  const { rack: rack_id, unit, size, snmp_params, ssh_params, netconf_params, ...plain } = body
  switchDriver(body.device)
  try {
    return await ctx.mutate(async (work, note) => {
      const id = await nextId(work, 'net_switch')
      const { face, depth } = standsOf('switch', stands)
      const spot = { unit, size, face, width: 'full', depth } as const
      const { location_id } = await place(work, { kind: 'switch', ref: id }, rack_id, spot)
      const params = paramColumns(id, body.ip, {}, { snmp_params, ssh_params, netconf_params })
      await work.tx.net_switch.create({
        data: { ...plain, ...params, id, location_id, rack_id, unit, size, face, depth },
      })
      note.entity = 'switch'
      note.entity_id = id
      changed(work, { entity: 'switch', entity_id: id, event: 'create', data: { name: body.name } })
      await queueSwitchPoll(work, id)
      return { id }
    })
  } catch (fault) {
    throw nameTaken(fault, 'A switch', body.name)
  }
}

/** Changes a switch. Another unit or size moves it; another way in is tried at once, and another host's key is pinned anew. */
export async function editSwitch(ctx: Context, id: number, body: SwitchEdit) {
  const { snmp_params, ssh_params, netconf_params, ...plain } = body
  const given = { snmp_params, ssh_params, netconf_params }
  try {
    await ctx.mutate(async (work) => {
      const now = await lockSwitch(work, id)
      if (plain.unit !== undefined || plain.size !== undefined)
        await place(work, { kind: 'switch', ref: id }, now.rack_id, {
          unit: plain.unit ?? now.unit,
          size: plain.size ?? now.size,
          face: now.face as 'front',
          width: 'full',
          depth: now.depth as 'full',
        })
      await writeEdit(ctx, work, work.tx.net_switch, naming, id, plain)
      const moved = body.ip !== undefined && body.ip !== now.ip
      const wayIn = moved || Object.values(given).some((one) => one !== undefined)
      if (!wayIn) return
      const otherPort = ssh_params?.port !== undefined || netconf_params?.port !== undefined
      const data = paramColumns(id, body.ip ?? now.ip, now, given)
      await work.tx.net_switch.update({
        where: { id },
        data: { ...data, ...((moved || otherPort) && { host_key: null }) },
      })
      await queueSwitchPoll(work, id)
    })
  } catch (fault) {
    throw nameTaken(fault, 'A switch', body.name)
  }
  return { id }
}

/** Removes a switch with its ports, once no server is connected to it. */
export async function deleteSwitch(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const now = await lockSwitch(work, id)
    const servers = `select distinct s.name from switch_connection k join switch_port p on p.id = k.switch_port_id
      join server s on s.id = k.server_id where p.switch_id = $1::int`
    refuseInUse('Switch', now.name, [await usedBy(work, 'server', servers, id)])
    await vacate(work, { kind: 'switch', ref: id })
    await work.tx.net_switch.delete({ where: { id } })
    changed(work, { entity: 'switch', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Asks the switch now, or answers the poll that is under way. */
export async function pollNow(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await lockSwitch(work, id)
    const { consul_id } = await queueSwitchPoll(work, id)
    return { id, task: consul_id }
  })
}

/** The switch, held so that it neither moves nor goes meanwhile. @throws PanelError 404 */
export async function lockSwitch(work: Work, id: number): Promise<net_switch> {
  await work.sql('select id from net_switch where id = $1::int for update', [id])
  const row = await work.tx.net_switch.findUnique({ where: { id } })
  if (!row) throw notFound('Switch', id)
  return row
}

type Given = { [kind in (typeof kinds)[number] as `${kind}_params`]: Record<string, unknown> | undefined }

/** Columns for the parameters that were given. @throws PanelError `refused` when SNMP could not be spoken with them */
function paramColumns(id: number, ip: string, row: object, given: Given) {
  const columns: Record<string, object | string | null> = {}
  for (const kind of kinds) {
    const params = given[`${kind}_params`]
    if (params === undefined) continue
    const stored = mergeParams('net_switch', id, kind, storedParams(row, kind), params)
    if (kind === 'snmp') snmpTarget(ip, openParams<SnmpParams>('net_switch', id, kind, stored))
    columns[`${kind}_params`] = stored.params
    columns[`${kind}_secrets`] = stored.secrets
  }
  return columns as Partial<Record<'snmp_params' | 'ssh_params' | 'netconf_params', object>>
}
