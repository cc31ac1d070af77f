import { defineFields } from '../shared/field.ts'

/** The fields of an ISO image that are its own. */
export const isoFields = defineFields({
  name: { type: 'text', min: 1, max: 255, format: 'line', required: true },
  os_group: { type: 'text', body: 'none', form: false },
  comment: { type: 'text', atMost: 4000, nullable: true, lines: 2 },
})
