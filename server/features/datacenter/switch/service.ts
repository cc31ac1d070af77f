import type { net_switch } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { SwitchCreate, SwitchEdit } from '../../../domain/switch/schema.ts'
import { switchDriver, switchDrivers } from '../../../drivers/switch/registry.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { paramColumns, removeDevice, restand, supported } from '../device/common.ts'
import { nextId } from '../device/next-id.ts'
import { type Mounting, mountingOf } from '../placement/move.ts'
import { place } from '../placement/service.ts'
import { queueSwitchPoll } from './poll.ts'

const naming = { entity: 'switch', what: msg`Switch` } as const
const kinds = ['snmp', 'ssh', 'netconf'] as const

/** The drivers there are. */
export const supportedSwitches = () => supported(switchDrivers)

/** Adds a switch where it stands; the first poll is queued with it. */
export async function createSwitch(ctx: Context, body: SwitchCreate, stands: Mounting = {}) {
  const { rack: rack_id, unit, size, snmp_params, ssh_params, netconf_params, ...plain } = body
  const given = { snmp_params, ssh_params, netconf_params }
  switchDriver(body.device)
  return uniqueName(msg`A switch`, body.name, () =>
    ctx.mutate(async (work) => {
      const id = await nextId(work, 'net_switch')
      const { face, depth } = mountingOf('switch', stands)
      const spot = { unit, size, face, width: 'full', depth } as const
      const { location_id } = await place(work, { kind: 'switch', ref: id }, rack_id, spot)
      const params = paramColumns('net_switch', kinds, { id, ip: body.ip, row: {} }, given)
      await work.tx.net_switch.create({
        data: { ...plain, ...params, id, location_id, rack_id, unit, size, face, depth },
      })
      changed(work, { entity: 'switch', entity_id: id, event: 'create', data: { name: body.name } })
      await queueSwitchPoll(work, id)
      return { id }
    }),
  )
}

/** Changes a switch. Another unit or size moves it; another way in is tried at once, and another host's key is pinned anew. */
export async function editSwitch(ctx: Context, id: number, body: SwitchEdit) {
  const { snmp_params, ssh_params, netconf_params, ...plain } = body
  const given = { snmp_params, ssh_params, netconf_params }
  await uniqueName(msg`A switch`, body.name, () =>
    ctx.mutate(async (work) => {
      const now = await lockSwitch(work, id)
      if (plain.unit !== undefined || plain.size !== undefined)
        await restand(work, 'switch', now, { rack_id: now.rack_id, unit: plain.unit, size: plain.size })
      await writeEdit(ctx, work, work.tx.net_switch, naming, id, plain)
      const moved = body.ip !== undefined && body.ip !== now.ip
      const wayIn = moved || Object.values(given).some((one) => one !== undefined)
      if (!wayIn) return
      const otherPort = ssh_params?.port !== undefined || netconf_params?.port !== undefined
      const data = paramColumns('net_switch', kinds, { id, ip: body.ip ?? now.ip, row: now }, given)
      await work.tx.net_switch.update({
        where: { id },
        data: { ...data, ...((moved || otherPort) && { host_key: null }) },
      })
      await queueSwitchPoll(work, id)
    }),
  )
  return { id }
}

/** Removes a switch with its ports, once no server is connected to it. */
export const deleteSwitch = (ctx: Context, id: number) =>
  removeDevice(
    ctx,
    'switch',
    id,
    (work) => lockSwitch(work, id),
    (work) => work.tx.net_switch.delete({ where: { id } }),
  )

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
  await lockRow(work, 'net_switch', id)
  const row = await work.tx.net_switch.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Switch`, id)
  return row
}
