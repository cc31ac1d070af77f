import { Gauge, type Registry } from 'prom-client'
import { db } from '../../../db/pool.ts'
import { singleFlight } from '../../../shared/single-flight.ts'

type Row = Record<string, string | number | null>

/** Name after `datahall_vm_` or `datahall_node_`, what it means, and the SQL of its value. */
type Measure = readonly [name: string, help: string, sql: string]

const vmMeasures: readonly Measure[] = [
  ['cpu_ratio', 'Share of its processors that a VM uses', 'l.cpu / 100'],
  ['steal_ratio', 'Share of the time in which a VM waits for a processor of its node', 'l.steal / 100'],
  ['memory_bytes', 'Memory that a VM uses', 'l.ram * 1048576'],
  ['disk_bytes_per_second', 'What a VM reads and writes', 'l.disk'],
  ['disk_operations_per_second', 'Operations of the disks of a VM', 'l.ops'],
  ['network_bytes_per_second', 'What a VM receives and sends', 'l.net'],
]
const nodeMeasures: readonly Measure[] = [
  ['cpu_ratio', 'Share of its processors that a node uses', 'l.cpu / 100'],
  ['iowait_ratio', 'Share of the time in which processors of a node wait for disks', 'l.iowait / 100'],
  ['steal_ratio', 'Share of the time that the hypervisor of a node withholds from it', 'l.steal / 100'],
  ['memory_bytes', 'Memory that a node uses', 'l.ram * 1048576'],
  ['load1', 'Load of a node over a minute', 'l.load'],
  ['disk_bytes_per_second', 'What the disks of a node read and write', 'l.disk'],
  ['network_bytes_per_second', 'What the interfaces of a node receive and send', 'l.net'],
  ['pressure_cpu_ratio', 'Share of 10 seconds in which tasks of a node waited for a processor', 'l.pressure_cpu / 100'],
  [
    'pressure_memory_ratio',
    'Share of 10 seconds in which tasks of a node waited for memory',
    'l.pressure_memory / 100',
  ],
  ['pressure_io_ratio', 'Share of 10 seconds in which tasks of a node waited for disks', 'l.pressure_io / 100'],
]

const columns = (measures: readonly Measure[]) =>
  measures.map(([name, , sql]) => `(${sql})::float8 as ${name}`).join(', ')
const fresh = "l.at > now() - interval '1 minute'"
const VMS = `select h.id::text, h.name, coalesce(n.name, '') as node, ${columns(vmMeasures)}
  from host_load l join host h on h.id = l.host_id left join node n on n.id = h.node_id where ${fresh} order by h.id limit $1`
const COUNT = `select count(*)::int as n from host_load l where ${fresh}`
const NODES = `select n.id::text, n.name, ${columns(nodeMeasures)} from node_load l join node n on n.id = l.node_id
  where ${fresh} order by n.id limit $1`

function gauges(
  registry: Registry,
  kind: 'vm' | 'node',
  measures: readonly Measure[],
  labelNames: readonly ('id' | 'name' | 'node')[],
  read: () => Promise<Row[]>,
) {
  for (const [name, help] of measures)
    new Gauge({
      name: `datahall_${kind}_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const rows = await read()
        this.reset()
        for (const row of rows) {
          const value = row[name]
          if (typeof value !== 'number') continue
          this.set(Object.fromEntries(labelNames.map((label) => [label, String(row[label])])), value)
        }
      },
    })
}

/**
 * Adds the last readings of VMs and nodes to the metrics of the panel: the first VMs and nodes by number, and how many VMs were left out.
 * All gauges of a scrape share a statement or two.
 * @param most VMs, and nodes, that have gauges
 */
export function registerFigureGauges(registry: Registry, most: number): void {
  const shared = singleFlight<Row[]>()
  const rows = (text: string) => () => shared(text, async () => (await db().pool.query<Row>(text, [most])).rows)
  gauges(registry, 'vm', vmMeasures, ['id', 'name', 'node'], rows(VMS))
  gauges(registry, 'node', nodeMeasures, ['id', 'name'], rows(NODES))
  new Gauge({
    name: 'datahall_vms_left_out',
    help: 'Running VMs that have no gauges of their own, for there are more than DATAHALL_METRICS_VMS',
    registers: [registry],
    async collect() {
      const { rows: found } = await db().pool.query<{ n: number }>(COUNT)
      this.set(Math.max(0, (found[0]?.n ?? 0) - most))
    },
  })
}
