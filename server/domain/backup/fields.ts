import { defineFields } from '../shared/field.ts'

/** The fields of a backup that are its own. */
export const backupFields = defineFields({
  name: { type: 'text', format: 'filled', atMost: 255 },
  pinned: { type: 'bool', describe: 'No schedule takes it away' },
  comment: { type: 'text', atMost: 2000, lines: 2, nullable: true, emptyIsNull: true },
})
