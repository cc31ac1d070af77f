import { faces } from '../placement/cells.ts'
import { defineFields } from '../shared/field.ts'

/** What switches and PDUs have in common: their address, their place in the rack, a note. */
export const deviceFields = defineFields({
  ip: { type: 'text', format: 'ipv4', required: true, mono: true },
  unit: { type: 'int', min: 1, max: 99, required: true, form: false, column: false, filter: false },
  size: { type: 'int', min: 1, max: 99, unit: 'U', required: true, import: { example: '1' } },
  face: { type: 'enum', values: faces, body: 'none', column: false, filter: false, import: { example: 'front' } },
  depth: {
    type: 'enum',
    values: ['full', 'half'],
    body: 'none',
    column: false,
    filter: false,
    import: { example: 'full' },
  },
  note: { type: 'text', max: 1500, lines: 2 },
})
