import type { z } from 'zod'
import type { taskStep } from '../../server/domain/task/schema.ts'
import type { StateKind } from '../ui/display/state-mark.tsx'

const kinds: Record<string, StateKind> = {
  done: 'ok',
  running: 'run',
  retrying: 'warn',
  waiting: 'pause',
  failed: 'fault',
}

/** Mark of a step's state in the journal; one that was undone is no longer there. */
export const stepKind = (state: string): StateKind => kinds[state] ?? 'off'

export type TaskStep = z.infer<typeof taskStep>

/** A step on the task's own line of time: where it begins and how long it is, in percent of the whole. */
export type StepBar = { from: number; width: number; seconds: number }

/**
 * Lays the steps of a task on one line of time.
 * @param now ends the steps that still run
 */
export function stepBars(
  steps: readonly Pick<TaskStep, 'started_at' | 'finished_at'>[],
  startedAt: string | null,
  endedAt: string | null,
  now: number,
): StepBar[] {
  const first = new Date(startedAt ?? steps[0]?.started_at ?? now).getTime()
  const last = endedAt ? new Date(endedAt).getTime() : now
  const whole = Math.max(1, last - first)
  return steps.map((step) => {
    const from = new Date(step.started_at).getTime()
    const to = step.finished_at ? new Date(step.finished_at).getTime() : last
    const start = Math.min(100, Math.max(0, ((from - first) / whole) * 100))
    return {
      from: start,
      // A step too short to be seen keeps a sliver.
      width: Math.min(100 - start, Math.max(0.8, ((to - from) / whole) * 100)),
      seconds: Math.max(0, (to - from) / 1000),
    }
  })
}
