import { db } from '../../../db/pool.ts'
import { figureDays, figureSpan } from '../../../domain/figures/levels.ts'
import type { FigureOwner } from '../../../domain/figures/parts.ts'
import type {
  ClusterFigures,
  Figures,
  HostTraffic,
  MonitorTargets,
  WriterStatus,
} from '../../../domain/figures/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Asked } from '../../../domain/traffic/levels.ts'
import { msg } from '../../../shared/text.ts'
import { clusterRows, readFigures, trafficRows } from './history.ts'
import { shape } from './shape.ts'

const nowS = () => Math.floor(Date.now() / 1000)

/** Figures of a VM or node for a graph. The caller has made sure that it may be seen. */
export async function figuresOf(owner: FigureOwner, id: number, asked: Asked): Promise<Figures> {
  const span = figureSpan(asked, nowS())
  return shape(owner, await readFigures(owner, [id], span), span)
}

/**
 * What passed the interfaces of a VM in a month, in UTC. The caller has made sure that it may be seen.
 * @param month `2026-11`; the current one by default
 */
export async function trafficOf(id: number, month = new Date().toISOString().slice(0, 7)): Promise<HostTraffic> {
  const begin = new Date(`${month}-01T00:00:00Z`)
  const from = begin.getTime() / 1000
  const to = begin.setUTCMonth(begin.getUTCMonth() + 1) / 1000
  // Hours as long as they are kept, else the coarsest slots: a day has whole ones of both.
  const level = from >= nowS() - figureDays[2] * 86_400 ? 3600 : 14_400
  const days = (await trafficRows(id, from, to, level)).map(({ day, in_bytes, out_bytes }) => ({
    day,
    in_bytes: Math.round(in_bytes),
    out_bytes: Math.round(out_bytes),
  }))
  const sum = (way: 'in_bytes' | 'out_bytes') => days.reduce((total, one) => total + one[way], 0)
  return { month, in_bytes: sum('in_bytes'), out_bytes: sum('out_bytes'), days }
}

/** Sums of the nodes of a cluster. The caller has made sure that it may be seen. */
export async function figuresOfCluster(cluster_id: number, asked: Asked): Promise<ClusterFigures> {
  const span = figureSpan(asked, nowS())
  const { rows: nodes } = await db().pool.query<{ cpu_number: number; ram_mib: number }>(
    'select coalesce(sum(cpu_number), 0)::int as cpu_number, coalesce(sum(ram_mib), 0)::int as ram_mib from node where cluster_id = $1',
    [cluster_id],
  )
  const at = new Map((await clusterRows(cluster_id, span)).map((row) => [row.time, row]))
  const times = Array.from(
    { length: Math.ceil((span.to - span.from) / span.step) },
    (_, i) => span.from + i * span.step,
  )
  const line = (name: 'cpu' | 'ram' | 'disk' | 'net') =>
    times.map((time) => {
      const value = at.get(time)?.[name] ?? null
      return value === null ? null : Number(value.toPrecision(6))
    })
  const { from, to, step } = span
  const sums = nodes[0] ?? { cpu_number: 0, ram_mib: 0 }
  return { from, to, step, ...sums, cpu: line('cpu'), ram: line('ram'), disk: line('disk'), net: line('net') }
}

/** Numbers of a list such as `1,2,3`; null: all. */
function numbers(field: string, text: string | undefined): number[] | null {
  if (text === undefined || text.trim() === '') return null
  const list = text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((one) => Number(one.trim() || Number.NaN))
  if (list.every((one) => Number.isInteger(one) && one > 0 && one < 2 ** 31)) return list
  throw new PanelError('invalid_query', msg`${field} is no list of numbers separated by commas`, { value: field })
}

/** VMs that the caller may see and, for administrators, nodes: what has figures. */
export async function monitorTargets(
  actor: { isAdmin: boolean; account_id: number },
  query: { node_ids?: string | undefined; host_ids?: string | undefined },
): Promise<MonitorTargets> {
  const [nodes, hosts] = [numbers('node_ids', query.node_ids), numbers('host_ids', query.host_ids)]
  const { rows: host_list } = await db().pool.query<MonitorTargets['host_list'][number]>(
    `select c.virtualization_type = 'dummy' as is_dummy, h.node_id, h.id as host_id, h.internal_name
       from host h join cluster c on c.id = h.cluster_id
      where ($1::boolean or h.account_id = $2) and ($3::int[] is null or h.id = any($3)) order by h.id`,
    [actor.isAdmin, actor.account_id, hosts],
  )
  const { rows: node_list } = await db().pool.query<MonitorTargets['node_list'][number]>(
    `select c.virtualization_type = 'dummy' as is_dummy, n.id as node_id, null as host_id, null as internal_name
       from node n join cluster c on c.id = n.cluster_id
      where $1::boolean and ($2::int[] is null or n.id = any($2)) order by n.id`,
    [actor.isAdmin, nodes],
  )
  return { host_list, node_list }
}

/** Whether figures are being written. */
export async function readWriterStatus(): Promise<WriterStatus> {
  const { rows } = await db().pool.query<Omit<WriterStatus, 'working'>>(
    `select count(*)::int as nodes, count(*) filter (where l.at is null or l.at < now() - interval '1 minute')::int as late_nodes,
            (select count(*)::int from host_load h where h.at >= now() - interval '1 minute') as hosts,
            extract(epoch from max(l.at))::int as last_write
       from node n left join node_load l on l.node_id = n.id where n.host_key is not null and n.state = 'active'`,
  )
  const [row = { nodes: 0, late_nodes: 0, hosts: 0, last_write: null }] = rows
  return { working: row.late_nodes === 0, ...row }
}
