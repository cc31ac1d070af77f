import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { fileSystemParts } from '../../../domain/figures/rates.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { GuestFileSystem } from '../../../drivers/hypervisor/figure-types.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { msg } from '../../../shared/text.ts'
import { judgeFigures } from './alarms.ts'
import { guestReader } from './guests.ts'

let t: Awaited<ReturnType<typeof testApi>>
let node: number
let host: number

// Without a worker: nothing but the test asks guests.
beforeAll(async () => {
  t = await testApi()
  const id = async (text: string, values: unknown[] = []) =>
    (await t.database.pool.query(text, values)).rows[0].id as number
  const cluster = await id(`insert into cluster (name, virtualization_type) values ('c', 'dummy') returning id`)
  node = await id(
    `insert into node (name, cluster_id, ip, state, host_key) values ('n', $1, '198.51.100.1', 'active', 'x') returning id`,
    [cluster],
  )
  host = await id(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state)
     values ('web', 'vm-1', gen_random_uuid(), $3, $1, $2, 4, 1024, 'active') returning id`,
    [cluster, node, t.ann.id],
  )
})
afterAll(() => t?.close())

const run = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const fs = (mount: string, used: number): GuestFileSystem => ({
  mount,
  total_bytes: 100 * 1048576,
  used_bytes: used * 1048576,
})
const silent = () =>
  new PanelError('device_rejected', msg`The guest agent answers something that is none of its answers`, {
    value: 'guest_agent',
  })
/** One round on a node whose guests answer so. */
async function round(answer: (name: string) => Promise<GuestFileSystem[]>) {
  const asked: string[] = []
  const connection = {
    guestFileSystems: (name: string) => {
      asked.push(name)
      return answer(name)
    },
  } as unknown as NodeConnection
  const reader = guestReader(node)
  await reader.start(connection, new AbortController().signal)
  return { asked, taken: reader.take(), again: reader.take() }
}
const later = () =>
  run(`update host_guest set asked_at = asked_at - interval '1 hour', answered_at = answered_at - interval '1 minute'`)
const facts = async () => (await run('select * from host_guest where host_id = $1', host)).rows[0]
const kinds = async () => {
  await judgeFigures('host', node)
  return (await t.ann.get('/vm/v3/problem')).body.list.map(({ kind }: { kind: string }) => kind)
}

beforeEach(async () => {
  await run('delete from host_guest')
  await run('delete from host_alarm')
  await run(`update host set started_at = now() - interval '1 day' where id = $1`, host)
})

it('keeps what a guest reports, hands it to the figures once, and asks again after some minutes', async () => {
  const list = [fs('/srv data', 40), fs('/', 95)]
  const { asked, taken, again } = await round(async () => list)
  expect(asked).toEqual(['vm-1'])
  expect(taken.get('vm-1')).toEqual(fileSystemParts(list))
  expect(again.size).toBe(0)
  expect(await facts()).toMatchObject({ fullest: 95, fullest_mount: '/', silent_at: null, file_systems: list })
  expect((await t.ann.get(`/vm/v3/host/${host}`)).body.disk_percent).toBe(95)
  expect((await round(async () => [])).asked).toEqual([])
  await run(
    `update host_guest set asked_at = asked_at - interval '6 minutes', answered_at = answered_at - interval '6 minutes'`,
  )
  expect((await round(async () => [fs('/', 96)])).asked).toEqual(['vm-1'])
  // What was said before the VM was started anew is no longer so.
  await run(`update host set started_at = now() + interval '1 second' where id = $1`, host)
  expect((await t.ann.get(`/vm/v3/host/${host}`)).body.disk_percent).toBeNull()
})

it('a full file system is a problem of the VM, named by its place', async () => {
  await round(async () => [fs('/', 10), fs('/var', 91)])
  expect(await kinds()).toEqual(['host_disk'])
  const [problem] = (await t.ann.get('/vm/v3/problem')).body.list
  expect(problem).toMatchObject({ part: '/var', figure: { value: 91, limit: 90 } })
  await later()
  await round(async () => [fs('/', 10), fs('/var', 50)])
  await kinds()
  await run(`update host_alarm set low_at = low_at - interval '3 minutes'`)
  expect(await kinds()).toEqual([])
})

it('a guest that has answered since its start and falls silent is a problem; one that never did is none', async () => {
  const quiet = () => round(async () => Promise.reject(silent()))
  await quiet()
  expect(await facts()).toMatchObject({ answered_at: null, silent_at: null })
  expect(await kinds()).toEqual([])
  await later()
  await round(async () => [fs('/', 10)])
  await later()
  await quiet()
  expect(await facts()).toMatchObject({ silent_at: expect.any(Date), fullest: null })
  expect(await kinds()).toEqual([])
  await run(`update host_alarm set since = since - interval '15 minutes'`)
  expect(await kinds()).toEqual(['host_agent'])
  expect((await t.ann.get('/vm/v3/problem')).body.list).toMatchObject([{ figure: null, part: null }])
  // Started anew, with a system that may have no agent.
  await run(`update host set started_at = now() - interval '2 minutes' where id = $1`, host)
  await run(`update host_guest set answered_at = now() - interval '1 hour', asked_at = now() - interval '1 hour'`)
  await quiet()
  expect((await facts()).silent_at).toBeNull()
})

it('nonsense of a guest changes nothing but when it was asked; an abort stores nothing', async () => {
  await round(async () => [fs('/', 10)])
  await later()
  const before = await facts()
  await round(async () => {
    throw new PanelError('device_rejected', msg`The guest agent answers something that is none of its answers`)
  })
  const after = await facts()
  expect(after).toMatchObject({ silent_at: null, answered_at: before.answered_at })
  expect(after.asked_at > before.asked_at).toBe(true)

  await later()
  const stop = new AbortController()
  const waits = { guestFileSystems: async () => Promise.reject(stop.signal.reason) } as unknown as NodeConnection
  stop.abort()
  const { asked_at } = await facts()
  await guestReader(node).start(waits, stop.signal)
  expect((await facts()).asked_at).toEqual(asked_at)
})

it('asks a few at a time, and only so many in a round', async () => {
  await run(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, cpu_number, ram_mib, state, started_at)
     select 'many-' || i, 'many-' || i, gen_random_uuid(), account_id, cluster_id, node_id, 1, 512, 'active', now() - interval '1 day'
       from host, generate_series(1, 70) i where id = $1`,
    host,
  )
  let [now, most] = [0, 0]
  const slow = async () => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    now--
    return [fs('/', 10)]
  }
  expect((await round(slow)).asked).toHaveLength(50)
  expect((await round(slow)).asked).toHaveLength(21)
  expect((await round(slow)).asked).toEqual([])
  expect(most).toBeLessThanOrEqual(4)
  await run(`delete from host where name like 'many-%'`)
})
