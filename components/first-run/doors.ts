import type { Counts } from '../../server/domain/overview/record.ts'

export const nodeSteps = ['cluster', 'node', 'images', 'addresses', 'host'] as const
export type NodeStep = (typeof nodeSteps)[number]
export type StepState = 'todo' | 'running' | 'done' | 'failed'

/** Progress towards the first VM; each step is ticked by what exists, however it was made. */
export function nodeDoor(
  counts: Counts,
  now: { attaching: boolean; brokenNodes: boolean; creating: boolean; reading: boolean },
): { steps: { key: NodeStep; state: StepState }[]; done: number; next: NodeStep | null } {
  const state = (done: boolean, running: boolean, failed = false): StepState =>
    done ? 'done' : running ? 'running' : failed ? 'failed' : 'todo'
  const steps = [
    { key: 'cluster' as const, state: state(counts.clusters > 0, false) },
    { key: 'node' as const, state: state(counts.active_nodes > 0, now.attaching, now.brokenNodes) },
    { key: 'images' as const, state: state(counts.os > 0, now.reading) },
    { key: 'addresses' as const, state: state(counts.ippools > 0, false) },
    { key: 'host' as const, state: state(counts.active_hosts > 0, now.creating) },
  ]
  // The wizard makes the cluster with the node, so one door leads to both.
  const open = steps.filter((step) => step.state !== 'done').map((step) => step.key)
  const next = open.find((key) => key !== 'cluster') ?? open[0] ?? null
  return { steps, done: steps.length - open.length, next }
}
