import { db } from '../../../db/pool.ts'
import { READ_S } from '../../../domain/figures/levels.ts'
import type { HostSample, NodeSample } from './samples.ts'

const AT = `date_bin('${READ_S} seconds', now(), 'epoch')`

// Two readings may fall into one slot, for each comes a little later than the last: the first of them stays.
const HOSTS = `
  with r as (
    select h.id, x.*, least(100, x.cpu / greatest(1, h.cpu_number)) as cpu_share, least(100, x.steal / greatest(1, h.cpu_number)) as steal_share
      from jsonb_to_recordset($2::jsonb) as x(internal_name text, cpu float8, steal float8, ram real, ram_host real, ram_guest real,
             ram_available real, disk real, ops real, net real, keys text, means real[])
      join host h on h.internal_name = x.internal_name and h.node_id = $1),
  kept as (
    insert into host_figure (host_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
    select id, ${READ_S}, ${AT}, 1, cpu_share, cpu_share, ram, disk, net, rtrim('cpu ' || keys),
           array[cpu_share, steal_share, ram, ram_host, ram_guest, ram_available]::real[] || means
      from r order by id on conflict do nothing)
  insert into host_load as l (host_id, at, cpu, steal, ram, disk, ops, net, memory)
  select id, now(), cpu_share, steal_share, ram, disk, ops, net, least(100, 100 * ram_guest / nullif(ram_available, 0)) from r order by id
  on conflict (host_id) do update set at = excluded.at, cpu = excluded.cpu, steal = excluded.steal, ram = excluded.ram, disk = excluded.disk,
    ops = excluded.ops, net = excluded.net, memory = excluded.memory`

/** Stores a reading of all VMs of a node: one statement, however many there are. Those that the panel does not know are left out. */
export async function storeHostSamples(node_id: number, samples: readonly HostSample[]): Promise<void> {
  if (samples.length > 0) await db().pool.query(HOSTS, [node_id, JSON.stringify(samples)])
}

const NODE = `
  with r as (
    select n.id, x.* from jsonb_to_record($2::jsonb) as x(cpu real, iowait real, steal real, ram real, load real, swap real, pressure_cpu real,
             pressure_memory real, pressure_io real, disk real, net real, keys text, means real[])
      join node n on n.id = $1),
  kept as (
    insert into node_figure (node_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
    select id, ${READ_S}, ${AT}, 1, cpu, cpu, ram, disk, net, rtrim('cpu pressure ' || keys),
           array[cpu, iowait, steal, ram, load, swap, pressure_cpu, pressure_memory, pressure_io, null, null, null]::real[] || means
      from r on conflict do nothing)
  insert into node_load as l (node_id, at, cpu, iowait, steal, ram, load, disk, net, pressure_cpu, pressure_memory, pressure_io)
  select id, now(), cpu, iowait, steal, ram, load, disk, net, pressure_cpu, pressure_memory, pressure_io from r
  on conflict (node_id) do update set at = excluded.at, cpu = excluded.cpu, iowait = excluded.iowait, steal = excluded.steal, ram = excluded.ram,
    load = excluded.load, disk = excluded.disk, net = excluded.net, pressure_cpu = excluded.pressure_cpu,
    pressure_memory = excluded.pressure_memory, pressure_io = excluded.pressure_io`

/** Stores a reading of a node. */
export async function storeNodeSample(node_id: number, sample: NodeSample): Promise<void> {
  await db().pool.query(NODE, [node_id, JSON.stringify(sample)])
}
