import { deviceFields } from '../device/fields.ts'
import { defineFields } from '../shared/field.ts'

/** The fields of a PDU that are its own. */
export const pduFields = defineFields({
  name: { type: 'text', format: 'filled', atMost: 200, required: true, import: { key: true, example: 'pdu-a-01' } },
  device: {
    type: 'text',
    atMost: 64,
    required: true,
    body: 'create',
    form: false,
    column: false,
    filter: false,
    import: { fixed: true, example: 'apc_snmp' },
  },
  ...deviceFields,
  ip: { ...deviceFields.ip, import: { example: '192.0.2.20' } },
  unit: { ...deviceFields.unit, import: { example: '1' } },
  note: { type: 'text', atMost: 1500, lines: 2 },
  load_watt: { type: 'int', unit: 'W', nullable: true, body: 'none', import: false },
})
