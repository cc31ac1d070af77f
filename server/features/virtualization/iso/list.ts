import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { isoFields } from '../../../domain/iso/fields.ts'
import { isoStates } from '../../../domain/iso/kinds.ts'
import { msg } from '../../../shared/text.ts'

const mounts = (more: string) =>
  jsonList(
    { id: 'h.id', name: 'h.name' },
    `host_iso m join host h on h.id = m.host_id where m.iso_id = s.id${more}`,
    'h.id',
  )
const MOUNTS = mounts('')
const OWN_MOUNTS = mounts(' and h.account_id = s.account_id')

/** An account sees its own images and those for all; administrators see all. */
export const isoList = defineList<Actor>({
  name: 'iso',
  what: msg`ISO image`,
  from: 'iso s',
  joins: {
    r: 'left join repository r on r.id = s.repository_id',
    a: 'left join account a on a.id = s.account_id',
  },
  fields: {
    id: { type: 'int', sql: 's.id' },
    ...listFields(isoFields, 's'),
    repository: { type: 'text', sql: "coalesce(r.name, '')" },
    repository_id: { type: 'int', sql: 's.repository_id', nullable: true },
    updated_at: { type: 'time', sql: 's.updated_at' },
    tags: { type: 'array', sql: 's.tags' },
    image_size_mib: { type: 'int', sql: 'ceil(s.size_bytes / 1048576.0)::int', nullable: true },
    external: { type: 'bool', sql: 's.external' },
    current_mounts: { type: 'int', sql: '(select count(*)::int from host_iso m where m.iso_id = s.id)' },
    for_all: { type: 'bool', sql: 's.for_all' },
    state: { type: 'enum', sql: 's.state', values: isoStates },
    size_bytes: { type: 'int', sql: 's.size_bytes', nullable: true },
    received: { type: 'int', sql: 's.received' },
    sha256: { type: 'text', sql: 's.sha256', nullable: true },
    fault: { type: 'text', sql: 's.fault', nullable: true },
    'account.id': { type: 'int', sql: 's.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email', nullable: true },
    version: { type: 'int', sql: 's.version' },
  },
  links: { account: 'account.id' },
  members: {
    cluster: {
      from: 'iso_cluster ic join cluster c on c.id = ic.cluster_id',
      where: 'ic.iso_id = s.id',
      fields: { id: { type: 'int', sql: 'c.id' }, name: { type: 'text', sql: 'c.name' } },
    },
  },
  row: {
    clusters: jsonList(
      { id: 'c.id', name: 'c.name', updated_at: timeText('s.updated_at') },
      'iso_cluster ic join cluster c on c.id = ic.cluster_id where ic.iso_id = s.id',
      'c.id',
    ),
    expires_at: timeText('s.expires_at'),
    mounts: MOUNTS,
  },
  // Of an image for all others see how many have it, not who.
  others: { unless: (actor) => actor.isAdmin, row: { mounts: OWN_MOUNTS } },
  search: ['name'],
  visible: (actor) =>
    actor.isAdmin ? null : sql`(s.account_id = ${actor.account_id} or (s.for_all and s.state in ('ready', 'offered')))`,
})
