import { z } from 'zod'

import { share } from '../problem/record.ts'

export const clusterCapacity = z.object({
  id: z.int(),
  name: z.string(),
  node_count: z.int(),
  host_count: z.int(),
  /** vCPUs assigned to VMs, relative to the processors of the nodes. */
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
  /** Rack units in use, of all; half of one where a server of half width stands alone. */
  units: z.object({ used: z.number(), total: z.int() }),
  /** Servers that are on. */
  servers: share,
  /** Those that answer. */
  switches: share,
  pdus: share,
  /** Watt, as reported by PDUs; null without any report. */
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
  clusters: z.array(clusterCapacity),
  nodes: z.array(nodeLoad),
  node_count: z.int(),
  locations: z.array(locationLoad),
  counts,
  demo: z.boolean(),
})
export type Overview = z.infer<typeof overview>
