import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'

/** SSH keys that users keep for their VMs; the path names the user. */
export const sshKeyList = defineList<Actor>({
  name: 'sshkey',
  from: 'ssh_key k',
  fields: {
    id: { type: 'int', sql: 'k.id' },
    name: { type: 'text', sql: 'k.name' },
    ssh_pub_key: { type: 'text', sql: 'k.ssh_pub_key' },
    fingerprint: {
      type: 'text',
      sql: `'SHA256:' || rtrim(encode(sha256(decode(split_part(k.ssh_pub_key, ' ', 2), 'base64')), 'base64'), '=')`,
    },
    created_at: { type: 'time', sql: 'k.created_at' },
  },
  search: ['name', 'ssh_pub_key'],
  visible: (actor) => (actor.isAdmin ? null : sql`k.account_id = ${actor.account_id}`),
})
