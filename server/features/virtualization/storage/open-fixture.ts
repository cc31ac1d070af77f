import { exclusively } from '../../../db/exclusively.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'

/** Two storages that want the same place. */
export const [own, other] = ['0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001', '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0002'] as const

type Node = { address: string; ssh_port: number; user: string; password: string }

/** Connects to a real node, for one of its storages; a database has to be open for what several nodes see. */
export async function openStorage({ address, ssh_port, user, password }: Node, place: StoragePlace) {
  const target = { address, port: ssh_port, username: user, auth: { password }, hostKey: null, exclusively }
  return (await hypervisorDriver('kvm').connect(target, soon())).storage(place)
}
