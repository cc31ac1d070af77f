import type { Readings } from '../../reading-types.ts'
import { consoleLog, lxcLog } from '../console.ts'
import type { LxdNode } from '../lxd-node.ts'
import { instanceName } from '../names.ts'

/** What LXD says about containers. */
export function readings(node: LxdNode): Readings {
  const { link, instances, rules } = node
  return {
    domains: (signal) => node.do(signal, () => instances.list(signal)),
    domain: (internalName, signal) => node.do(signal, () => instances.info(internalName, signal)),
    stats: (signal) => node.do(signal, () => instances.stats(signal)),
    domainSizes: (internalName, signal) => node.do(signal, () => instances.sizes(internalName, signal)),
    packetCounters: (internalName, signal) => node.do(signal, () => rules.counters(internalName, signal)),
    onDomainEvent: (listener) => node.onEvent(listener),
    hypervisorLog: (internalName, signal) => node.do(signal, () => lxcLog(link, instanceName(internalName), signal)),
    consoleLog: (internalName, signal) => node.do(signal, () => consoleLog(link, instanceName(internalName), signal)),
  }
}
