import { deviceRejected } from '../../domain/shared/errors.ts'
import type { KeyChange } from '../../drivers/hypervisor/guest-types.ts'
import { msg } from '../../shared/text.ts'
import { requireAgent } from './domains.ts'
import { type DummyNode, need } from './node.ts'
import { isOn, type NodeState } from './state.ts'

function running(node: DummyNode, state: NodeState, name: string) {
  const domain = need(state, name)
  if (!isOn(domain)) throw deviceRejected(msg`SSH keys of a guest can only be changed while the VM runs`)
  requireAgent(node, name, domain)
  return domain.guest
}

/** Lines of a user's authorized_keys in a running guest. */
export async function guestKeys(node: DummyNode, name: string, user: string): Promise<string[]> {
  return running(node, await node.store.read(), name).ssh_keys?.[user] ?? []
}

/** What is there already is not added twice. */
export const changeGuestKeys = (node: DummyNode, name: string, user: string, { add, remove }: KeyChange) =>
  node.store.update((state) => {
    const guest = running(node, state, name)
    const kept = (guest.ssh_keys?.[user] ?? []).filter((line) => !remove.includes(line))
    guest.ssh_keys = { ...guest.ssh_keys, [user]: [...kept, ...add.filter((line) => !kept.includes(line))] }
  })
