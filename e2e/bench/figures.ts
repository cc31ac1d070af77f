// npm run bench, P31: what the figures of 1,000 VMs on a node cost every 15 seconds, in processor time of this process and of PostgreSQL
// together: counters parsed as libvirt and the node send them, rates worked out, rows written, levels made of them. And what a year of 10,000 takes on disk.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { figureDays, figureLevels, READ_S } from '../../server/domain/figures/levels.ts'
import { readStats } from '../../server/drivers/hypervisor/kvm/domain-stats.ts'
import { parseCounters } from '../../server/drivers/hypervisor/linux/node-counters.ts'
import type { NodeConnection } from '../../server/drivers/hypervisor/types.ts'
import { rollUpFigures } from '../../server/features/virtualization/figures/history.ts'
import { figureReader } from '../../server/features/virtualization/figures/read.ts'
import type { TypedValue } from '../../server/protocols/libvirt/procedures.ts'
import { report } from './goals.ts'

const VMS = 1000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
/** Readings of a round: five minutes, so that each round makes one slot of the next level. */
const READINGS = 300 / READ_S
/** Ticks of /proc a second. */
const HZ = 100

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const server = await startEmbedded(folder)
await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
const database = openDatabase(server.url, { connections: 2 })
setDatabase(database)
const { pool } = database
await pool.query(`insert into account (email, roles) values ('bench@example.com', '{@admin}')`)
await pool.query(`insert into cluster (name, virtualization_type) values ('bench', 'kvm')`)
await pool.query(
  `insert into node (name, cluster_id, ip, state, cpu_number) values ('bench', 1, '192.0.2.1', 'active', 64)`,
)
await pool.query(
  `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state)
   select 'vm-' || n, 'vm-' || n, gen_random_uuid(), 1, 1, 1, 2, 2048, 'active' from generate_series(1, $1::int) n`,
  [VMS],
)

/** What libvirt answers of one VM with two processors, a disk and an interface, as many seconds after its start. */
function record(n: number, seconds: number) {
  const at = (perSecond: number) => BigInt(Math.round(seconds * perSecond * (1 + (n % 7))))
  const values: Record<string, TypedValue> = {
    'state.state': 1,
    'state.reason': 1,
    'cpu.time': at(4e8),
    'vcpu.current': 2,
    'vcpu.maximum': 2,
    'vcpu.0.delay': at(1e6),
    'vcpu.1.delay': at(1e6),
    'balloon.maximum': 2_097_152n,
    'balloon.available': 2_000_000n,
    'balloon.usable': BigInt(900_000 + (n % 100) * 1000),
    'balloon.rss': 1_500_000n,
    'net.count': 1,
    'block.count': 1,
    'block.0.name': 'vda',
  }
  for (const way of ['rx', 'tx'])
    for (const what of ['bytes', 'pkts', 'errs', 'drop']) values[`net.0.${way}.${what}`] = at(1e5)
  for (const way of ['rd', 'wr'])
    for (const what of ['reqs', 'bytes', 'times']) values[`block.0.${way}.${what}`] = at(2e5)
  return { domain: { name: `vm-${n}`, uuid: Buffer.alloc(16), id: n }, values: new Map(Object.entries(values)) }
}

/** Processor time of this process and of all processes of the database, in seconds. */
function processorSeconds(): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (isOurs(Number(pid))) ticks += Number(words[11]) + Number(words[12])
    } catch {
      // It has ended meanwhile, or belongs to someone else.
    }
  return ticks / HZ
}

/** Whether a process is this one or the database, or was started by one of them. */
function isOurs(pid: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === process.pid || readFileSync(`/proc/${at}/cmdline`, 'utf8').includes(folder)) return true
    const stat = readFileSync(`/proc/${at}/stat`, 'utf8')
    at = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  }
  return false
}

let seconds = 1000
const reader = figureReader(1, () => seconds * 1000)
/** What the node shows of itself and of the control group of each VM. */
const shown = [
  '==> /proc/stat <==\ncpu  1000 0 500 8000 300 50 50 100 0 0',
  ...['cpu', 'memory', 'io'].map(
    (what) => `==> /proc/pressure/${what} <==\nsome avg10=1.25 avg60=1.00 avg300=1.00 total=1`,
  ),
  '==> groups <==',
  ...Array.from(
    { length: VMS },
    (_, n) =>
      `machine-qemu\\x2d${n}\\x2dvm\\x2d${n + 1}.scope avg10=${(n % 50) / 10} avg10=0.00 avg10=${(n % 30) / 10}`,
  ),
].join('\n')
const node = { counters: async () => parseCounters(shown) } as unknown as NodeConnection

/** Readings of five minutes, each stored in the slot where it belongs, and the levels made of them. */
async function fiveMinutes(): Promise<number> {
  // As many readings as five minutes have, without waiting: rows of the last one are moved to an earlier slot.
  let used = 0
  for (let n = 0; n < READINGS; n++) {
    const raw = Array.from({ length: VMS }, (_, vm) => record(vm + 1, seconds))
    const from = processorSeconds()
    await reader.hosts(raw.map(readStats), seconds * 1000, new Map())
    await reader.node(node, new AbortController().signal)
    used += processorSeconds() - from
    seconds += READ_S
    await pool.query(
      `update host_figure set at = to_timestamp($1) where level = 15 and at > now() - interval '1 minute'`,
      [1_700_000_000 + Math.floor(seconds / READ_S) * READ_S],
    )
  }
  await pool.query('checkpoint')
  const from = processorSeconds()
  await rollUpFigures(new AbortController().signal)
  return used + processorSeconds() - from
}

let holds = false
try {
  await fiveMinutes()
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round++) shares.push((100 * (await fiveMinutes())) / 300)
  await pool.query('vacuum full host_figure')
  const { rows } = await pool.query<{ bytes: number }>(
    `select (pg_total_relation_size('host_figure')::float8 / (select count(*) from host_figure)) as bytes`,
  )
  const kept = figureLevels.reduce((sum, level, i) => sum + (86_400 / level) * (figureDays[i] ?? 0), 0)
  const year = ((rows[0]?.bytes ?? 0) * kept * 10_000) / 1e9
  holds = report('figures', [
    {
      id: 'P31',
      what: 'figures of 1,000 VMs every 15 s, percent of a core with the database',
      ours: shares,
      reference: shares.map(() => 0),
      unit: '%',
      better: 'above',
      floor: 4,
      aim: 2,
    },
    {
      id: 'P31',
      what: 'a year of figures of 10,000 VMs on disk',
      ours: [year],
      reference: [0],
      unit: 'GB',
      better: 'above',
      floor: 40,
      aim: 20,
    },
  ])
} finally {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
