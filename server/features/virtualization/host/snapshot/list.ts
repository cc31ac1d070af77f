import type { Actor } from '../../../../api/context.ts'
import { defineList } from '../../../../api/list/define.ts'
import { jsonList } from '../../../../api/list/row.ts'
import { sql } from '../../../../api/list/sql.ts'
import { snapshotStates } from '../../../../domain/snapshot/states.ts'

/** Snapshots of VMs: owners see those of their own, administrators all. */
export const snapshotList = defineList<Actor>({
  name: 'snapshot',
  from: 'snapshot s join host h on h.id = s.host_id join cluster cl on cl.id = h.cluster_id',
  joins: {
    n: 'join node n on n.id = h.node_id',
    a: 'left join account a on a.id = h.account_id',
  },
  fields: {
    id: { type: 'int', sql: 's.id' },
    ext_name: { type: 'text', sql: 's.name' },
    description: { type: 'text', sql: 's.description', nullable: true },
    with_ram: { type: 'bool', sql: 's.with_ram' },
    created: { type: 'time', sql: 'coalesce(s.made_at, s.created_at)' },
    state: {
      type: 'enum',
      sql: "case when s.state = 'ok' and h.state = 'unknown' then 'unknown' else s.state end",
      values: snapshotStates,
    },
    parent: { type: 'int', sql: 's.parent_id', nullable: true },
    is_curr: { type: 'bool', sql: 's.is_curr' },
    quiesced: { type: 'bool', sql: 's.quiesced', nullable: true },
    fault: { type: 'text', sql: 's.fault', nullable: true },
    cpu_number: { type: 'int', sql: 's.cpu_number' },
    ram_mib: { type: 'int', sql: 's.ram_mib' },
    'host.id': { type: 'int', sql: 'h.id' },
    'host.name': { type: 'text', sql: 'h.name' },
    'node.id': { type: 'int', sql: 'h.node_id' },
    'node.name': { type: 'text', sql: 'n.name' },
    'cluster.id': { type: 'int', sql: 'cl.id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
    'cluster.virtualization_type': { type: 'text', sql: 'cl.virtualization_type' },
  },
  links: { host: 'host.id', node: 'node.id', cluster: 'cluster.id' },
  row: {
    made_by: 's.made_by',
    disks: jsonList(
      { disk_id: "(k.value->>'disk_id')::int", name: "k.value->>'name'", size_mib: "(k.value->>'size_mib')::int" },
      'jsonb_array_elements(s.disks) with ordinality as k(value, n)',
      'k.n',
    ),
  },
  // A VM may have had another owner, whose name is not shown to the present one.
  others: { unless: (actor) => actor.isAdmin, row: { made_by: 'case when s.made_by = a.email then s.made_by end' } },
  search: ['ext_name', 'description', 'host.name'],
  visible: (actor) => (actor.isAdmin ? null : sql`h.account_id = ${actor.account_id}`),
})
