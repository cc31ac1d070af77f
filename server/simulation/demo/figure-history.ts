import type { Work } from '../../db/transaction.ts'
import { dice, fill, latencyMs, OPERATION, PACKET, perSecond, steal, used, waits } from '../hypervisor/load.ts'

// Each level as far back as it is looked at, with as many slots as graphs of it show. `minute` is how much of what changes within minutes
// is left in a mean of this length.
const SLOTS = `
  select 15 as level, 1 as minute, at from generate_series(date_bin('30 seconds', now() - interval '1 hour', 'epoch'), now() - interval '30 seconds', '30 seconds') at
   union all
  select 300, 0.15, at from generate_series(date_bin('5 minutes', now() - interval '1 day', 'epoch'), now() - interval '5 minutes', '5 minutes') at
   union all
  select 300, 0, at from generate_series(date_bin('30 minutes', now() - interval '7 days', 'epoch'), now() - interval '1 day', '30 minutes') at
   union all
  select 3600, 0, at from generate_series(date_bin('2 hours', now() - interval '30 days', 'epoch'), now() - interval '2 hours', '2 hours') at
   union all
  select 14400, 0, at from generate_series(date_bin('1 day', now() - interval '365 days', 'epoch'), now() - interval '1 day', '1 day') at`

// The curve of simulated VMs (server/simulation/hypervisor/load.ts), with weeks and a little chance.
const HOSTS = `
  insert into host_figure (host_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
  select h.id, s.level, s.at, s.level / 15, c.cpu, least(100, c.cpu * (1 + 0.5 * (1 - s.minute))), m.ram, l.load * (h.read + h.write), l.load * (h.rx + h.tx),
         'cpu d:' || h.disk || ' n:0 f:%2F pressure',
         array[c.cpu, c.cpu * h.steal, m.ram, least(h.ram_mib, m.ram * h.held), m.ram, h.ram_mib * 0.97,
               l.load * h.read, l.load * h.write, l.load * h.read / h.read_size, l.load * h.write / h.write_size,
               l.load * h.read / h.read_size * h.read_ms * l.slow, l.load * h.write / h.write_size * h.write_ms * l.slow,
               l.load * h.rx, l.load * h.tx, l.load * h.rx / h.rx_size, l.load * h.tx / h.tx_size, 0, 0,
               f.share * 100, f.share * h.disk_mib, h.disk_mib, null, null, null,
               least(60, 20 * l.load ^ 2), h.waits_memory, h.waits_io * l.slow, null, null, null]::real[]
    from jsonb_to_recordset($1::jsonb) as h(id int, ram_mib float8, disk text, disk_mib float8, fill float8, base float8, phase float8, steal float8, used float8, held float8, read float8,
         write float8, rx float8, tx float8, read_size float8, write_size float8, read_ms float8, write_ms float8, rx_size float8, tx_size float8, waits_memory float8, waits_io float8)
   cross join (${SLOTS}) s
   cross join lateral (select extract(epoch from s.at)::float8 as t) e
   cross join lateral (
     select greatest(0.005, h.base * (1 + 0.5 * s.minute * sin(e.t / 97 + h.phase) + 0.3 * sin(e.t / 13700) + 0.15 * sin(e.t / 86400 * pi() / 3.5))
              * (0.9 + 0.2 * random())) as load, 0.8 + 0.4 * random() as slow) l
   cross join lateral (select least(100, 100 * l.load) as cpu) c
   cross join lateral (select h.used * (0.96 + 0.06 * sin(e.t / 40000 + h.phase)) as ram) m
   -- It has filled up over the year.
   cross join lateral (select h.fill * (1 - 0.5 * extract(epoch from now() - s.at) / 31622400) as share) f
  on conflict do nothing returning 1`

// Disk and interface of a node carry what those of its VMs do, and a little besides.
const PARTS = Array.from({ length: 12 }, (_, i) => `sum(f.means[${i + 7}])`).join(', ')
const NODES = `
  insert into node_figure (node_id, level, at, samples, cpu, cpu_high, ram, disk, net, parts, means)
  select id, level, at, samples, cpu, least(100, cpu * 1.1), ram, disk, net, 'cpu pressure d:nvme0n1 n:eno1',
         array[cpu, 0.4, 0, ram, cpu * cpu_number / 100, 0, least(60, cpu * 0.2), 0.3, 0.5 + cpu * 0.02, null, null, null]::real[] || parts
    from (select n.id, n.cpu_number, f.level, f.at, max(f.samples) as samples, least(100, 1.5 + sum(f.cpu * h.cpu_number) / n.cpu_number) as cpu,
                 least(n.ram_mib, 2100 + sum(f.ram)) as ram, sum(f.disk) + 80000 as disk, sum(f.net) + 80000 as net, array[${PARTS}]::real[] as parts
            from node n join host h on h.node_id = n.id join host_figure f on f.host_id = h.id
           where n.cluster_id = $1::int group by n.id, f.level, f.at) x
  on conflict do nothing returning 1`

/** Writes what the VMs and nodes of the demo have used over the last year, as if it had been measured. */
export async function writeFigureHistory(work: Work, cluster_id: number): Promise<void> {
  const hosts = await work.tx.host.findMany({
    where: { cluster_id, state: 'active' },
    select: { id: true, name: true, internal_name: true, ram_mib: true },
  })
  const disks = await work.tx.disk.findMany({ where: { host_id: { in: hosts.map(({ id }) => id) }, is_main: true } })
  const diskOf = new Map(disks.map((disk) => [disk.host_id, disk]))
  const list = hosts.map(({ id, name: hostname, internal_name: name, ram_mib }) => ({
    id,
    ram_mib,
    disk: diskOf.get(id)?.target_dev ?? 'vda',
    disk_mib: diskOf.get(id)?.size_mib ?? 0,
    fill: fill(hostname, name),
    base: 0.04 + 0.5 * dice(name, 'load') ** 2,
    phase: 6 * dice(name, 'minute'),
    steal: steal(name),
    used: used(name, ram_mib),
    held: 1.05 + 0.2 * dice(name, 'held'),
    ...Object.fromEntries((['read', 'write', 'rx', 'tx'] as const).map((what) => [what, perSecond(name, what)])),
    read_size: OPERATION.read,
    write_size: OPERATION.write,
    read_ms: latencyMs(name, 'read'),
    write_ms: latencyMs(name, 'write'),
    rx_size: PACKET.rx,
    tx_size: PACKET.tx,
    waits_memory: waits(name, 'memory'),
    waits_io: waits(name, 'io'),
  }))
  await work.sql(HOSTS, [JSON.stringify(list)])
  await work.sql(NODES, [cluster_id])
}
