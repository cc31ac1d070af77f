import type { DomainStats } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { guestReader } from '../figures/guests.ts'
import { figureReader } from '../figures/read.ts'
import { type Load, writeLoads } from '../host/reported.ts'

type Sample = { at: number; cpu_time_ns: number }

/**
 * Turns the counters of a node's VMs into rates and writes them to their records, one statement a cycle for all VMs, and to the history of
 * figures. Lists and pages read these; none of them queries a node.
 */
export function loadReader(node_id: number) {
  let before = new Map<string, Sample>()
  const figures = figureReader(node_id)
  const guests = guestReader(node_id)

  return async (connection: NodeConnection, signal: AbortSignal) => {
    const stats = await connection.stats(signal)
    const at = performance.now()
    const rows = stats
      .filter((one) => one.state === 'running')
      .map((one) => reading(one, before.get(one.internal_name), at))
    before = new Map(stats.map((one) => [one.internal_name, { at, cpu_time_ns: one.cpu_time_ns }]))
    await writeLoads(node_id, rows)
    await figures.hosts(stats, at, guests.take())
    await figures.node(connection, signal)
    // Not waited for: a guest may take long to answer, and events of the node go on meanwhile.
    void guests.start(connection, signal)
  }
}

/** Percent of one processor since the sample before; null the first time, and after a restart set the counter back. */
function reading(now: DomainStats, before: Sample | undefined, at: number): Load {
  const used = before ? now.cpu_time_ns - before.cpu_time_ns : -1
  const cpu = before && used >= 0 && at > before.at ? (used / 1e6 / (at - before.at)) * 100 : null
  return { internal_name: now.internal_name, cpu, ram: now.ram_used_mib }
}
