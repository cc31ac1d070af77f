import { defineFields } from '../shared/field.ts'

/** The fields of a system that are its own: neither what it needs nor where it is used, nor the licence of Windows. */
export const osFields = defineFields({
  name: { type: 'text', body: 'none' },
  os_group: { type: 'text', body: 'none' },
  login_user: { type: 'text', body: 'none', mono: true },
  adminonly: { type: 'bool', column: false },
  comment: { type: 'text', nullable: true, lines: 2 },
})
