import { PanelError } from '../../../domain/shared/errors.ts'
import { deviceNames } from '../../../drivers/device-messages.ts'
import type * as Registry from '../../../drivers/pdu/registry.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import { msg } from '../../../shared/text.ts'

/** PDUs that fall silent and outlets that do not move, by the port of their agent: real ones take twenty seconds to be given up. */
export const trouble = { silent: new Set<number>(), stuck: new Set<string>() }
/** Connections to each PDU now, by the port of its agent, and the most that one had at once. */
export const open = { now: new Map<number, number>(), most: 0 }

/** In place of `drivers/pdu/registry.ts`. */
export async function troubledPdus(original: () => Promise<typeof Registry>): Promise<typeof Registry> {
  const real = await original()
  const wrap = (target: PduTarget, device: PduConnection): PduConnection => {
    const port = (target.snmp as { port?: number }).port ?? 0
    const connections = (more: number) => {
      const now = (open.now.get(port) ?? 0) + more
      open.now.set(port, now)
      open.most = Math.max(open.most, now)
    }
    connections(1)
    const hear = () => {
      if (trouble.silent.has(port))
        throw new PanelError('device_unreachable', msg`${deviceNames.pdu.at(target.address)} does not answer over SNMP`)
    }
    return {
      close() {
        connections(-1)
        device.close()
      },
      async read(signal) {
        hear()
        return device.read(signal)
      },
      async readOutlets(identities, signal) {
        hear()
        return device.readOutlets(identities, signal)
      },
      async setOutlet(identity, power, signal) {
        hear()
        if (trouble.stuck.has(`${port}:${identity}`))
          throw new PanelError('device_rejected', msg`The PDU took the command but outlet ${identity} does not move`)
        return device.setOutlet(identity, power, signal)
      },
    }
  }
  return {
    ...real,
    pduDriver: (device: string) => {
      const driver = real.pduDriver(device)
      return { ...driver, connect: (target: PduTarget) => wrap(target, driver.connect(target)) }
    },
  }
}
