import { defineFields } from '../shared/field.ts'
import { presetTypes } from './kinds.ts'

/** Amounts have controls and columns of their own, in GiB. */
const amount = { type: 'int', form: false, filter: false, column: false } as const
/** Taken over by VMs; the panel has no control for it. */
const kept = { form: false, filter: false, column: false } as const

/** The fields of a preset that are its own: its limits are those of VMs (`server/domain/host/tuning.ts`). */
export const presetFields = defineFields({
  name: { type: 'text', min: 1, max: 255, required: true },
  virtualization_type: { type: 'enum', values: presetTypes, required: true },
  cpu_number: { ...amount, required: true },
  ram_mib: { ...amount, required: true },
  hdd_mib: { ...amount, describe: 'Of all disks together; `disks` counts where both are given' },
  comment: { type: 'text', atMost: 4000, nullable: true, lines: 2 },
  hot_plug: { type: 'bool', ...kept },
  live_resize: { type: 'bool', ...kept },
  spice_enabled: { type: 'bool', ...kept },
  spice_additional_enabled: { type: 'bool', ...kept },
  snapshot_ram: { type: 'bool', ...kept },
  snapshots_allowed: { type: 'bool', ...kept },
  snapshot_limit: { type: 'int', min: -1, nullable: true, ...kept },
})
