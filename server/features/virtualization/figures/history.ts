import { forgetOldSlots, graphLevels, graphLevelsOf, type KeptSeries, rollUpSeries } from '../../../db/kept-series.ts'
import { db } from '../../../db/pool.ts'
import { type FigureSpan, figureDays, figureLevels, READ_S } from '../../../domain/figures/levels.ts'
import { type FigureOwner, PART_WIDTH } from '../../../domain/figures/parts.ts'

/** The values of a row's parts: `k` counts the six of each from 0. */
const UNNEST = (row: string) => `
  cross join lateral unnest(${row}.means) with ordinality as u(v, i)
  cross join lateral (select split_part(${row}.parts, ' ', ((u.i - 1) / ${PART_WIDTH} + 1)::int) as key, ((u.i - 1) % ${PART_WIDTH})::int as k) p`

/** Means are by their readings, and of each part: what was added or taken away within the slot is in it for its own time. */
const makeSlot = (owner: FigureOwner) => `
  v as (
    select f.${owner}_id as id, p.key, p.k, sum(u.v::float8 * f.samples) / sum(f.samples) filter (where u.v is not null) as v
      from ${owner}_figure f ${UNNEST('f')} where f.level = $1 and f.at >= $3 and f.at < $4 group by 1, 2, 3),
  m as (
    select id, string_agg(key, ' ' order by key) filter (where k = 0) as parts, array_agg(v::real order by key, k) as means from v group by id),
  t as (
    select ${owner}_id as id, sum(samples)::int as samples, max(cpu_high) as cpu_high, ${['cpu', 'ram', 'disk', 'net']
      .map((one) => `(sum(${one}::float8 * samples) / sum(samples) filter (where ${one} is not null))::real as ${one}`)
      .join(', ')}
      from ${owner}_figure where level = $1 and at >= $3 and at < $4 group by 1),
  made as (
    insert into ${owner}_figure (${owner}_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
    select t.id, $2, $3, t.samples, t.cpu, t.cpu_high, t.ram, t.disk, t.net, m.parts, m.means
      from t join m on m.id = t.id order by t.id on conflict do nothing)`

const series = (owner: FigureOwner): KeptSeries => ({
  table: `${owner}_figure`,
  done: `${owner}_figure_level`,
  levels: figureLevels,
  graceS: 30,
  makeSlot: makeSlot(owner),
  keptDays: () => figureDays,
})

/** Figures of VMs and nodes: a row of each and slot. */
const kept = { host: series('host'), node: series('node') }

/** See `rollUpSeries`. */
export async function rollUpFigures(signal: AbortSignal, now?: number): Promise<void> {
  for (const one of Object.values(kept)) await rollUpSeries(one, signal, now)
}

/** Deletes figures that are older than their level is kept. */
export async function forgetOldFigures(signal: AbortSignal): Promise<void> {
  for (const one of Object.values(kept)) await forgetOldSlots(one, signal)
}

/** One value of a part in one slot; of several objects each is named. */
export type FigureValue = { id: number; time: number; key: string; k: number; v: number | null; high: number | null }

const read = (owner: FigureOwner) => `
  with r as (${graphLevelsOf(kept[owner], 2)})
  select f.${owner}_id as id, extract(epoch from x.slot)::float8 as time, p.key, p.k,
         (sum(u.v::float8 * f.samples) / sum(f.samples) filter (where u.v is not null))::float8 as v,
         case when p.key = 'cpu' and p.k = 0 then max(f.cpu_high)::float8 end as high
    from r join ${owner}_figure f on f.${owner}_id = any($1::int[]) and f.level = r.level and f.at >= $5 and f.at < $6
         and (r.since is null or f.at >= r.since)
   cross join lateral (select date_bin(make_interval(secs => $7::int), f.at, 'epoch'::timestamptz) as slot) x ${UNNEST('f')}
   group by 1, 2, 3, 4 order by 2, 1, 3, 4`
const READ = { host: read('host'), node: read('node') }

/** What objects used within the slots of a span. One statement. */
export async function readFigures(
  owner: FigureOwner,
  ids: readonly number[],
  { from, to, step, level }: FigureSpan,
): Promise<FigureValue[]> {
  const { rows } = await db().pool.query<FigureValue>(READ[owner], [
    ids,
    ...graphLevels(kept[owner], level),
    new Date(from * 1000),
    new Date(to * 1000),
    step,
  ])
  return rows
}

export type ClusterRow = {
  time: number
  cpu: number | null
  ram: number | null
  disk: number | null
  net: number | null
}

// A mean a node and slot first, then the sum: nodes may have been read different numbers of times.
const CLUSTER = `
  with r as (${graphLevelsOf(kept.node, 2)}),
  p as (
    select n.id, greatest(1, n.cpu_number) as cpu_number, x.slot, ${['cpu', 'ram', 'disk', 'net']
      .map((one) => `sum(f.${one}::float8 * f.samples) / sum(f.samples) filter (where f.${one} is not null) as ${one}`)
      .join(', ')}
      from node n cross join r
      join node_figure f on f.node_id = n.id and f.level = r.level and f.at >= $5 and f.at < $6 and (r.since is null or f.at >= r.since)
     cross join lateral (select date_bin(make_interval(secs => $7::int), f.at, 'epoch'::timestamptz) as slot) x
     where n.cluster_id = $1 group by n.id, x.slot)
  select extract(epoch from slot)::float8 as time, sum(cpu * cpu_number) / sum(cpu_number) filter (where cpu is not null) as cpu, sum(ram) as ram,
         sum(disk) as disk, sum(net) as net
    from p group by slot order by slot`

/** What the nodes of a cluster used together within the slots of a span; CPU in percent of all processors. */
export async function clusterRows(cluster_id: number, { from, to, step, level }: FigureSpan): Promise<ClusterRow[]> {
  const { rows } = await db().pool.query<ClusterRow>(CLUSTER, [
    cluster_id,
    ...graphLevels(kept.node, level),
    new Date(from * 1000),
    new Date(to * 1000),
    step,
  ])
  return rows
}

export type DayRow = { day: string; in_bytes: number; out_bytes: number }

// A reading stands for the seconds until the next one. Where an interface came or went within a slot, the slot counts as a whole.
const TRAFFIC = `
  with r as (${graphLevelsOf(kept.host, 2)})
  select to_char(f.at at time zone 'UTC', 'YYYY-MM-DD') as day,
         (${READ_S} * coalesce(sum(u.v::float8 * f.samples) filter (where p.k = 0), 0))::float8 as in_bytes,
         (${READ_S} * coalesce(sum(u.v::float8 * f.samples) filter (where p.k = 1), 0))::float8 as out_bytes
    from r join host_figure f on f.host_id = $1 and f.level = r.level and f.at >= $5 and f.at < $6 and (r.since is null or f.at >= r.since)
    ${UNNEST('f')} where p.key like 'n:%' and p.k < 2 and u.v is not null group by 1 order by 1`

/** What passed all interfaces of a VM on each day (UTC) of a span. @param from, to seconds of Unix time */
export async function trafficRows(host_id: number, from: number, to: number, level: number): Promise<DayRow[]> {
  const { rows } = await db().pool.query<DayRow>(TRAFFIC, [
    host_id,
    ...graphLevels(kept.host, level),
    new Date(from * 1000),
    new Date(to * 1000),
  ])
  return rows
}
