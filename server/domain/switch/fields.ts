import { deviceFields } from '../device/fields.ts'
import { defineFields } from '../shared/field.ts'
import { switchDevices } from './kinds.ts'

/** The fields of a switch that are its own. */
export const switchFields = defineFields({
  name: {
    type: 'text',
    format: 'name',
    min: 1,
    max: 49,
    required: true,
    import: { key: true, example: 'sw-a-01' },
  },
  device: {
    type: 'enum',
    values: switchDevices,
    required: true,
    body: 'create',
    form: false,
    column: false,
    filter: false,
    import: { fixed: true, example: 'snmp_common' },
  },
  ...deviceFields,
  ip: { ...deviceFields.ip, import: { example: '192.0.2.10' } },
  unit: { ...deviceFields.unit, import: { example: '42' } },
  hostname: { type: 'text', body: 'none', mono: true, import: false, describe: 'What the switch calls itself' },
})
