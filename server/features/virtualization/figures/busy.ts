import { db } from '../../../db/pool.ts'
import { type Busy, type BusyHost, type BusyNode, busyOrders } from '../../../domain/figures/schema.ts'

/** So many of each. */
const FIRST = 10
/** What was not read for so long is not how things are now. */
const FRESH = "interval '1 minute'"

const values = busyOrders.join(', ')
const means = busyOrders
  .map((one) => `sum(f.${one}::float8 * f.samples) / sum(f.samples) filter (where f.${one} is not null) as ${one}`)
  .join(', ')

// An hour of readings of all VMs is made of its five minutes, a twentieth of the rows.
const SOURCES = {
  now: `select host_id, ${values} from host_load where at >= now() - ${FRESH}`,
  hour: `select f.host_id, ${means} from host_figure f where f.level = 300 and f.at >= now() - interval '65 minutes' group by f.host_id`,
}

const hosts = (span: keyof typeof SOURCES) => `
  with v as materialized (${SOURCES[span]}),
  -- Of memory the share counts, else the largest VMs would always lead.
  s as (select v.*, v.ram / greatest(1, h.ram_mib) as share from v join host h on h.id = v.host_id where h.node_id is not null),
  t as (${busyOrders
    .map(
      (one) =>
        `(select '${one}' as by, s.* from s where s.${one} > 0 order by s.${one === 'ram' ? 'share' : one} desc, s.host_id limit ${FIRST})`,
    )
    .join(' union all ')})
  select t.by, h.id, h.name, a.email as account, jsonb_build_object('id', n.id, 'name', n.name) as node, h.cpu_number, h.ram_mib,
         t.cpu::float8, t.ram::float8, t.disk::float8, t.net::float8
    from t join host h on h.id = t.host_id join node n on n.id = h.node_id join account a on a.id = h.account_id
   order by case t.by ${busyOrders.map((one) => `when '${one}' then ${one === 'ram' ? 't.share' : `t.${one}`}`).join(' ')} end desc, h.id`

const NODES = `
  select n.id, n.name, n.cpu_number, n.ram_mib, ${[
    'cpu',
    'iowait',
    'steal',
    'ram',
    'load',
    'pressure_cpu',
    'pressure_memory',
    'pressure_io',
  ]
    .map((one) => `l.${one}::float8`)
    .join(', ')}
    from node_load l join node n on n.id = l.node_id where l.at >= now() - ${FRESH}
   order by greatest(l.pressure_cpu, l.pressure_memory, l.pressure_io) desc nulls last, l.cpu desc nulls last, n.id limit ${2 * FIRST}`

const NODES_HOUR = `
  with u as (
    select f.node_id, f.samples, f.means, f.parts from node_figure f where f.level = 300 and f.at >= now() - interval '65 minutes'),
  v as (
    select u.node_id, p.key || p.k as name, sum(x.v::float8 * u.samples) / sum(u.samples) filter (where x.v is not null) as v
      from u cross join lateral unnest(u.means) with ordinality as x(v, i)
     cross join lateral (select split_part(u.parts, ' ', ((x.i - 1) / 6 + 1)::int) as key, (x.i - 1) % 6 as k) p where p.key in ('cpu', 'pressure') group by 1, 2),
  o as (select node_id, ${(
    [
      ['cpu', 'cpu0'],
      ['iowait', 'cpu1'],
      ['steal', 'cpu2'],
      ['ram', 'cpu3'],
      ['load', 'cpu4'],
      ['pressure_cpu', 'pressure0'],
      ['pressure_memory', 'pressure1'],
      ['pressure_io', 'pressure2'],
    ] as const
  )
    .map(([name, place]) => `max(v) filter (where name = '${place}') as ${name}`)
    .join(', ')} from v group by node_id)
  select n.id, n.name, n.cpu_number, n.ram_mib, o.cpu, o.iowait, o.steal, o.ram, o.load, o.pressure_cpu, o.pressure_memory, o.pressure_io
    from o join node n on n.id = o.node_id
   order by greatest(o.pressure_cpu, o.pressure_memory, o.pressure_io) desc nulls last, o.cpu desc nulls last, n.id limit ${2 * FIRST}`

/** The busiest VMs by each measure and the nodes by pressure, in two statements: by the last reading or over the last hour. */
export async function whatIsBusy(span: 'now' | 'hour'): Promise<Busy> {
  const { rows } = await db().pool.query<BusyHost & { by: (typeof busyOrders)[number] }>(hosts(span))
  const { rows: nodes } = await db().pool.query<BusyNode>(span === 'now' ? NODES : NODES_HOUR)
  const of = (by: string) => rows.filter((row) => row.by === by).map(({ by: _, ...row }) => row)
  return { hosts: { cpu: of('cpu'), ram: of('ram'), disk: of('disk'), net: of('net') }, nodes }
}
