import { vi } from 'vitest'
import { deviceRejected, deviceUnreachable } from '../../../domain/shared/errors.ts'
import { deviceNames } from '../../../drivers/device-messages.ts'
import { pduDrivers } from '../../../drivers/pdu/registry.ts'
import type { PduConnection, PduTarget } from '../../../drivers/pdu/types.ts'
import { msg } from '../../../shared/text.ts'

/** PDUs that fall silent and outlets that do not move, by the port of their agent: real ones take twenty seconds to be given up. */
export const trouble = { silent: new Set<number>(), stuck: new Set<string>() }
/** Connections to each PDU now, by the port of its agent, and the most that one had at once. */
export const open = { now: new Map<number, number>(), most: 0 }

/** Puts these troubles between the panel and all PDUs; until `vi.restoreAllMocks`. */
export function troublePdus(): void {
  open.most = 0
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
        throw deviceUnreachable(msg`${deviceNames.pdu.at(target.address)} does not answer over SNMP`)
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
          throw deviceRejected(msg`The PDU took the command but outlet ${identity} does not move`)
        return device.setOutlet(identity, power, signal)
      },
    }
  }
  for (const driver of pduDrivers) {
    const connect = driver.connect.bind(driver)
    vi.spyOn(driver, 'connect').mockImplementation((target) => wrap(target, connect(target)))
  }
}
