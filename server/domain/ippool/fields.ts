import { defineFields } from '../shared/field.ts'

/** The fields of a pool of addresses that are its own. */
export const ippoolFields = defineFields({
  name: { type: 'text', min: 1, atMost: 255, required: true, import: { key: true, example: 'customers' } },
  note: { type: 'text', atMost: 2000, lines: 2 },
  auto_selection_allowed: { type: 'bool', body: 'edit', import: false },
  is_public: { type: 'bool', import: false },
})
