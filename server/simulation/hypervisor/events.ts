import type { DomainEvent } from '../../drivers/hypervisor/domain-types.ts'
import type { NodeState } from './state.ts'

/** What a node would have pushed on the way from one state to the next. */
export function eventsBetween(before: NodeState, after: NodeState): DomainEvent[] {
  const events: DomainEvent[] = []
  for (const [internal_name, domain] of Object.entries(after.domains)) {
    const known = before.domains[internal_name]
    if (!known || JSON.stringify(known.spec) !== JSON.stringify(domain.spec)) {
      events.push({ internal_name, kind: 'defined', state: null })
    }
    if (known?.state !== domain.state && (known || domain.state !== 'stopped')) {
      events.push({ internal_name, kind: 'state', state: domain.state })
    }
  }
  for (const internal_name of Object.keys(before.domains)) {
    if (!after.domains[internal_name]) events.push({ internal_name, kind: 'undefined', state: null })
  }
  return events
}
