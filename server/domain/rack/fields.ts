import { defineFields } from '../shared/field.ts'

/** The fields of a rack that are its own. Its height is fixed: devices stand where they fit. */
export const rackFields = defineFields({
  name: { type: 'text', format: 'named', atMost: 200, required: true, import: { key: true, example: 'A-01' } },
  size: {
    type: 'int',
    min: 1,
    max: 99,
    unit: 'U',
    required: true,
    body: 'create',
    import: { fixed: true, example: '42' },
  },
  note: { type: 'text', atMost: 1500, lines: 2 },
})
