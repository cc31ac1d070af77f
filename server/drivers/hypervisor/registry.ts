import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { dummyDriver } from '../../simulation/hypervisor/driver.ts'
import { kvmDriver } from './kvm/driver.ts'
import { lxdDriver } from './lxd/driver.ts'
import type { HypervisorDriver } from './types.ts'

const drivers: readonly HypervisorDriver[] = [kvmDriver, lxdDriver, dummyDriver]

/** The driver behind a cluster's `virtualization_type`. @throws PanelError refused for one we do not have */
export function hypervisorDriver(id: string): HypervisorDriver {
  const found = drivers.find((driver) => driver.id === id)
  if (found) return found
  const known = drivers.map((driver) => driver.id).join(', ')
  throw new PanelError('refused', msg`Virtualization of this kind is not supported; supported: ${known}`, {
    value: id,
  })
}
