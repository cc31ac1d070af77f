import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { cpuModes } from '../../../domain/host/cpu-modes.ts'
import { tuningNumbers } from '../../../domain/host/tuning.ts'
import { presetFields } from '../../../domain/preset/fields.ts'
import { msg } from '../../../shared/text.ts'
import { vlanChecked } from '../host/vlan-checked.ts'

const limit = (name: string) => ({ type: 'int', sql: `(p.tuning->>'${name}')::bigint`, nullable: true }) as const

/** Everybody may see all presets: they are chosen from when a VM is created. */
export const presetList = defineList<Actor>({
  name: 'preset',
  what: msg`Preset`,
  from: 'preset p',
  fields: {
    id: { type: 'int', sql: 'p.id' },
    ...listFields(presetFields, 'p'),
    cpu_mode: { type: 'enum', sql: 'p.cpu_mode', values: cpuModes, nullable: true },
    cpu_custom_model: { type: 'text', sql: 'p.cpu_custom_model', nullable: true },
    nesting: { type: 'bool', sql: 'p.nesting' },
    ...Object.fromEntries(tuningNumbers.map((name) => [name, limit(name)])),
    anti_spoofing: { type: 'bool', sql: 'p.anti_spoofing', nullable: true },
    disks: { type: 'json', sql: "nullif(p.disks, '[]')", nullable: true },
    firewall_rules: { type: 'json', sql: 'p.firewall_rules' },
    host_count: {
      type: 'int',
      sql: '(select count(*)::int from host h where h.preset_id = p.id)',
      only: (actor) => actor.isAdmin,
    },
    version: { type: 'int', sql: 'p.version' },
  },
  row: vlanChecked('p'),
  search: ['name', 'comment'],
  visible: () => null,
})
