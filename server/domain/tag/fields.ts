import { defineFields } from '../shared/field.ts'

/** The fields of a tag of storages. */
export const tagFields = defineFields({
  name: { type: 'text', format: 'filled', max: 16, required: true },
  note: { type: 'text', atMost: 2000, nullable: true },
})
