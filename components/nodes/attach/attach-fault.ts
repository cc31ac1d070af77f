import { notSsh, otherHostKey } from '../../../server/domain/node/messages.ts'

/** What kind of thing stands in the way of attaching a node; the screen offers the next step for each. */
export type AttachFaultKind =
  | 'unreachable'
  | 'refused'
  | 'port'
  | 'identity'
  | 'system'
  | 'hypervisor'
  | 'storage'
  | 'key'
  | 'stopped'
  | 'other'

export type AttachFault = {
  kind: AttachFaultKind
  /** The field of the form that most likely has to change. */
  field: 'ip' | 'ssh_port' | 'password' | null
}

type Ended = { status: string; step: string | null; output: unknown }

const byStep: Record<string, AttachFaultKind> = {
  check_os: 'system',
  check_hypervisor: 'hypervisor',
  probe_acceleration: 'hypervisor',
  read_hardware: 'hypervisor',
  directories: 'storage',
  read_storage: 'storage',
  install_key: 'key',
  sign_in_with_key: 'key',
}

/** Beginning of the error for a changed host key, whatever key was received. */
const [anotherMachine = ''] = otherHostKey('').template.split('{0}')

/** Reads the kind from the step that failed and the code it failed with. The words come from the server. */
export function attachFault(task: Ended): AttachFault {
  if (task.status === 'aborted') return { kind: 'stopped', field: null }
  const output = (typeof task.output === 'object' && task.output !== null ? task.output : {}) as {
    code?: unknown
    step?: unknown
    msg?: unknown
  }
  const step = typeof output.step === 'string' ? output.step : task.step
  const words = typeof output.msg === 'string' ? output.msg : ''
  if (words === notSsh.toString()) return { kind: 'port', field: 'ssh_port' }
  if (words.startsWith(anotherMachine)) return { kind: 'identity', field: 'password' }
  if (output.code === 'device_unreachable') return { kind: 'unreachable', field: 'ip' }
  if (step === 'connect')
    return output.code === 'device_rejected' ? { kind: 'refused', field: 'password' } : { kind: 'other', field: null }
  return { kind: (step && byStep[step]) || 'other', field: null }
}
