import { deviceRejected, type PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'

// Faults on purpose, so that they can be seen in the running product: nodes by address (RFC 5737 keeps these for
// documentation), VMs by the end of their name.

export type NodeFault =
  | 'unreachable'
  | 'wrong_password'
  | 'not_ssh'
  | 'changed_key'
  | 'no_hypervisor'
  | 'unknown_os'
  | 'no_kvm'
  | 'disk_full'
  | 'flapping'

/** Addresses of simulated nodes that have a fault. */
export const faultyNodes: Readonly<Record<string, NodeFault>> = {
  '203.0.113.9': 'wrong_password',
  '203.0.113.8': 'unreachable',
  '203.0.113.7': 'not_ssh',
  '203.0.113.6': 'changed_key',
  '203.0.113.5': 'no_hypervisor',
  '203.0.113.4': 'unknown_os',
  '203.0.113.3': 'no_kvm',
  '203.0.113.2': 'disk_full',
  '203.0.113.1': 'flapping',
}

export type NameFault = 'disk' | 'image' | 'start' | 'stop' | 'agent' | 'crash'

/** The fault a name requests: of a VM, its host name, or the file name of a volume or image: `web-failstart`. */
export function nameFault(...names: string[]): NameFault | null {
  for (const name of names) {
    const match = /-fail(disk|image|start|stop|agent|crash)(?:[.-]|$)/.exec(name)
    if (match) return match[1] as NameFault
  }
  return null
}

/** How long after its start the agent of a guest answers at the earliest, from its name: `web-agent3s`. */
export function agentDelayMs(...names: string[]): number {
  for (const name of names) {
    const match = /-agent(\d{1,3})s(?:[.-]|$)/.exec(name)
    if (match) return Number(match[1]) * 1000
  }
  return 0
}

/** Whether the guest is Windows, from its name: `office-windows`. */
export const isWindowsName = (...names: string[]): boolean => names.some((name) => /-windows(?:[.-]|$)/.test(name))

/** Whether a flapping node is away at the moment: the second half of every minute. */
export const isAway = (now: number): boolean => now % 60_000 >= 30_000

export const diskFull = (): PanelError => deviceRejected(msg`No space is left on the disk of the node`)
