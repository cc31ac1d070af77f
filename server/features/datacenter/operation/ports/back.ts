import { stored } from '../../../../db/sentences.ts'
import { transaction } from '../../../../db/transaction.ts'
import { deviceRejected, PanelError } from '../../../../domain/shared/errors.ts'
import { isAsWanted } from '../../../../drivers/switch/port-change.ts'
import type { PortVlanChange } from '../../../../drivers/switch/types.ts'
import { pause } from '../../../../shared/abort.ts'
import { joined, msg, type Text } from '../../../../shared/text.ts'
import { withSwitch } from '../../switch/open.ts'
import { notePortFault } from '../../switch/port-fault.ts'
import { storePort } from '../../switch/store.ts'
import { setVlan, switchOf } from './into.ts'
import { type HeldPort, heldPorts, isOwnDoing, named, noteMoving, provisioning, tellPort } from './rows.ts'

/** What became of ports, in stored words: `left` were changed by others meanwhile, `failed` are held until they can be put back. */
export type PutBack = { left: string | null; failed: string | null }

/** A switch that restarts is back within this time. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000]

/** Puts ports back into the VLANs that they had, trying again for a while; what still fails is noted at the port, and is a problem until it is mended. */
export async function putBack(
  by: Parameters<typeof heldPorts>[0],
  signal: AbortSignal,
  pauses: readonly number[] = PAUSES_MS,
): Promise<PutBack> {
  const left: Text[] = []
  for (let n = 0; ; n++) {
    const failed: Text[] = []
    for (const port of await heldPorts(by)) {
      const { words, done } = await moveBack(port, signal)
      if (words) (done ? left : failed).push(words)
    }
    const ms = pauses[n]
    if (failed.length === 0 || ms === undefined) return { left: inOne(left), failed: inOne(failed) }
    await pause(ms, signal)
  }
}

const inOne = (all: readonly Text[]) => (all.length > 0 ? stored(joined(all, '. ')) : null)

type Became = { done: boolean; words: Text | null }

async function moveBack(port: HeldPort, outer: AbortSignal): Promise<Became> {
  try {
    const { seen, left } = await withSwitch(await switchOf(port), outer, async (device, signal) => {
      const at = new Date()
      const vlan = await device.readPortVlan(port.if_index, signal)
      if (!vlan) throw deviceRejected(msg`The switch has no such port`)
      const isBack = isAsWanted(vlan, port.before)
      if (isBack && !port.moving) return { seen: { at, vlan }, left: false }
      if (!isBack && !isOwnDoing(vlan, port)) return { seen: { at, vlan }, left: true }
      await transaction((work) => noteMoving(work, port, true))
      // Half a change may not show, and only a whole one takes all of it away.
      if (port.moving) await setVlan(device, port, provisioning(port.vlan), signal)
      return { seen: await setVlan(device, port, port.before, signal), left: false }
    })
    const words = left
      ? msg`${named(port)} was changed meanwhile and is left as it is, with ${inWords(seen.vlan)}: before the operation it had ${inWords(port.before)}`
      : null
    await transaction(async (work) => {
      await storePort(work, port.switch_id, seen, seen.at)
      await work.tx.operation_port.deleteMany({ where: { switch_port_id: port.id } })
      if (words) await notePortFault(work, port, stored(words))
      else tellPort(work, port)
    })
    return { done: true, words }
  } catch (fault) {
    outer.throwIfAborted()
    if (!(fault instanceof PanelError)) throw fault
    const words = msg`${named(port)} is still in the provisioning VLAN ${port.vlan} and should have ${inWords(port.before)}: ${fault.text}`
    await transaction(async (work) => {
      await work.sql(
        'update operation_port set fault = $2, fault_at = coalesce(fault_at, now()) where switch_port_id = $1::int returning switch_port_id',
        [port.id, stored(words)],
      )
      tellPort(work, port)
    })
    return { done: false, words }
  }
}

const MOST_NAMED = 20

/** VLANs of a port as people say them. */
const inWords = ({
  vlan_id,
  is_trunk,
  trunk_members,
}: Omit<PortVlanChange, 'vlan_id'> & { vlan_id: number | null }) => {
  if (!is_trunk) return msg`VLAN ${vlan_id ?? 0}`
  if (trunk_members.length > MOST_NAMED) return msg`VLAN ${vlan_id ?? 0} and ${trunk_members.length} tagged ones`
  return msg`VLAN ${vlan_id ?? 0} and tagged ${trunk_members.join(', ')}`
}
