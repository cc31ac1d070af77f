import type { Readings } from '../../reading-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { consoleLog, hypervisorLog } from '../log.ts'

/** What libvirt and the node's logs say about domains. */
export function readings(node: KvmNode): Readings {
  const { ssh, domains, rules } = node
  return {
    domains: (signal) => node.do(signal, () => domains.list(signal)),
    domain: (internalName, signal) => node.do(signal, () => domains.info(internalName, signal)),
    stats: (signal) => node.do(signal, () => domains.stats(signal)),
    domainSizes: (internalName, signal) => node.do(signal, () => domains.sizes(internalName, signal)),
    packetCounters: (internalName, signal) => node.do(signal, () => rules.counters(internalName, signal)),
    onDomainEvent: (listener) => node.onEvent(listener),
    hypervisorLog: (internalName, signal) => node.do(signal, () => hypervisorLog(ssh, internalName, signal)),
    consoleLog: (internalName, signal) => node.do(signal, () => consoleLog(ssh, internalName, signal)),
  }
}
