import type { DomainSpec, DomainState } from '../../drivers/hypervisor/types.ts'
import { logEnd, logStart } from './console-log.ts'
import { dummyNode } from './node.ts'
import { hashPassword } from './passwords.ts'
import type { DummyDomain, GuestIdentity } from './state.ts'

/** A machine that a demo finds ready on a simulated node. */
export type DemoMachine = {
  spec: DomainSpec
  state: DomainState
  /** Milliseconds since the epoch; for machines that are on. */
  started_at: number
  hostname: string
  login: { user: string; password: string }
  networks: GuestIdentity['networks']
  /** In the order of the spec's disks. */
  disk_mib: number[]
}

/** Puts machines on a node as if they had been made there long ago: one write, however many; those of the same name are replaced. */
export function placeDemoMachines(node: string, machines: readonly DemoMachine[]): Promise<void> {
  const ready = machines.map((machine) => ({ ...machine, hash: hashPassword(machine.login.password) }))
  return dummyNode(node).store.update((state) => {
    const taken = Object.values(state.domains).map((domain) => domain.vnc_port ?? 0)
    let port = Math.max(5899, ...taken)
    for (const { spec, hash, login, ...machine } of ready) {
      const isOn = machine.state === 'running' || machine.state === 'paused'
      spec.disks.forEach((disk, i) => {
        state.files[disk.path] = { kind: 'volume', size_mib: machine.disk_mib[i] ?? 0, backing: null }
      })
      const domain: DummyDomain = {
        spec,
        state: machine.state,
        started_at: isOn ? machine.started_at : null,
        going_down: false,
        vnc_port: isOn ? ++port : null,
        guest: {
          instance_id: 'demo',
          hostname: machine.hostname,
          passwords: { [login.user]: hash },
          networks: machine.networks,
        },
      }
      logStart(domain)
      if (!isOn) logEnd(domain, machine.state === 'crashed' ? 'crashed' : 'stopped')
      state.domains[spec.internal_name] = domain
    }
  })
}
