import { type HostAction, type HostCondition, hostRule, type Protection } from './rules.ts'

/** So many actions may wait behind the one that runs. */
export const MOST_WAITING = 16

/** An action in the queue of a VM; the first one is the one that runs. */
export type QueuedAction = {
  /** Row of the task that ends it. */
  task: number
  /** Name of the task. */
  action: string
  /** The condition that it, and what is before it, will leave. */
  leaves: HostCondition
  /** Owner that it, and what is before it, will leave; absent: the present one. */
  owner?: number
  /** Whether it, and what is before it, will leave the rescue system on; absent: as it is now. */
  rescue?: boolean
}

/** What the rules look at. */
export type HostFacts = {
  state: string
  is_built: boolean
  is_protected: boolean
  extended_protection: boolean
  rescue_mode: boolean
  queue: readonly Pick<QueuedAction, 'leaves' | 'owner' | 'rescue'>[]
  account: { id: number } | null
}

export type WhyNotHost =
  | { why: 'protected'; by: Protection }
  | { why: 'condition'; condition: string }
  | { why: 'already'; condition: HostCondition | 'rescue' | 'own_system' }
  | { why: 'rescue' }
  | { why: 'handed_over' }
  | { why: 'full' }
  | { why: 'busy' }

/** The condition that stands now. */
export const conditionOf = ({ state, is_built }: Pick<HostFacts, 'state' | 'is_built'>): string =>
  state === 'crashed' && !is_built ? 'unmade' : state

/** The condition in which an action that is asked for now will find the VM. */
export const conditionAhead = (host: HostFacts): string => host.queue.at(-1)?.leaves ?? conditionOf(host)

/** Whether an action that is asked for now will find the VM in its rescue system. */
export const rescueAhead = (host: HostFacts): boolean => host.queue.at(-1)?.rescue ?? host.rescue_mode

/**
 * Why an action is not possible, or undefined when it is. `already` is no error: the server answers it with success, without
 * work. Judged is what the queue will leave, unless the action is done at once.
 */
export function whyNotHost(action: HostAction, host: HostFacts, asker: { isAdmin: boolean }): WhyNotHost | undefined {
  const rule = hostRule(action)
  const by = rule.against.find((field) => host[field])
  if (by) return { why: 'protected', by }
  const owner = rule.task === undefined ? undefined : host.queue.at(-1)?.owner
  if (!asker.isAdmin && owner !== undefined && owner !== host.account?.id) return { why: 'handed_over' }
  if (rule.alone && host.queue.length > 0) return { why: 'busy' }
  const inRescue = rule.task === undefined ? host.rescue_mode : rescueAhead(host)
  if (rule.leavesRescue === inRescue) return { why: 'already', condition: inRescue ? 'rescue' : 'own_system' }
  if (inRescue && rule.notInRescue) return { why: 'rescue' }
  const condition = (rule.task === undefined ? conditionOf(host) : conditionAhead(host)) as HostCondition
  if (rule.already?.includes(condition)) return { why: 'already', condition }
  if (!rule.from.includes(condition)) return { why: 'condition', condition }
  if (rule.task !== undefined && host.queue.length > MOST_WAITING) return { why: 'full' }
  return undefined
}
