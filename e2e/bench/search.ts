// npm run bench -- search, P36: what the palette asks for, over HTTP with sign-in, among 100,000 servers with their ports, addresses,
// controllers: the time of processor that an answer costs the panel and its database together, for each way of naming an object. On a
// machine that does nothing else that is what a person waits; the median of what was waited is printed beside it.
import type { Pool } from 'pg'
import { type Goal, median, report } from './goals.ts'
import { seedInventory } from './lists/seed-inventory.ts'
import { openStage } from './lists/stage.ts'
import { cpuBetween, cpuSeconds } from './processes.ts'

const MANY = Number(process.env.BENCH_SERVERS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SAMPLES = 20

const texts: Record<string, string> = {
  'a name': 'server-777',
  'the beginning of all names': 'server',
  'nothing that there is': 'no-such-thing',
  'an address': '10.0.5.7',
  'a MAC address': '0200.0000.aabb',
  'a serial number': 'SN0000777',
  'a barcode': 'BC0004711',
  'a model': 'R650',
  'an owner': 'other-5@example.com',
  'a port': 'Gi1/0/17',
  'a verb with a name': 'restart server-777',
}

/** Data of servers beside the inventory: barcodes, controllers with serial numbers, VLANs. */
async function seedNumbers(pool: Pool) {
  await pool.query(`update server set barcode = 'BC' || lpad(id::text, 7, '0')`)
  await pool.query(
    `insert into ipmi (server_id, ip, mac, username, password)
       select id, inet '10.64.0.0' + id, '06' || regexp_replace(lpad(to_hex(id), 10, '0'), '(..)', ':\\1', 'g'), 'root', '' from server`,
  )
  await pool.query(
    `insert into ipmi_state (ipmi_id, inventory) select id, jsonb_build_object('serial', 'SN' || lpad(server_id::text, 7, '0')) from ipmi`,
  )
  await pool.query(
    `insert into vlan (location_id, vlan_id, name) select l.id, n, 'vlan-' || n from location l, generate_series(100, 199) n`,
  )
  await pool.query('vacuum analyze')
}

const stage = openStage()
let holds = false
try {
  const panel = await stage.panel(async (pool, owner) => {
    await seedInventory(pool, { owner, servers: MANY, every: 100 })
    await seedNumbers(pool)
  })
  const { address, token, pids } = panel.all('')
  const ask = async (text: string, as: string | undefined) => {
    const from = performance.now()
    const answer = await fetch(`${address}/vm/v3/search?search=${encodeURIComponent(text)}`, {
      headers: as ? { 'x-xsrf-token': as } : {},
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${text} answered ${answer.status}`)
    return performance.now() - from
  }
  const measure = async (what: string, text: string, as: string | undefined): Promise<Goal> => {
    // Words are looked for side by side.
    const most = 30 * text.split(' ').length
    const bounds = { better: 'above', floor: most, aim: most } as const
    const goal: Goal = { id: 'P36', what, unit: 'ms CPU', ...bounds, ours: [], reference: [] }
    const waited: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const before = cpuSeconds(...pids)
      for (let n = 0; n < SAMPLES; n++) waited.push(await ask(text, as))
      if (round === 0) continue // a server that runs for weeks is warm
      goal.ours.push((cpuBetween(before, cpuSeconds(...pids)) / SAMPLES) * 1000)
      goal.reference.push(0)
    }
    console.log(`${what}: median ${median(waited).toFixed(0)} ms waited`)
    return goal
  }
  // Each connection to the database has to meet the statements first.
  for (let n = 0; n < 15; n++) await Promise.all(Array.from({ length: 12 }, () => ask('restart server-778', token)))
  const goals: Goal[] = []
  for (const [what, text] of Object.entries(texts))
    goals.push(await measure(`search among ${MANY.toLocaleString('en')} servers by ${what}`, text, token))
  const own = panel.own('').token
  goals.push(await measure('search of an owner of a hundredth of them', 'server-77', own))
  holds = report('search', goals)
} finally {
  await stage.close()
}
process.exit(holds ? 0 : 1)
