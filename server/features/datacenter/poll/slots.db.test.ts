import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../e2e/support/database.ts'
import { openBus } from '../../../events/bus.ts'
import { Gate } from './gate.ts'
import { openSlots } from './slots.ts'

const PLACE = 2_000_000_000
const never = new AbortController().signal

/** As another process has it: slots over a connection of its own, a gate before them. */
function poller() {
  const slots = openSlots('poll', (place) => place === PLACE && gate.wanted())
  const gate = new Gate(PLACE, slots)
  return { slots, gate }
}

let database: Awaited<ReturnType<typeof testDatabase>>
let bus: ReturnType<typeof openBus>
let one: ReturnType<typeof poller>
let two: ReturnType<typeof poller>
beforeAll(async () => {
  database = await testDatabase()
  bus = openBus(database.url)
  one = poller()
  two = poller()
})
afterAll(async () => {
  await one.slots.close()
  await two.slots.close()
  await bus.close()
  await database.drop()
})

it('keeps the bound over two pollers together, and starves neither', async () => {
  let inside = 0
  let most = 0
  const order: string[] = []
  const work = (who: string) => async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 20))
    inside--
    order.push(who)
  }
  const first = Array.from({ length: 150 }, () => one.gate.pass(3, never, work('one')))
  await first[0]
  const second = Array.from({ length: 10 }, () => two.gate.pass(3, never, work('two')))
  await Promise.all([...first, ...second])
  expect(most).toBe(3)
  // The second came when the first had all slots and a long queue.
  expect(order.indexOf('two')).toBeLessThan(100)
})

it('leaves nothing taken by those who are gone', async () => {
  let end = () => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  const held = [1, 2].map(() => one.gate.pass(2, never, () => over))
  for (;;) {
    const slot = await two.slots.take(PLACE, 2, [])
    if (slot === null) break
    await two.slots.free(PLACE, slot)
  }
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database()) group by pid`,
  )
  expect(rows).toHaveLength(1)
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  expect(await two.gate.pass(2, never, async () => 'in')).toBe('in')
  end()
  await Promise.all(held)
  expect(await one.gate.pass(2, never, async () => 'connected again')).toBe('connected again')
})

it('takes a slot although the connection was cut a moment ago', async () => {
  for (let cycle = 0; cycle < 10; cycle++) {
    expect(await one.slots.take(PLACE, 2, [])).toBe(0)
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
    )
  }
  expect(await one.slots.take(PLACE, 2, [])).toBe(0)
  await one.slots.free(PLACE, 0)
})
