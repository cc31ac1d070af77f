import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'

/** Open invitations: none, as long as the panel cannot send mails. */
export const invitationList = defineList<Actor>({
  name: 'invite',
  from: `(select 0 as id, ''::text as email, ''::text as role, ''::text as state, now() as created where false) i`,
  fields: {
    id: { type: 'int', sql: 'i.id' },
    email: { type: 'text', sql: 'i.email' },
    role: { type: 'text', sql: 'i.role' },
    state: { type: 'text', sql: 'i.state' },
    created: { type: 'time', sql: 'i.created' },
  },
  visible: () => null,
})
