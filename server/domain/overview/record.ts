import { z } from 'zod'
import { moment } from '../shared/fields.ts'

const share = z.object({ used: z.int(), total: z.int() })

export const problemKinds = [
  'node',
  'node_part',
  'host',
  'repository',
  'storage',
  'addresses',
  'task',
  'location',
  'server',
  'sensor',
  'controller',
  'identity',
  'switch',
  'pdu',
  'port',
  'outlet',
  'drift',
  'link',
  'feed',
] as const

/** Something that needs a person: what, since when, the cause in words, and what hangs on it. */
export const problem = z.object({
  /**
   * `node`: cannot be used; `node_part`: something on it does not answer; `host`: crashed, or its last task failed;
   * `repository`: cannot be read; `storage`, `addresses`: nearly used up; `task`: failed and nobody has taken note;
   * `location`: its check failed; `server`: says what is wrong;
   * `sensor`: one of its sensors is beyond its critical limit; `controller`: its controller does not answer; `identity`: and another one answers;
   * `switch`, `pdu`: does not answer; `port`, `outlet`: the last change of it
   * failed; `drift`: ports of a switch are set up otherwise than they were asked to be; `link`: a server that is on has a port without link; `feed`: one of a server's outlets is off.
   */
  kind: z.enum(problemKinds),
  severity: z.enum(['fault', 'warning']),
  entity: z.string().nullable(),
  id: z.int(),
  name: z.string(),
  /** State of the object, where it has one. */
  state: z.string().nullable(),
  /** Name of the task that failed. */
  task_name: z.string().nullable(),
  cause: z.string().nullable(),
  /** Step that failed. */
  step: z.string().nullable(),
  task: z.int().nullable(),
  /** Which part of it: ports, outlets; of a server its place. */
  part: z.string().nullable(),
  /** Of what is nearly used up. */
  share: share.nullable(),
  /** Machines whose state nobody knows because of it; of a switch or PDU, servers at it; of `drift`, ports. */
  hosts: z.int(),
  since: moment.nullable(),
})
export type Problem = z.infer<typeof problem>

export const clusterCapacity = z.object({
  id: z.int(),
  name: z.string(),
  node_count: z.int(),
  host_count: z.int(),
  /** vCPUs given to machines, of the nodes' processors. */
  cpu: share,
  ram_mib: share,
  storage_mib: share,
  /** IPv4 of the pools that serve the cluster; null when none does. */
  ipv4: share.nullable(),
})
export type ClusterCapacity = z.infer<typeof clusterCapacity>

export const nodeLoad = z.object({
  id: z.int(),
  name: z.string(),
  cluster: z.int(),
  state: z.string(),
  maintenance_mode: z.boolean(),
  cpu_percent: z.int(),
  ram_percent: z.int(),
  host_count: z.int(),
})
export type NodeLoad = z.infer<typeof nodeLoad>

/** How full a location is, and how much of it answers. */
export const locationLoad = z.object({
  id: z.int(),
  name: z.string(),
  racks: z.int(),
  /** Rack units in use at the front, of all. */
  units: share,
  /** Servers that are on. */
  servers: share,
  /** Those that answer. */
  switches: share,
  pdus: share,
  /** Watt, as far as PDUs say; null when none does. */
  load_watt: z.int().nullable(),
})
export type LocationLoad = z.infer<typeof locationLoad>

/** How much of each kind there is; of what only administrators see, others get 0. */
export const counts = z.object({
  clusters: z.int(),
  nodes: z.int(),
  active_nodes: z.int(),
  hosts: z.int(),
  active_hosts: z.int(),
  repositories: z.int(),
  os: z.int(),
  ippools: z.int(),
  users: z.int(),
  racks: z.int(),
  servers: z.int(),
})
export type Counts = z.infer<typeof counts>

export const overview = z.object({
  problems: z.array(problem),
  problem_count: z.int(),
  clusters: z.array(clusterCapacity),
  nodes: z.array(nodeLoad),
  node_count: z.int(),
  locations: z.array(locationLoad),
  counts,
  demo: z.boolean(),
})
export type Overview = z.infer<typeof overview>
