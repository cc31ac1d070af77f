import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { imageFields } from '../../../domain/image/fields.ts'
import { imageLifecycle } from '../../../domain/image/states.ts'
import { msg } from '../../../shared/text.ts'

const STANDING = 'disk d join host h on h.id = d.host_id where d.image_id = s.id'
const clones = (more: string) => jsonList({ id: 'h.id', name: 'h.name' }, `${STANDING}${more}`, 'h.id')
const ALL_CLONES = clones('')
const OWN_CLONES = clones(' and h.account_id = s.account_id')
const nodes = (isHidden: boolean) =>
  jsonList(
    {
      id: 'n.id',
      name: 'n.name',
      ip_addr: isHidden ? "''" : 'n.ip',
      ssh_port: isHidden ? '0' : 'n.port',
      state: 'x.state',
      disabled: 'x.disabled',
      fault: 'x.fault',
    },
    'image_node x join node n on n.id = x.node_id where x.image_id = s.id',
    'n.id',
  )

/** An account sees its own images and those for all; administrators see all. */
export const imageList = defineList<Actor>({
  name: 'image',
  what: msg`Image`,
  from: 'image s',
  joins: {
    a: 'left join account a on a.id = s.account_id',
    st: 'left join storage st on st.id = s.storage_id',
    o: 'left join os o on o.id = s.os_id',
    src: 'left join host src on src.id = s.host_id',
  },
  fields: {
    id: { type: 'int', sql: 's.id' },
    ...listFields(imageFields, 's'),
    account: { type: 'text', sql: 'a.email', nullable: true },
    account_id: { type: 'int', sql: 's.account_id', nullable: true },
    for_all: { type: 'bool', sql: 's.for_all' },
    is_local: { type: 'bool', sql: "(s.storage_id is null or st.type <> 'nas')" },
    type: { type: 'text', sql: "'qcow2'" },
    state: { type: 'enum', sql: 's.state', values: imageLifecycle.states },
    cleared: { type: 'bool', sql: 's.cleared' },
    linked_clone_count: { type: 'int', sql: '(select count(*)::int from disk d where d.image_id = s.id)' },
    node_count: { type: 'int', sql: '(select count(*)::int from image_node x where x.image_id = s.id)' },
    'storage.id': { type: 'int', sql: 's.storage_id', nullable: true },
    'storage.name': { type: 'text', sql: 'st.name', nullable: true },
    password_from_sysprep: { type: 'bool', sql: 'false' },
    size_mib: { type: 'int', sql: 's.size_mib' },
    size_bytes: { type: 'int', sql: 's.size_bytes', nullable: true },
    frozen: { type: 'bool', sql: 's.frozen', nullable: true },
    'os.id': { type: 'int', sql: 's.os_id', nullable: true },
    'os.name': { type: 'text', sql: 'o.name', nullable: true },
    os_name: { type: 'text', sql: 's.os_name' },
    os_group: { type: 'text', sql: 's.os_group' },
    login_user: { type: 'text', sql: 's.login_user' },
    min_ram_mib: { type: 'int', sql: 's.min_ram_mib' },
    host_name: { type: 'text', sql: 's.host_name' },
    fault: { type: 'text', sql: 's.fault', nullable: true },
    created_at: { type: 'time', sql: 's.created_at' },
    version: { type: 'int', sql: 's.version' },
  },
  links: { storage: 'storage.id', os: 'os.id' },
  members: {
    node: {
      from: 'image_node x join node n on n.id = x.node_id',
      where: 'x.image_id = s.id',
      fields: { id: { type: 'int', sql: 'n.id' }, name: { type: 'text', sql: 'n.name' } },
    },
  },
  row: {
    linked_clones: ALL_CLONES,
    nodes: nodes(false),
    host: "case when src.id is not null then json_build_object('id', src.id, 'name', src.name) end",
    created_at: timeText('s.created_at'),
  },
  // Of an image for all others see how many stand on it, not who; and nodes are the administrators' business.
  others: { unless: (actor) => actor.isAdmin, row: { linked_clones: OWN_CLONES, nodes: nodes(true) } },
  search: ['name'],
  visible: (actor) =>
    actor.isAdmin
      ? null
      : sql`(s.account_id = ${actor.account_id} or (s.for_all and s.state in ('active', 'migrating')))`,
})
