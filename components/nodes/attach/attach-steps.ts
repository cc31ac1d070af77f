import type { TaskStep } from '../../tasks/steps.ts'

/** What attaching a node does, in its order. A step the server adds later still shows, after these. */
export const attachStepNames = [
  'connect',
  'check_os',
  'check_hypervisor',
  'probe_acceleration',
  'read_hardware',
  'directories',
  'read_storage',
  'install_key',
  'sign_in_with_key',
  'save',
] as const

export type AttachStep = {
  name: string
  state: 'todo' | 'running' | 'done' | 'failed'
  /** How long it took or takes already; null before it begins. */
  seconds: number | null
}

const states: Record<string, AttachStep['state']> = {
  done: 'done',
  running: 'running',
  retrying: 'running',
  failed: 'failed',
}

/**
 * All steps with how far each is: those of the journal, and those that are still to come.
 * @param open whether the task still runs; a step that began and never ended was cut off with it
 */
export function attachSteps(journal: readonly TaskStep[], open: boolean, now: number): AttachStep[] {
  // Undoing and noting the end (`settle:`) are no part of the way there.
  const own = journal.filter((step) => !step.name.includes(':'))
  const known = new Map(own.map((step) => [step.name, step]))
  const names = [...attachStepNames, ...own.map((step) => step.name)]
  return [...new Set<string>(names)].map((name) => {
    const step = known.get(name)
    if (!step) return { name, state: 'todo', seconds: null }
    const ended = step.finished_at ? new Date(step.finished_at).getTime() : now
    const state = states[step.state] ?? 'todo'
    return {
      name,
      state: state === 'running' && !open ? 'failed' : state,
      seconds: Math.max(0, (ended - new Date(step.started_at).getTime()) / 1000),
    }
  })
}
