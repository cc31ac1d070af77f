import { PanelError } from '../../../domain/shared/errors.ts'
import type { DomainStats, NodeCounters } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { hostSample, nodeSample } from './samples.ts'
import { type NodeLimits, storeHostSamples, storeNodeSample } from './store.ts'

/**
 * Remembers the last reading of a node and of its VMs, and stores what has happened since. Lives as long as the connection: after a break
 * the first reading is only remembered.
 */
export function figureReader(node_id: number, limits: () => NodeLimits) {
  let domains: { at: number; of: Map<string, DomainStats> } | null = null
  let node: { at: number; counters: NodeCounters } | null = null
  const since = (at: number, before: { at: number } | null) => (before ? (at - before.at) / 1000 : 0)

  return {
    /** @param at milliseconds of a clock that only goes forward */
    async hosts(stats: readonly DomainStats[], at: number): Promise<void> {
      const seconds = since(at, domains)
      const samples = stats.flatMap((one) => hostSample(domains?.of.get(one.internal_name), one, seconds) ?? [])
      domains = { at, of: new Map(stats.map((one) => [one.internal_name, one])) }
      await storeHostSamples(node_id, samples)
    },
    async node(connection: NodeConnection, signal: AbortSignal): Promise<void> {
      const counters = await connection.counters(signal).catch((error: unknown) => {
        // A node that cannot count itself still runs its VMs.
        if (error instanceof PanelError && error.code === 'device_rejected') return null
        throw error
      })
      if (!counters) return
      const at = performance.now()
      const sample = nodeSample(node?.counters ?? null, counters, since(at, node))
      node = { at, counters }
      if (sample) await storeNodeSample(node_id, sample, limits())
    },
  }
}
