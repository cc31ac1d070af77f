import { defineFields } from '../shared/field.ts'

/** The fields of a kind of CPU socket. */
export const cpuSocketFields = defineFields({
  name: { type: 'text', min: 1, max: 49, required: true, import: { key: true, example: 'LGA4677' } },
  note: { type: 'text', atMost: 1500, lines: 2 },
})
