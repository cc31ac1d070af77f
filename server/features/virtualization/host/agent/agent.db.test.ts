import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, create, startCluster, t } from '../queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

const repair = (id: number, who = t.ann) => who.post(`${at(id)}/guest_agent`, {})

it('says that an agent answers', async () => {
  const id = await create()
  const { task } = await t.done(await repair(id))
  const { body } = await t.admin.get(`/vm/v3/task?where=consul_id EQ ${task}`)
  const full = await t.admin.get(`/vm/v3/task/${body.list[0].id}`)
  expect(full.body.output).toMatchObject({ found: 'answers', msg: 'The guest agent answers' })
})

it('fails in words when the agent stays silent, and the words stay on the VM', async () => {
  const { id } = await t.done(await t.create({ name: 'silent-failagent' }))
  const answer = await repair(id)
  expect(answer.status).toBe(200)
  const task = await t.ended(answer.body.task)
  expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(/install qemu-guest-agent/) } })
  expect((await t.host(id)).fault).toMatchObject({ action: 'host_repair_agent' })
})

it('is refused while the VM is off, and for the VM of another', async () => {
  const id = await create()
  expect(await repair(id, t.bob)).toMatchObject({ status: 404 })
  await t.done(await t.ann.post(`${at(id)}/stop`, { force: true }))
  expect(await repair(id)).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/running VM/) } } })
})

it('reads VNC ports from the node, whatever the report says', async () => {
  const [one, two] = [await create(), await create()]
  const hosts = [await t.host(one), await t.host(two)]
  const port = async (id: number) => (await t.database.prisma.host.findUniqueOrThrow({ where: { id } })).vnc_port
  const right = [await port(one), await port(two)]
  await t.database.pool.query('update host set vnc_port = 1')
  const list = hosts.map(({ internal_name }) => ({ domain: internal_name, vnc_port: 5999 }))
  await t.done(await t.admin.post(`${at(one)}/vnc_ports`, { list }))
  expect([await port(one), await port(two)]).toEqual(right)
  await t.database.pool.query('update host set vnc_port = 1')
  await t.done(await t.admin.post(`${at(two)}/vnc_ports`, { list: [] }))
  expect([await port(one), await port(two)]).toEqual([1, right[1]])
})

it('refuses a report of what it does not know, of passwords, and of people who are no administrators', async () => {
  const id = await create()
  const report = (list: object[], who = t.admin) => who.post(`${at(id)}/vnc_ports`, { list })
  expect(await report([{ domain: 'nobody', vnc_port: 5900 }])).toMatchObject({
    status: 400,
    body: { error: { value: 'domain' } },
  })
  expect(await report([{ vnc_pass: 'secret' }])).toMatchObject({ status: 400, body: { error: { value: 'vnc_pass' } } })
  expect(await report([], t.ann)).toMatchObject({ status: 403 })
  expect(await t.admin.post(`${at(999_999)}/vnc_ports`, { list: [] })).toMatchObject({ status: 404 })
})
