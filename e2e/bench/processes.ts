import { readdirSync, readFileSync } from 'node:fs'

const TICKS = 100 // USER_HZ of Linux

function stat(pid: number): { ppid: number; seconds: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { ppid: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return null
  }
}

/** A process and all below it. */
export function tree(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((pid) => [pid, stat(pid)?.ppid ?? 0]))
  const out = [root]
  for (const pid of out) for (const [child, parent] of parents) if (parent === pid) out.push(child)
  return out
}

/** User and system time in seconds of each process of some trees. */
export const cpuSeconds = (...roots: number[]): Map<number, number> =>
  new Map(roots.flatMap(tree).map((pid) => [pid, stat(pid)?.seconds ?? 0]))

/** CPU time spent between two readings by the processes that live at the second. */
export function cpuBetween(before: Map<number, number>, after: Map<number, number>): number {
  let seconds = 0
  for (const [pid, spent] of after) seconds += spent - (before.get(pid) ?? 0)
  return seconds
}

/** Proportional set size of process trees in KiB: memory shared between processes counts once. */
export function memoryKib(...roots: number[]): number {
  return roots.flatMap(tree).reduce((sum, pid) => {
    try {
      const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))
      return sum + Number(pss?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)
}
