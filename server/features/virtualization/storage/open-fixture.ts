import { targetOf } from '../../../../e2e/lab/state.ts'
import { exclusively } from '../../../db/exclusively.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'

/** Two storages that want the same place. */
export const [own, other] = ['0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001', '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0002'] as const

/** Connects to a real node, for one of its storages; a database has to be open for what several nodes see. */
export async function openStorage(node: Parameters<typeof targetOf>[0], place: StoragePlace) {
  const target = { ...targetOf(node), exclusively }
  return (await hypervisorDriver('kvm').connect(target, soon())).storage(place)
}
