import { ipv4Total } from '../../network/range/list.ts'
import type { Part } from './part.ts'

/** From here on addresses count as nearly used up, in percent. */
const NEARLY = 90

const node = { about: 'node', id: 'n.id', name: 'n.name' } as const
const host = { about: 'host', id: 'h.id', name: 'h.name', state: 'h.state', owner: 'h.account_id' } as const

/** Problems of virtual machines, nodes and what they live on. */
export const ofMachines: readonly Part[] = [
  {
    ...host,
    kind: 'host',
    task_name: "h.fault->>'action'",
    cause: "h.fault->>'msg'",
    step: "h.fault->>'step'",
    task: "(h.fault->>'task')::int",
    since: 'coalesce(h.fault_at, h.state_at)',
    from: "host h where (h.state = 'crashed' or h.fault is not null) and h.state <> 'deleting'",
  },
  // One that is off sends nothing, and its start renews them.
  {
    ...host,
    kind: 'host_filter',
    cause: 'h.filter_fault',
    since: 'h.filter_fault_at',
    from: "host h where h.filter_fault is not null and h.state = 'active'",
  },
  // Silent only because their node is: in the list they count with the node.
  {
    ...host,
    kind: 'unread',
    severity: 'unknown',
    since: 'coalesce(n.unavailable_since, h.state_at)',
    from: "host h left join node n on n.id = h.node_id where h.state = 'unknown'",
  },
  {
    ...node,
    kind: 'node',
    state: 'n.state',
    cause: 'n.libvirt_error',
    hosts: "(select count(*)::int from host h where h.node_id = n.id and h.state = 'unknown')",
    since: 'coalesce(n.unavailable_since, n.libvirt_error_at)',
    from: "node n where n.state in ('crashed', 'unavailable')",
  },
  {
    ...node,
    kind: 'node_part',
    severity: 'warning',
    state: 'n.state',
    cause: 'n.libvirt_error',
    since: 'n.libvirt_error_at',
    from: "node n where n.state = 'active' and n.libvirt_error is not null",
  },
  {
    kind: 'repository',
    severity: 'warning',
    about: 'repository',
    id: 'r.id',
    name: 'r.name',
    state: 'r.state',
    cause: 'r.fault',
    since: 'coalesce(r.fault_at, r.checked_at)',
    from: "repository r where r.state = 'unavailable'",
  },
  {
    kind: 'addresses',
    severity: 'warning',
    about: 'ippool',
    id: 'p.id',
    name: 'p.name',
    used: 'p.used',
    total: 'p.total',
    // The address that made it nearly all of them.
    since: `(select i.created_at from ip i where i.ippool_id = p.id and i.family = 2 order by i.created_at
              offset greatest(0, ceil(p.total * ${NEARLY} / 100.0) - 1)::int limit 1)`,
    from: `(select p.id, p.name, (select count(*) from ip i where i.ippool_id = p.id and i.family = 2) as used,
       (${ipv4Total('r.ippool_id = p.id')}) as total from ippool p) p
       where p.total > 0 and p.used * 100 >= p.total * ${NEARLY}`,
  },
]
