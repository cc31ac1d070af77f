import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { nodeLifecycle } from '../../../domain/node/states.ts'
import { imageStates } from '../../../domain/os/tags.ts'

/** What brings an image to a node, while it waits or runs. */
const COPYING = `exists(select from task t where t.dedupe_key = 'os_copy:' || oc.os_id || ':' || n.id
  and t.status in ('created', 'running', 'deferred'))`

/** Nodes of the clusters on which a system is available, with what they have of its image. Scoped to one system. */
export const osNodeList = defineList<Actor>({
  name: 'os_node',
  from: 'os_cluster oc join os o on o.id = oc.os_id join node n on n.cluster_id = oc.cluster_id join cluster c on c.id = n.cluster_id',
  joins: {
    x: 'left join os_node x on x.os_id = oc.os_id and x.node_id = n.id',
    dis: 'left join os_node_disabled dis on dis.os_id = oc.os_id and dis.node_id = n.id',
  },
  fields: {
    id: { type: 'int', sql: 'n.id' },
    name: { type: 'text', sql: 'n.name' },
    node_state: { type: 'enum', sql: 'n.state', values: nodeLifecycle.states },
    'cluster.id': { type: 'int', sql: 'c.id' },
    'cluster.name': { type: 'text', sql: 'c.name' },
    state: {
      type: 'enum',
      sql: `case when ${COPYING} then 'copying' when x.os_id is null then 'absent' when x.state <> 'ready' then 'deleting'
                 when x.sha256 <> o.sha256 then 'outdated' else 'ready' end`,
      values: imageStates,
    },
    disabled: { type: 'bool', sql: '(dis.os_id is not null)' },
    fault: { type: 'text', sql: 'x.fault', nullable: true },
    updated_at: { type: 'time', sql: 'x.updated_at', nullable: true },
  },
  links: { cluster: 'cluster.id' },
  row: { updated_at: timeText('x.updated_at') },
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
