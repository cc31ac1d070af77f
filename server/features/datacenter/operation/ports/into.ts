import type { net_switch } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { transaction } from '../../../../db/transaction.ts'
import { deviceRejected, refused, wrongState } from '../../../../domain/shared/errors.ts'
import { isAsWanted } from '../../../../drivers/switch/port-change.ts'
import type { PortVlanAfter, PortVlanChange, SwitchConnection } from '../../../../drivers/switch/types.ts'
import { pause } from '../../../../shared/abort.ts'
import { msg } from '../../../../shared/text.ts'
import { withSwitch } from '../../switch/open.ts'
import { storePort } from '../../switch/store.ts'
import { holdPort, named, noteMoving, type Port, portsToMove, provisioning } from './rows.ts'

/** A change that people asked for before is waited for so long. */
const FREE_MS = 3 * 60_000
const LOOK_MS = 500

export const switchOf = (port: Port): Promise<net_switch> =>
  db().prisma.net_switch.findUniqueOrThrow({ where: { id: port.switch_id } })

/**
 * Puts the ports of a server into the provisioning VLAN, each after it was noted how it was: what is noted is put back, whatever happens next. May be repeated.
 * @throws PanelError of the driver; `refused` for an uplink, and for a port that could not be put back; `wrong_state` for one that is being changed all the time
 */
export async function putIntoProvisioning(
  operation: { id: number; server_id: number },
  vlan: number,
  signal: AbortSignal,
): Promise<void> {
  const ports = await portsToMove(operation.server_id)
  const uplink = ports.find(({ is_uplink }) => is_uplink)
  if (uplink) throw refused(msg`${named(uplink)} is an uplink: it is not put into the provisioning VLAN`)
  for (const port of ports) {
    const until = Date.now() + FREE_MS
    // In between the switch is free, which the change that is waited for needs.
    while (!(await moveIn(operation.id, port, vlan, signal))) {
      if (Date.now() > until) throw wrongState(msg`${named(port)} is being changed: try again when that has ended`)
      await pause(LOOK_MS, signal)
    }
  }
}

async function moveIn(operation_id: number, port: Port, vlan: number, outer: AbortSignal): Promise<boolean> {
  const after = await withSwitch(await switchOf(port), outer, async (device, signal) => {
    const seen = await device.readPortVlan(port.if_index, signal)
    if (!seen) throw deviceRejected(msg`${named(port)} has no VLANs that could be changed`)
    const held = await transaction((work) => holdPort(work, operation_id, port, vlan, seen))
    return held ? setVlan(device, port, provisioning(vlan), signal) : null
  })
  if (!after) return false
  await transaction(async (work) => {
    await storePort(work, port.switch_id, after, after.at)
    await noteMoving(work, port, false)
  })
  return true
}

/** Sets the VLANs of a port and reads them back. @throws PanelError `device_rejected` when the device has made something else of it */
export async function setVlan(
  device: SwitchConnection,
  port: Port,
  wanted: PortVlanChange,
  signal: AbortSignal,
): Promise<PortVlanAfter> {
  const after = await device.setPortVlan(port.if_index, wanted, signal)
  if (isAsWanted(after.vlan, wanted)) return after
  throw deviceRejected(msg`The switch has not set the VLANs of ${named(port)} as they were asked for`)
}
