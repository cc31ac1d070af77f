import { defineFields } from '../shared/field.ts'

/** The fields of a server that are its own: neither where it stands nor what hangs on it. */
export const serverFields = defineFields({
  name: {
    type: 'text',
    format: 'name',
    min: 1,
    max: 49,
    required: true,
    import: { key: true, example: 'web-01' },
  },
  domain: {
    type: 'text',
    format: 'hostname',
    emptyIsNull: true,
    mono: true,
    import: { example: 'web-01.example.com' },
  },
  configuration: { type: 'text', atMost: 500, body: 'edit' },
  barcode: { type: 'text', atMost: 200, nullable: true, mono: true },
  note: { type: 'text', max: 1500, lines: 2, adminOnly: true },
  is_new: { type: 'bool', body: 'edit' },
  is_protected: { type: 'bool', body: 'edit', form: false },
  maintenance: { type: 'bool', body: 'none' },
})
