import { currentLab, targetOf } from '../../../../e2e/lab/api.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec } from '../domain-types.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection, NodeTarget } from '../types.ts'

export const lab = currentLab()
const [first, second] = lab.nodes
if (!first || !second) throw new Error('These tests need two nodes')

export const driver = hypervisorDriver('kvm')
export const connect = (target: NodeTarget): Promise<NodeConnection> => driver.connect(target, soon())

/** The two nodes of the lab; tests that stop programs do it on the second. */
export const target = targetOf(first)
export const otherTarget = targetOf(second)

/** A VM without anything to boot. */
export const spec: DomainSpec = {
  internal_name: 'vm_kvm',
  uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c5',
  cpu_number: 1,
  ram_mib: 64,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {},
  disks: [{ path: '/var/lib/kvm-test/disk.qcow2', format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
  cdrom: null,
  interfaces: [{ mac: '52:54:00:c0:00:02', bridge: 'vmbr0', model: 'virtio', filter: null }],
  vnc_password: 'secret-1',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}
