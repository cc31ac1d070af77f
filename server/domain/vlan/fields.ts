import { defineFields } from '../shared/field.ts'

/** The fields of a VLAN beside its location. Its number is its id within the location. */
export const vlanFields = defineFields({
  id: {
    type: 'int',
    min: 1,
    max: 4094,
    required: true,
    body: 'create',
    describe: 'VLAN number, unique within the location',
    import: { key: true, also: ['vlan', 'vlan_id'], example: '100' },
  },
  name: {
    type: 'text',
    format: 'identifier',
    min: 1,
    max: 49,
    required: true,
    mono: true,
    import: { example: 'customers' },
  },
  note: { type: 'text', max: 1500, lines: 2 },
})
