import { defineFields } from '../shared/field.ts'

/** Taken and kept for clients; the panel has no control for it. */
const kept = { form: false, filter: false, column: false } as const

/** The fields of a virtual machine that are its own: neither its size nor where it runs and what belongs to it. */
export const hostFields = defineFields({
  name: { type: 'text', format: 'word', min: 1, max: 49, required: true },
  domain: { type: 'text', format: 'domain', max: 255, nullable: true, body: 'create', form: false },
  comment: { type: 'text', atMost: 4000, nullable: true, lines: 3 },
  is_protected: { type: 'bool', body: 'edit' },
  extended_protection: { type: 'bool', body: 'edit' },
  efi_boot: { type: 'bool', body: 'create', ...kept },
  secure_boot: { type: 'bool', body: 'create', ...kept },
  hot_plug: { type: 'bool', body: 'create', ...kept },
  live_resize: { type: 'bool', body: 'create', ...kept },
  spice_enabled: { type: 'bool', ...kept },
  spice_additional_enabled: { type: 'bool', ...kept },
  snapshot_ram: { type: 'bool', ...kept },
  snapshots_allowed: { type: 'bool', ...kept },
  snapshot_limit: { type: 'int', min: -1, nullable: true, ...kept },
})
