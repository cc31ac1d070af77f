import { crashReason } from '../../server/domain/host/crash-cause.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { type HostState, hostStates, movingLabels } from '../../server/domain/host/states.ts'
import type { StateKind } from '../ui/display/state-mark.tsx'

/** Fields of a VM that determine its state. */
export type FaceOf = Pick<Host, 'state' | 'action' | 'fault'> & { node: { name: string } | null }

/** The running task of a VM, as far as its state needs it. */
export type FaceTask =
  | { percent: number; message: string | null; step: string | null; started_at: string | null }
  | undefined

export type HostFace = {
  kind: StateKind
  /** Key of the catalogue: `hosts.moving.*` while a task runs, else `hosts.states.*`. */
  word: `moving.${string}` | `states.${string}`
  /** Quiet words after it: a fault or the progress, already in words, or the node that is silent. */
  detail: { text: string; step?: string | null } | { silent: string } | { waits: true } | null
  percent: number | null
}

const kinds: Record<string, StateKind> = {
  creating: 'run',
  active: 'on',
  stopped: 'off',
  crashed: 'fault',
  unknown: 'unknown',
  deleting: 'run',
}

export const isHostState = (state: string): state is HostState => (hostStates as readonly string[]).includes(state)

/** How the state of a VM is shown: the moving action before the state, the cause beside it. */
export function hostFace(host: FaceOf, task: FaceTask): HostFace {
  const { state, action, fault } = host
  if (action) {
    const words = !task
      ? null
      : task.started_at === null
        ? { waits: true as const }
        : task.message
          ? { text: task.message, step: task.step }
          : null
    return {
      kind: 'run',
      word: action in movingLabels ? `moving.${action}` : 'moving.other',
      detail: words,
      percent: task?.started_at ? task.percent : null,
    }
  }
  const face = {
    kind: kinds[state] ?? 'unknown',
    word: isHostState(state) ? (`states.${state}` as const) : ('states.unknown' as const),
    percent: null,
  }
  if (fault) {
    const text = state === 'crashed' ? crashReason(fault.msg) : fault.msg
    return { ...face, kind: state === 'crashed' ? 'fault' : 'warn', detail: text === null ? null : { text } }
  }
  if (state === 'unknown' && host.node) return { ...face, detail: { silent: host.node.name } }
  return { ...face, detail: null }
}
