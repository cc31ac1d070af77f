import { type Capability, ownCapabilities } from '../../../../domain/node/capabilities.ts'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { Accelerator } from '../../domain-types.ts'
import { authorizeKey, ensureDirectories } from '../../linux/files.ts'
import { makeIsolatedBridge, removeIsolatedBridge } from '../../linux/isolated-bridge.ts'
import type { HypervisorVersions, NodeSystem } from '../../node-types.ts'
import { canCount, canLimit, canReject, checkNft } from '../../packets/check.ts'
import type { LxdNode } from '../lxd-node.ts'
import { storagePool } from '../pool.ts'

// What the panel uses of LXD beyond its first version.
const neededExtensions = ['instances', 'metrics', 'console', 'container_exec_recording']

/** The node itself, with LXD on it. */
export function nodeSystem(node: LxdNode): NodeSystem {
  const { ssh, link, host } = node

  const checkHypervisor = (signal: AbortSignal): Promise<HypervisorVersions> =>
    node.do(signal, async () => {
      const { api_extensions, auth, environment } = await link.server(signal)
      if (auth !== 'trusted')
        throw deviceRejected(msg`LXD does not trust the user that the panel signs in as: use root`)
      const version = cleanMessage(environment.server_version)
      const missing = neededExtensions.filter((one) => !api_extensions.includes(one))
      if (missing.length > 0)
        throw deviceRejected(msg`LXD ${version} is too old: it lacks ${missing.join(', ')}; 5.0 or newer is needed`)
      await storagePool(link, signal)
      await checkNft(ssh, signal)
      return { libvirt_version: null, qemu_version: null, lxd_version: version }
    })

  return {
    checkOs: (signal) => node.do(signal, () => host.checkOs(signal)),
    checkHypervisor,
    /** Containers run on the node's own kernel: there is nothing to accelerate. */
    probeAccelerator: (signal) => node.do<Accelerator>(signal, async () => 'none'),
    capabilities: (_accelerator, signal) =>
      node.do(signal, async () => {
        const [reject, traffic, tcp_connections] = await Promise.all(
          [canReject, canLimit, canCount].map((can) => can(ssh, signal)),
        )
        const has: Partial<Record<Capability, boolean>> = { reject, traffic, tcp_connections }
        return ownCapabilities('lxd').filter((one) => has[one] ?? true)
      }),

    facts: (signal) =>
      node.do(signal, async () => {
        const [os, hypervisor, { environment }, hardware] = await Promise.all([
          host.checkOs(signal),
          checkHypervisor(signal),
          link.server(signal),
          host.hardware(signal),
        ])
        return { hostname: cleanMessage(environment.server_name ?? ''), ...os, ...hypervisor, ...hardware }
      }),

    usage: (path, signal) => node.do(signal, () => host.usage(path, signal)),
    counters: (signal) => node.do(signal, () => host.counters(signal)),
    authorizeKey: (publicKey, signal) => node.do(signal, () => authorizeKey(ssh, publicKey, signal)),
    ensureDirectories: (paths, signal) => node.do(signal, () => ensureDirectories(ssh, paths, signal)),
    makeIsolatedBridge: (bridge, signal) => node.do(signal, () => makeIsolatedBridge(ssh, bridge, signal)),
    removeIsolatedBridge: (bridge, signal) => node.do(signal, () => removeIsolatedBridge(ssh, bridge, signal)),
    openTcp: (address, port, signal) => node.do(signal, () => ssh.openTcp(address, port, signal)),
  }
}
