import { defineFields } from '../shared/field.ts'

/** The fields of an image of a VM that are its own. */
export const imageFields = defineFields({
  name: { type: 'text', format: 'filled', atMost: 255, required: true },
  comment: { type: 'text', atMost: 4000, lines: 2, nullable: true, emptyIsNull: true },
})
