import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { HostSchedule } from '../../../domain/schedule/protection.ts'
import { scheduleWorld } from './fixture.ts'

let t: Awaited<ReturnType<typeof scheduleWorld>>
beforeAll(async () => {
  t = await scheduleWorld()
})
afterEach(async () => {
  await t.pool.query('truncate backup_location cascade')
  await t.clear()
})
afterAll(() => t.close())

const read = async (host: number, who = t.ann): Promise<HostSchedule[]> =>
  (await who.get(`/vm/v3/host/${host}/schedule`)).body.list

it('names the schedules of a VM, whatever names it, those that start by themselves first', async () => {
  const [host, other] = [await t.host('a', { disks: 2 }), await t.host('b', { node: 1 })]
  const off = await t.schedule({ name: 'off', hosts: [host.id], enabled: false })
  const all = await t.schedule({ name: 'all', clusters: [t.cluster], keep_daily: 7, limit_count: 9 })
  const disk = await t.schedule({
    name: 'disk',
    type: 'monthly',
    start_time: { hour: 1, minute: 0, day: 31 },
    disks: [host.disks[1]],
  })
  await t.schedule({ name: 'of the other', nodes: [t.nodes[1]] })
  const list = await read(host.id)
  expect(new Set(list.map(({ id }) => id))).toEqual(new Set([all, disk, off]))
  expect(list.at(-1)).toMatchObject({
    id: off,
    enabled: false,
    next_run: null,
    last: null,
    places: [],
    elsewhere: false,
  })
  expect(list.find(({ id }) => id === all)).toMatchObject({
    ...{ name: 'all', type: 'daily', time_zone: 'UTC', keep_daily: 7, limit_count: 9, backup_mode: 'host_main' },
    start_time: { day: null, week_day: null, hour: 2, minute: 30 },
    next_run: expect.stringMatching(/T02:30:00.000Z$/),
  })
  expect((await read(other.id)).map(({ name }) => name).sort()).toEqual(['all', 'of the other'])
})

it('tells how it ended for this VM alone, and names places without their addresses', async () => {
  const [host, other] = [await t.host('a'), await t.host('b')]
  const way = { ip: '192.0.2.9', port: 22, login: 'keeper', path: '/srv', chunk_bytes: 1048576, root_key: 'x' }
  const place = async (name: string, status: string, cluster?: number) => {
    const { id } = await t.prisma.backup_location.create({ data: { name, status, ...way } })
    if (cluster)
      await t.prisma.backup_location_cluster.create({ data: { backup_location_id: id, cluster_id: cluster } })
    return id
  }
  const near = await place('near', 'ok', t.cluster)
  const far = await place('far', 'unreachable', t.cluster)
  const backup_locations = [far, await place('of others', 'ok'), near]
  const id = await t.schedule({ hosts: [host.id, other.id], backup_locations })
  await t.backup(host.disks[0]!, id, 26)
  await t.backup(other.disks[0]!, id, 1, { state: 'crashed', fault: 'not yours' })
  const last = async () => (await read(host.id))[0]?.last
  expect(await last()).toMatchObject({ state: 'done', fault: null, at: expect.stringMatching(/Z$/) })
  // One that a person made says nothing of the schedule.
  await t.backup(host.disks[0]!, null, 3, { state: 'crashed', fault: 'by hand' })
  expect(await last()).toMatchObject({ state: 'done' })
  await t.backup(host.disks[0]!, id, 2, { state: 'crashed', fault: 'The node went away' })
  expect(await last()).toMatchObject({ state: 'failed', fault: 'The node went away' })
  await t.backup(host.disks[0]!, id, 1, { state: 'creating', made_at: null })
  expect(await last()).toMatchObject({ state: 'running' })
  const answer = await t.ann.get(`/vm/v3/host/${host.id}/schedule`)
  expect(answer.body.list[0]).toMatchObject({
    elsewhere: true,
    places: [
      { id: far, name: 'far', usable: false },
      { id: near, name: 'near', usable: true },
    ],
  })
  for (const closed of ['192.0.2.9', 'keeper', '/srv', 'of others', 'not yours', '"hosts"'])
    expect(JSON.stringify(answer.body)).not.toContain(closed)
})

it('is for the owner and for administrators', async () => {
  const host = await t.host('a')
  await t.schedule({ hosts: [host.id] })
  expect(await read(host.id, t.admin)).toHaveLength(1)
  expect((await t.bob.get(`/vm/v3/host/${host.id}/schedule`)).status).toBe(404)
  expect((await t.ann.get('/vm/v3/host/99999/schedule')).status).toBe(404)
})
