import { refused } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { runsContainers } from '../../simulation/hypervisor/container-nodes.ts'
import { dummyDriver } from '../../simulation/hypervisor/driver.ts'
import { kvmDriver } from './kvm/driver.ts'
import { lxdDriver } from './lxd/driver.ts'
import type { HypervisorDriver } from './types.ts'

/** Clusters of containers may have simulated nodes too: a type of their own would be one that the API does not have. */
const containers: HypervisorDriver = {
  ...lxdDriver,
  connect: (target, signal) => driverAt(target.address).connect(target, signal),
  openFolder: (target, path, signal) => driverAt(target.address).openFolder(target, path, signal),
}
const driverAt = (address: string) => (runsContainers(address) ? dummyDriver : lxdDriver)

const drivers: readonly HypervisorDriver[] = [kvmDriver, containers, dummyDriver]

/** The driver behind a cluster's `virtualization_type`. @throws PanelError refused for one we do not have */
export function hypervisorDriver(id: string): HypervisorDriver {
  const found = drivers.find((driver) => driver.id === id)
  if (found) return found
  const known = drivers.map((driver) => driver.id).join(', ')
  throw refused(msg`Virtualization of this kind is not supported; supported: ${known}`, id)
}
