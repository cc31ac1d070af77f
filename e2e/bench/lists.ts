// npm run bench, P9 and P10: the public list of VMs over HTTP, with sign-in and each account seeing its own rows only, against a
// bare server that makes the same JSON in SQL; and how flat it stays from 1,000 to 100,000 VMs and from first to last page.
import { report } from './goals.ts'
import { flat, flatPages, p95, rates, rounds, type Target } from './lists/measure.ts'
import { seedMachines } from './lists/seed.ts'
import { openStage } from './lists/stage.ts'

const MANY = Number(process.env.BENCH_MACHINES ?? 100_000)
const FEW = 1_000
const list = '/vm/v3/host'
/** The same page as a screen asks for it. */
const toScreen = ({ path, ...target }: Target): Target => {
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  return { ...target, path: `/api/trpc/vm.host.list?input=${encodeURIComponent(JSON.stringify({ query }))}` }
}
const words = (count: number) => `${count.toLocaleString('en')} machines`

const stage = openStage()
let holds = false
try {
  const panelWith = (count: number) =>
    stage.panel((pool, owner) => seedMachines(pool, { owner, count, every: count > 10_000 ? 100 : 10 }))
  const many = await panelWith(MANY)
  const few = await panelWith(FEW)
  const raw = await stage.raw(many, 'machines')
  const sizes = `p95 of ${words(MANY)} to ${words(FEW)}`
  holds = report('lists', [
    ...(await rates(`100 of ${words(MANY)}, a user sees their own`, many.own(list), raw)),
    ...(await rates(`100 of ${words(MANY)}, an administrator sees all`, many.all(list), raw)),
    ...(await rates(`100 of ${words(MANY)}, to a screen against REST`, toScreen(many.all(list)), many.all(list))),
    await rounds({ ...flat, what: `${sizes}, user` }, p95, many.own(list), few.own(list)),
    await rounds({ ...flat, what: `${sizes}, administrator` }, p95, many.all(list), few.all(list)),
    await rounds(
      { ...flatPages, what: 'p95 of the last page to the first' },
      p95,
      many.all(list, MANY - 100),
      many.all(list),
    ),
  ])
} finally {
  await stage.close()
}
process.exit(holds ? 0 : 1)
