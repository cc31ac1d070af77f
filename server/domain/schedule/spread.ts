import type { BackupMode } from '../backup/states.ts'

/** What is started in one go. */
export type Cut = { node_id: number | null; host_id: number | null; mode: BackupMode; disk_ids: number[] }
export type Spread = Cut & { after_ms: number }

const HOUR = 3_600_000

/** Distributes starts: neighbours are on different nodes as long as there are several, at even distances when their number an hour is limited. */
export function spread(cuts: readonly Cut[], startsPerHour: number | null): Spread[] {
  const byNode = new Map<number | null, Cut[]>()
  for (const cut of cuts) {
    const queue = byNode.get(cut.node_id)
    if (queue) queue.push(cut)
    else byNode.set(cut.node_id, [cut])
  }
  const queues = [...byNode.values()].sort((a, b) => b.length - a.length)
  const longest = queues[0]?.length ?? 0
  const order = Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => {
      const cut = queue[turn]
      return cut ? [cut] : []
    }),
  ).flat()
  const step = startsPerHour === null ? 0 : HOUR / startsPerHour
  return order.map((cut, place) => ({ ...cut, after_ms: Math.floor(place * step) }))
}
