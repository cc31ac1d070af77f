import { deviceRejected } from '../../domain/shared/errors.ts'
import type { GuestFileSystem } from '../../drivers/hypervisor/figure-types.ts'
import { msg } from '../../shared/text.ts'
import { requireAgent } from './domains.ts'
import { fill } from './load.ts'
import { type DummyNode, need } from './node.ts'
import { isOn } from './state.ts'

const MIB = 1 << 20

/** A file system a disk, by the guest's agent. */
export async function guestFileSystems(node: DummyNode, name: string): Promise<GuestFileSystem[]> {
  const state = await node.store.read()
  const domain = need(state, name)
  if (!isOn(domain)) throw deviceRejected(msg`The VM is off`)
  requireAgent(node, name, domain)
  return domain.spec.disks.map(({ path, target_dev }, i) => {
    const file = state.files[path]
    const total_bytes = (file?.kind === 'volume' ? file.size_mib : 1024) * MIB
    const share = i === 0 ? fill(domain.guest.hostname, name) : fill('', `${name} ${target_dev}`)
    return { mount: i === 0 ? '/' : `/mnt/${target_dev}`, total_bytes, used_bytes: Math.round(total_bytes * share) }
  })
}
