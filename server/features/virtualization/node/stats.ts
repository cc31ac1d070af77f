import { db } from '../../../db/pool.ts'
import type { DomainStats, NodeConnection } from '../../../drivers/hypervisor/types.ts'

type Sample = { at: number; cpu_time_ns: number }

/**
 * Turns the counters of a node's VMs into rates and writes them to their records, one statement a cycle for all VMs.
 * Lists and pages read these; none of them queries a node.
 */
export function loadReader(node_id: number) {
  let before = new Map<string, Sample>()

  return async (connection: NodeConnection, signal: AbortSignal) => {
    const stats = await connection.stats(signal)
    const at = performance.now()
    const rows = stats
      .filter((one) => one.state === 'running')
      .map((one) => reading(one, before.get(one.internal_name), at))
    before = new Map(stats.map((one) => [one.internal_name, { at, cpu_time_ns: one.cpu_time_ns }]))
    await db().pool.query(
      `update host h set cpu_percent = case when r.cpu is null then h.cpu_percent else least(100, round(r.cpu / greatest(1, h.cpu_number)))::int end,
              ram_used_mib = r.ram
         from jsonb_to_recordset($2::jsonb) as r(internal_name text, cpu float8, ram int)
        where h.node_id = $1 and h.internal_name = r.internal_name`,
      [node_id, JSON.stringify(rows)],
    )
    await db().pool.query(
      `update host set cpu_percent = null, ram_used_mib = null where node_id = $1 and cpu_percent is not null and internal_name <> all($2::text[])`,
      [node_id, rows.map((row) => row.internal_name)],
    )
  }
}

/** Percent of one processor since the sample before; null the first time, and after a restart set the counter back. */
function reading(now: DomainStats, before: Sample | undefined, at: number) {
  const used = before ? now.cpu_time_ns - before.cpu_time_ns : -1
  const cpu = before && used >= 0 && at > before.at ? (used / 1e6 / (at - before.at)) * 100 : null
  return { internal_name: now.internal_name, cpu, ram: now.ram_used_mib }
}
