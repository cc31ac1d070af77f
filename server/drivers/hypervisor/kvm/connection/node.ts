import { authorizeKey, ensureDirectories } from '../../linux/files.ts'
import { makeIsolatedBridge, removeIsolatedBridge } from '../../linux/isolated-bridge.ts'
import type { NodeSystem } from '../../node-types.ts'
import { probeAccelerator } from '../accelerator.ts'
import { capabilitiesOf } from '../capabilities.ts'
import type { KvmNode } from '../kvm-node.ts'

/** The node itself, with libvirt and QEMU on it. */
export function nodeSystem(node: KvmNode): NodeSystem {
  const { ssh, link, host } = node
  return {
    checkOs: (signal) => node.do(signal, () => host.checkOs(signal)),
    checkHypervisor: (signal) => node.do(signal, () => host.checkHypervisor(signal)),
    probeAccelerator: (signal) => node.do(signal, () => probeAccelerator(ssh, signal)),
    capabilities: (accelerator, signal) => node.do(signal, () => capabilitiesOf(ssh, link, accelerator, signal)),
    facts: (signal) => node.do(signal, () => host.facts(signal)),
    usage: (path, signal) => node.do(signal, () => host.usage(path, signal)),
    counters: (signal) => node.do(signal, () => host.counters(signal)),
    authorizeKey: (publicKey, signal) => node.do(signal, () => authorizeKey(ssh, publicKey, signal)),
    ensureDirectories: (paths, signal) => node.do(signal, () => ensureDirectories(ssh, paths, signal)),
    makeIsolatedBridge: (bridge, signal) => node.do(signal, () => makeIsolatedBridge(ssh, bridge, signal)),
    removeIsolatedBridge: (bridge, signal) => node.do(signal, () => removeIsolatedBridge(ssh, bridge, signal)),
    openTcp: (address, port, signal) => node.do(signal, () => ssh.openTcp(address, port, signal)),
  }
}
