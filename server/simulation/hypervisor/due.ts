import { logEnd, logStart } from './console-log.ts'
import type { DummyDomain, NodeState } from './state.ts'

/** Ends the run of a domain. */
export function endRun(domain: DummyDomain, how: 'stopped' | 'crashed'): void {
  logEnd(domain, how)
  domain.state = how
  domain.started_at = null
  domain.due = null
  domain.vnc_port = null
  delete domain.stalled
}

/** When the next thing happens by itself on a node, in milliseconds since the epoch; null: nothing does. */
export function nextDue(state: NodeState): number | null {
  const times = Object.values(state.domains).flatMap(({ due }) => (due ? [due.at] : []))
  return times.length > 0 ? Math.min(...times) : null
}

/** Applies what was due: guests power off, restart or crash, even if the process that requested it has ended. */
export function settleDue(state: NodeState, now: number): void {
  for (const domain of Object.values(state.domains)) {
    if (!domain.due || domain.due.at > now) continue
    const { how, at } = domain.due
    if (how !== 'restarted') {
      endRun(domain, how)
      continue
    }
    logEnd(domain, 'stopped')
    logStart(domain)
    domain.started_at = Math.max(at, (domain.started_at ?? 0) + 1)
    domain.due = null
  }
}
