import { z } from 'zod'
import { trafficSpan } from '../traffic/schema.ts'

const seconds = z
  .string()
  .regex(/^[0-9]{1,8}$/)
  .transform(Number)

/** What a graph of figures asks for. */
export const figureQuery = trafficSpan.extend({
  step: z
    .union([z.int().min(0).max(99_999_999), seconds])
    .meta({ type: 'integer' })
    .optional()
    .describe('Seconds of a point at least, 30 or more; it gets longer until there are at most 500 points'),
})

const span = {
  from: z.int().describe('Unix time in seconds at which the first point begins'),
  to: z.int(),
  step: z.int().describe('Seconds of each point'),
}
const line = z.array(z.number().nullable()).describe('A value a point; null: nothing was measured')

const figurePart = z.object({
  kind: z.enum(['cpu', 'pressure', 'disk', 'net', 'fs']),
  name: z
    .string()
    .describe('Of a disk or interface, where a file system of the guest is mounted; empty for the VM or node itself'),
  values: z
    .record(z.string(), line)
    .describe(
      'Lines by name. cpu: cpu, cpu_high (the highest reading), steal, iowait (percent of all processors), ram_… and swap (MiB), load; pressure: cpu, memory, io (percent of the time in which tasks waited); disk: read_ and write_ bytes, ops a second and latency (ms of an operation); net: rx_ and tx_ bytes and packets a second, errors and drops a second; fs: used (percent), used_mib, total_mib, as the guest reports every five minutes',
    ),
})
export type FigurePart = z.infer<typeof figurePart>

/** Figures of a VM or node over time. */
export const figures = z.object({ ...span, parts: z.array(figurePart) })
export type Figures = z.infer<typeof figures>

/** Sums of the nodes of a cluster over time. */
export const clusterFigures = z.object({
  ...span,
  cpu_number: z.int().describe('Processors of all its nodes'),
  ram_mib: z.int().describe('Memory of all its nodes'),
  cpu: line.describe('Percent of all processors'),
  ram: line.describe('MiB'),
  disk: line.describe('Bytes a second, read and written'),
  net: line.describe('Bytes a second, in and out'),
})
export type ClusterFigures = z.infer<typeof clusterFigures>

export const trafficQuery = z.object({
  month: z
    .string()
    .regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/)
    .optional()
    .describe('`2026-11`; the current month by default. Months are in UTC'),
})
const ways = { in_bytes: z.int().describe('Received'), out_bytes: z.int().describe('Sent') }
/** What passed the interfaces of a VM in a month, by its readings. */
export const hostTraffic = z.object({
  month: z.string(),
  ...ways,
  days: z.array(z.object({ day: z.string(), ...ways })).describe('Days on which something was measured'),
})
export type HostTraffic = z.infer<typeof hostTraffic>

export const metricsQuery = z.object({
  target: z
    .string()
    .max(1000)
    .optional()
    .describe('Names of series, separated by commas, `*` for any part: `cpu.cpu,disk.vda.*`. All by default'),
  from: z
    .string()
    .max(32)
    .optional()
    .describe('Unix time, `YYYY-MM-DD HH:MM:SS` (UTC), or how long ago: `-6h`, `-30min`, `-7d`. A day ago by default'),
  interval: z
    .string()
    .max(16)
    .optional()
    .describe('Length of a point: seconds or `5min`, `1h`, `1d`; it gets longer until there are at most 500 points'),
  output: z.string().max(16).optional().describe('`json`, nothing else'),
})
export const metricSeries = z.array(
  z.object({ target: z.string(), datapoints: z.array(z.tuple([z.number().nullable(), z.int()])) }),
)
export type MetricSeries = z.infer<typeof metricSeries>

const ids = z.string().max(12_000).describe('Numbers separated by commas; all by default').optional()
export const targetQuery = z.object({ node_ids: ids, host_ids: ids })
const target = z.object({
  is_dummy: z.boolean().describe('It is simulated'),
  node_id: z.int().nullable(),
  host_id: z.int().nullable(),
  internal_name: z.string().nullable(),
})
export const monitorTargets = z.object({ host_list: z.array(target), node_list: z.array(target) })
export type MonitorTargets = z.infer<typeof monitorTargets>

export const writerStatus = z.object({
  working: z.boolean().describe('All nodes that are attached and answer were read within the last minute'),
  nodes: z.int().describe('Nodes that are attached and answer'),
  late_nodes: z.int().describe('Those of them that were not read within the last minute'),
  hosts: z.int().describe('VMs that were read within the last minute'),
  last_write: z.int().nullable().describe('Unix time of the newest reading'),
})
export type WriterStatus = z.infer<typeof writerStatus>

export const busyOrders = ['cpu', 'ram', 'disk', 'net'] as const
export const busyQuery = z.object({
  span: z.enum(['now', 'hour']).default('now').describe('The last reading, or the mean of the last hour'),
})
const amount = z.number().nullable()
const busyHost = z.object({
  id: z.int(),
  name: z.string(),
  account: z.string(),
  node: z.object({ id: z.int(), name: z.string() }),
  cpu_number: z.int(),
  ram_mib: z.int(),
  cpu: amount.describe('Percent of its processors'),
  ram: amount.describe('MiB'),
  disk: amount.describe('Bytes a second'),
  net: amount.describe('Bytes a second'),
})
export type BusyHost = z.infer<typeof busyHost>
const busyNode = z.object({
  id: z.int(),
  name: z.string(),
  cpu_number: z.int(),
  ram_mib: z.int(),
  cpu: amount.describe('Percent of all processors'),
  iowait: amount,
  steal: amount,
  ram: amount.describe('MiB'),
  load: amount,
  pressure_cpu: amount.describe('Percent of the time in which tasks waited for it; null: the node does not report it'),
  pressure_memory: amount,
  pressure_io: amount,
})
export type BusyNode = z.infer<typeof busyNode>
/** What is busy: the first few by each measure, the busiest first. */
export const busy = z.object({
  hosts: z.object({ cpu: z.array(busyHost), ram: z.array(busyHost), disk: z.array(busyHost), net: z.array(busyHost) }),
  nodes: z.array(busyNode).describe('By pressure'),
})
export type Busy = z.infer<typeof busy>
