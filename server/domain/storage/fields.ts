import { defineFields } from '../shared/field.ts'

/** The fields of a storage that are its own; where it is depends on its kind (`kinds.ts`). */
export const storageFields = defineFields({
  name: { type: 'text', format: 'filled', atMost: 200, required: true },
  comment: { type: 'text', atMost: 2000, lines: 2, nullable: true },
})
