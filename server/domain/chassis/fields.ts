import { defineFields } from '../shared/field.ts'

/** The fields of a chassis that are its own. Its size and slots are fixed, its place is changed by a move. */
export const chassisFields = defineFields({
  name: { type: 'text', min: 1, max: 49, required: true, import: { key: true, example: 'blades-1' } },
  unit: {
    type: 'int',
    min: 1,
    max: 99,
    required: true,
    body: 'create',
    form: false,
    column: false,
    filter: false,
    import: { example: '20' },
  },
  size: {
    type: 'int',
    min: 1,
    max: 10,
    unit: 'U',
    required: true,
    body: 'create',
    import: { fixed: true, example: '10' },
  },
  server_slot_count: {
    type: 'int',
    min: 2,
    max: 32,
    required: true,
    body: 'create',
    import: { fixed: true, example: '16' },
  },
  note: { type: 'text', atMost: 1500, lines: 2 },
})
