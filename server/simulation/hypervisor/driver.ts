import { notSsh, otherHostKey } from '../../domain/node/messages.ts'
import { deviceRejected, deviceUnreachable } from '../../domain/shared/errors.ts'
import type { HypervisorDriver, NodeTarget } from '../../drivers/hypervisor/types.ts'
import { msg } from '../../shared/text.ts'
import { DummyConnection } from './connection.ts'
import { faultyNodes, isAway } from './faults.ts'
import { SimulatedFolder } from './folder.ts'
import { hostKeyOf } from './model.ts'
import { type DummyNode, dummyNode, takes } from './node.ts'
import type { NodeState } from './state.ts'

/** As good a sign-in as a simulation needs: any password but `wrong`, any key that was authorized. */
function maySignIn({ auth }: NodeTarget, state: NodeState): boolean {
  if ('password' in auth) return auth.password !== 'wrong'
  const key = Buffer.from(auth.privateKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  return state.authorized_keys.some((blob) => key.includes(Buffer.from(blob, 'base64')))
}

/**
 * A simulated hypervisor: a node is a state that is kept for all processes, VMs have a real screen (RFB) and serial
 * port with a login. Serves the demo and the tests. The target's address names the node; any address works, some have
 * faults (faults.ts).
 */
export const dummyDriver: HypervisorDriver = {
  id: 'dummy',
  label: 'Simulated',
  async connect(target, signal) {
    const { node, state } = await signIn(target, signal)
    return new DummyConnection(node, state)
  },
  async openFolder(target, path, signal) {
    const { node, state } = await signIn(target, signal)
    return new SimulatedFolder(node, state, path, signal)
  },
}

async function signIn(target: NodeTarget, signal: AbortSignal): Promise<{ node: DummyNode; state: NodeState }> {
  const node = dummyNode(target.address)
  const fault = faultyNodes[target.address]
  await node.pause(takes.connect, signal)
  const state = await node.store.update((present) => present) // makes the node when it is new
  if (state.offline || fault === 'unreachable' || (fault === 'flapping' && isAway(Date.now()))) {
    throw deviceUnreachable(
      msg`The node does not accept connections (timed out): check its address and port, and that it is on`,
    )
  }
  if (fault === 'not_ssh') {
    throw deviceRejected(notSsh)
  }
  const shown = fault === 'changed_key' ? hostKeyOf(`${target.address} ${Date.now()}`) : hostKeyOf(target.address)
  if (target.hostKey !== null && target.hostKey !== shown) {
    throw deviceRejected(otherHostKey(shown))
  }
  if (fault === 'wrong_password' || !maySignIn(target, state)) {
    throw deviceRejected(
      msg`The node rejected the sign-in: check the user name and the password or key, and that the user may sign in over SSH`,
    )
  }
  return { node, state }
}

/** Takes a simulated node off the network, or puts it back; every process notices at once. */
export function setDummyOffline(node: string, offline: boolean): Promise<void> {
  return dummyNode(node).store.update((state) => {
    state.offline = offline
  })
}
