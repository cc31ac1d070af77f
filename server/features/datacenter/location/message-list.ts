import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { adminsOnly } from '../device/list-parts.ts'

/** What the components of a location reported, the newest first. */
export const locationMessageList = defineList<Actor>({
  name: 'location_message',
  from: 'location_message m',
  fields: {
    id: { type: 'int', sql: 'm.id' },
    location: { type: 'int', sql: 'm.location_id' },
    stream: { type: 'text', sql: 'm.stream' },
    message: { type: 'json', sql: 'm.message' },
    created_at: { type: 'time', sql: 'm.created_at' },
  },
  defaultOrder: 'id desc',
  search: ['stream'],
  visible: adminsOnly,
})
