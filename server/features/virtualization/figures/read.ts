import { isUsable, type Part } from '../../../domain/figures/rates.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { DomainStats, NodeCounters } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { judgeFigures } from './alarms.ts'
import { hostSample, nodeSample, pressurePart } from './samples.ts'
import { storeHostSamples, storeNodeSample } from './store.ts'

/**
 * Remembers the last reading of a node and of its VMs, stores what has happened since, and judges it. Lives as long as the connection: after a break
 * the first reading is only remembered.
 * @param clock milliseconds that only go forward
 */
export function figureReader(node_id: number, clock = () => performance.now()) {
  let domains: { at: number; of: Map<string, DomainStats> } | null = null
  let node: { at: number; counters: NodeCounters } | null = null
  const since = (at: number, before: { at: number } | null) => (before ? (at - before.at) / 1000 : 0)
  /** What its node counted of a VM since the last reading of VMs: it is read right after them, for the next slot. */
  const counted = (internal_name: string, at: number): Part[] => {
    const pressure = node && isUsable(since(at, node)) ? node.counters.pressures.get(internal_name) : undefined
    return pressure ? [pressurePart(pressure)] : []
  }

  return {
    /**
     * @param at when they were read, by the same clock
     * @param more what guests have reported since, by the names of their VMs
     */
    async hosts(stats: readonly DomainStats[], at: number, more: ReadonlyMap<string, readonly Part[]>): Promise<void> {
      const seconds = since(at, domains)
      const samples = stats.flatMap(
        (one) =>
          hostSample(domains?.of.get(one.internal_name), one, seconds, [
            ...counted(one.internal_name, at),
            ...(more.get(one.internal_name) ?? []),
          ]) ?? [],
      )
      domains = { at, of: new Map(stats.map((one) => [one.internal_name, one])) }
      await storeHostSamples(node_id, samples)
      await judgeFigures('host', node_id)
    },
    async node(connection: NodeConnection, signal: AbortSignal): Promise<void> {
      const counters = await connection.counters(signal).catch((error: unknown) => {
        // A node that cannot count itself still runs its VMs.
        if (error instanceof PanelError && error.code === 'device_rejected') return null
        throw error
      })
      if (!counters) return
      const at = clock()
      const sample = nodeSample(node?.counters ?? null, counters, since(at, node))
      node = { at, counters }
      if (sample) await storeNodeSample(node_id, sample)
      await judgeFigures('node', node_id)
    },
  }
}
