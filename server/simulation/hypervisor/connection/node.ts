import { ownCapabilities } from '../../../domain/node/capabilities.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { supported } from '../../../drivers/hypervisor/linux/os-release.ts'
import { nodePath } from '../../../drivers/hypervisor/linux/paths.ts'
import type { NodeSystem } from '../../../drivers/hypervisor/node-types.ts'
import { msg } from '../../../shared/text.ts'
import type { DummyCalls } from '../calls.ts'
import { runsContainers } from '../container-nodes.ts'
import { countersOf } from '../counters.ts'
import { authorizeKey, ensureDirectories } from '../files.ts'
import { makeIsolated, removeIsolated } from '../isolated.ts'
import { factsOf, system, usageOf, versionsOf } from '../model.ts'
import { takes } from '../node.ts'
import { directoryExists } from '../volumes.ts'

/** The simulated node itself. */
export const nodeSystem: DummyCalls<NodeSystem> = {
  checkOs(signal) {
    return this.link.do(takes.command, signal, () => {
      if (this.fault !== 'unknown_os') return system
      throw deviceRejected(msg`Slackware 15.0 is not supported on nodes: use one of ${supported}, or newer`)
    })
  },

  checkHypervisor(signal) {
    return this.link.do(takes.command, signal, () => {
      if (this.fault !== 'no_hypervisor') return versionsOf(this.node.name)
      throw deviceRejected(msg`libvirt is not installed on the node: install libvirt-daemon-system and qemu-system-x86`)
    })
  },

  probeAccelerator(signal) {
    if (runsContainers(this.node.name)) return this.link.do(takes.command, signal, () => 'none')
    return this.link.do(takes.probe, signal, () => (this.fault === 'no_kvm' ? 'tcg' : 'kvm'))
  },

  capabilities(accelerator, signal) {
    if (runsContainers(this.node.name)) return this.link.do(takes.command, signal, () => ownCapabilities('lxd'))
    const emulated = ownCapabilities('dummy').filter((one) => one !== 'host_cpu' && one !== 'nesting')
    return this.link.do(takes.command, signal, () => (accelerator === 'kvm' ? ownCapabilities('dummy') : emulated))
  },

  facts(signal) {
    return this.link.do(takes.command, signal, () => factsOf(this.node.name))
  },

  usage(path, signal) {
    return this.link.do(takes.command, signal, async () => {
      const state = await this.node.store.read()
      if (!directoryExists(state, nodePath(path))) throw deviceRejected(msg`There is no ${path} on the node`)
      return usageOf(this.node.name, state, Date.now())
    })
  },

  counters(signal) {
    return this.link.do(takes.command, signal, async () =>
      countersOf(this.node.name, await this.node.store.read(), Date.now()),
    )
  },

  authorizeKey(publicKey, signal) {
    return this.link.do(takes.command, signal, () => authorizeKey(this.node, publicKey))
  },

  ensureDirectories(paths, signal) {
    return this.link.do(takes.command, signal, () => ensureDirectories(this.node, paths))
  },

  makeIsolatedBridge(bridge, signal) {
    return this.link.do(takes.command, signal, () => makeIsolated(this.node, bridge))
  },

  removeIsolatedBridge(bridge, signal) {
    return this.link.do(takes.command, signal, () => removeIsolated(this.node, bridge))
  },

  /** Simulated guests have no SSH server. */
  openTcp(address, port, signal) {
    return this.link.do(takes.command, signal, async () => {
      throw deviceRejected(msg`No service on the node listens at ${`${address}:${port}`}`)
    })
  },
}
