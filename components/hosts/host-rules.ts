import type { Host } from '../../server/domain/host/record.ts'
import { type HostAction, hostLifecycle } from '../../server/domain/host/states.ts'
import { isHostState } from './host-face.ts'

/** What a person can ask for; the order is that of menus. */
export const hostCommands = [
  'console',
  'start',
  'stop',
  'restart',
  'edit',
  'password',
  'vncPassword',
  'owner',
  'protect',
  'reset',
  'powerOff',
  'delete',
] as const
export type HostCommand = (typeof hostCommands)[number]

/** Which row of the table of states decides. */
const ruleOf = {
  console: 'console',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
  edit: 'edit',
  password: 'password',
  vncPassword: 'vnc_password',
  owner: 'account',
  protect: 'edit',
  reset: 'restart',
  powerOff: 'stop',
  delete: 'delete',
} as const satisfies Record<HostCommand, HostAction>

/** Commands that begin an exclusive task, so that they wait while another runs. */
const exclusive: ReadonlySet<HostCommand> = new Set([
  'start',
  'stop',
  'restart',
  'password',
  'vncPassword',
  'owner',
  'reset',
  'powerOff',
  'delete',
])

/** Only administrators may. */
export const adminCommands: ReadonlySet<HostCommand> = new Set(['owner'])

export type HostRefusal =
  | { why: 'state'; action: HostAction }
  | { why: 'already'; state: 'active' | 'stopped' }
  | { why: 'busy'; moving: string }
  | { why: 'protected' }

type Ruled = Pick<Host, 'state' | 'action' | 'is_protected'>

/** Why a command is not allowed now, or null; from the same table of states that the server reads. */
export function hostRefusal(command: HostCommand, host: Ruled): HostRefusal | null {
  const action = ruleOf[command]
  if (host.action && exclusive.has(command)) return { why: 'busy', moving: host.action }
  if (command === 'delete' && host.is_protected) return { why: 'protected' }
  // A machine whose node is silent can still be forgotten.
  if (command === 'delete' && host.state === 'unknown') return null
  if (!isHostState(host.state)) return { why: 'state', action }
  if (hostLifecycle.isAlready(action, host.state)) return { why: 'already', state: host.state as 'active' | 'stopped' }
  return hostLifecycle.can(action, host.state).ok ? null : { why: 'state', action }
}

/** The moving action that a command writes, so that the page shows it before the server has told. */
export const movingOf: Partial<Record<HostCommand, string>> = {
  start: 'host_start',
  stop: 'host_stop',
  restart: 'host_restart',
  reset: 'host_restart',
  powerOff: 'host_stop',
  password: 'host_change_password',
  vncPassword: 'host_change_vnc_password',
  owner: 'host_change_account',
  delete: 'host_delete',
}
