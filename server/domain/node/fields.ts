import { defineFields } from '../shared/field.ts'

/** What the panel finds out about the server. */
const found = { type: 'text', nullable: true, body: 'none' } as const

/** The fields of a node that are its own: neither how it is reached and what it carries, nor its load. */
export const nodeFields = defineFields({
  name: { type: 'text', min: 2, max: 255, required: true, body: 'edit' },
  ipv6: { type: 'text', format: 'ipv6', nullable: true, mono: true, form: false },
  os_version: found,
  kernel_version: found,
  cpu_model: found,
  cpu_number: { type: 'int', body: 'none' },
  /** How guests run there: found by booting, not by asking. */
  accelerator: { type: 'enum', values: ['kvm', 'tcg', 'none'], nullable: true, body: 'none' },
  qemu_version: found,
  libvirt_version: found,
  lxd_version: found,
  libvirt_error: { ...found, filter: false, column: false },
  host_limit: { type: 'int', min: -1, unlimited: true },
  vcpu_limit: { type: 'int', min: -1, unlimited: true },
  overselling: { type: 'number', min: 0.5, max: 5, step: 0.1, form: 'needed' },
  comment: { type: 'text', nullable: true, lines: 3 },
  host_creation_blocked: { type: 'bool', body: 'edit', filter: false, column: false },
})
