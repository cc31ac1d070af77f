import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** Threads that run or wait for a core now, without the one that asks (proc(5), loadavg). */
const busy = () => Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1] ?? 1) - 1

/**
 * For figures in milliseconds rather than ratios: waits until the host has an idle core, three times in a row, but not
 * longer than `longestMs`.
 */
export async function calm(longestMs = 6000): Promise<void> {
  let quiet = 0
  for (const end = performance.now() + longestMs; quiet < 3 && performance.now() < end; await wait(40))
    quiet = busy() < cpus().length ? quiet + 1 : 0
}
