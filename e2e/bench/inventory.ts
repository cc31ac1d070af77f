// npm run bench, P9 and P10 on the data centre: servers, racks and ports of a hundred thousand servers, over HTTP with sign-in, against a
// bare server that makes the same JSON in SQL; and how flat they stay from 1,000 servers on.
import { report } from './goals.ts'
import { flat, flatPages, p95, rates, rounds } from './lists/measure.ts'
import { seedInventory } from './lists/seed-inventory.ts'
import { openStage } from './lists/stage.ts'

const MANY = Number(process.env.BENCH_SERVERS ?? 100_000)
const FEW = 1_000
const servers = '/dci/v3/server'
const racks = '/dci/v3/rack'
const ports = '/dci/v3/switch/1/port'
const words = (count: number) => `${count.toLocaleString('en')} servers`

const stage = openStage()
let holds = false
try {
  const panelWith = (count: number) =>
    stage.panel((pool, owner) => seedInventory(pool, { owner, servers: count, every: count > 10_000 ? 100 : 5 }))
  const many = await panelWith(MANY)
  const few = await panelWith(FEW)
  const bare = await stage.raw(many, 'servers')
  const sizes = `p95 of ${words(MANY)} to ${words(FEW)}`
  holds = report('inventory', [
    ...(await rates(`100 of ${words(MANY)}, an owner sees their own`, many.own(servers), bare)),
    ...(await rates(`100 of ${words(MANY)}, an administrator sees all`, many.all(servers), bare)),
    ...(await rates('100 of 5,000 racks with their devices', many.all(racks), await stage.raw(many, 'racks'))),
    ...(await rates('48 of 100,000 ports, one switch', many.all(ports), await stage.raw(many, 'ports'))),
    await rounds({ ...flat, what: `${sizes}, administrator` }, p95, many.all(servers), few.all(servers)),
    await rounds({ ...flat, what: `ports: ${sizes}` }, p95, many.all(ports), few.all(ports)),
    await rounds(
      { ...flatPages, what: 'p95 of the last page of servers to the first' },
      p95,
      many.all(servers, MANY - 100),
      many.all(servers),
    ),
  ])
} finally {
  await stage.close()
}
process.exit(holds ? 0 : 1)
