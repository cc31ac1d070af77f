import { afterAll, beforeAll, expect, it } from 'vitest'
import { forkWorkerRole } from '../../../../../e2e/support/worker-role.ts'
import { access, PROVISIONING, portsFixture } from './ports-fixture.ts'

let t: Awaited<ReturnType<typeof portsFixture>>
beforeAll(async () => {
  t = await portsFixture()
})
afterAll(() => t.close())

const OWN = access(10)
const THERE = access(PROVISIONING)
const diagnose = (server: number) =>
  t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
const names = async (server: number) => {
  const { body } = await t.api.admin.get(`/dci/v3/server/${server}/operation`)
  return body.list[0].steps.map(({ name }: { name: string }) => name) as string[]
}
/** The port is in the provisioning VLAN now. */
const arrives = (n: number) => expect.poll(() => t.has(n), { timeout: 60_000, interval: 5 }).toEqual(THERE)

it.each<[string, number, string]>([
  ['fails, for its control host is none', 1, 'failed'],
  ['is cancelled', 2, 'aborted'],
  ['is reported as failed', 4, 'failed'],
])('ports are back when an operation %s', async (_, n, status) => {
  const server = await t.wired(n)
  const { body } = await diagnose(server)
  t.startWorker()
  await arrives(n)
  const { operation } = (await t.api.admin.get(`/dci/v3/server/${server}`)).body
  if (status === 'aborted') await t.api.admin.post(`/dci/v3/server/${server}/operation/cancel`)
  if (n === 4) await t.api.admin.post(`/dci/v3/operation/${operation.id}/fail`, {})
  expect(await t.ended(body.task)).toMatchObject({ status })
  expect([t.has(n), await t.held()]).toEqual([OWN, 0])
  expect((await names(server)).slice(0, 2)).toEqual(['check', 'ports'])
  await t.stopWorker()
})

it.each([
  ['finish', 10, 'complete'],
  ['fail', 11, 'failed'],
])('ports are not touched when %s has ended the operation before its turn', async (end, n, status) => {
  const server = await t.wired(n)
  const { body } = await diagnose(server)
  const { operation } = (await t.api.admin.get(`/dci/v3/server/${server}`)).body
  expect((await t.api.admin.post(`/dci/v3/operation/${operation.id}/${end}`, {})).status).toBe(200)
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status })
  const { prisma } = t.api.database
  const { task } = await prisma.operation.findUniqueOrThrow({ where: { id: operation.id } })
  const steps = await prisma.task_step.findMany({ where: { task_id: task ?? 0 } })
  expect(steps.map(({ name }) => name).filter((name) => ['check', 'ports'].includes(name))).toEqual([])
  expect([t.has(n), await t.held()]).toEqual([OWN, 0])
  await t.stopWorker()
})

it('ports are back when the worker was killed while they were there', async () => {
  const server = await t.wired(5)
  const { url, masterKey } = t.api.database
  const worker = await forkWorkerRole({ url, masterKey })
  const { body } = await diagnose(server)
  await arrives(5)
  await worker.kill()
  expect(t.has(5)).toEqual(THERE)
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  expect([t.has(5), await t.held()]).toEqual([OWN, 0])
  await t.stopWorker()
})

it('a location without a provisioning VLAN leaves ports where they are', async () => {
  await t.setVlan(null)
  const server = await t.wired(6)
  const { body } = await diagnose(server)
  t.startWorker()
  await t.ended(body.task)
  expect([t.has(6), (await names(server)).includes('ports')]).toEqual([OWN, false])
  await t.stopWorker()
  await t.setVlan(PROVISIONING)
})

it.each<[string, string, () => Promise<number>]>([
  ['no port of the server is known', 'port', () => t.server()],
  ['only the port of its controller is known', 'port', async () => changed(await t.wired(7), 7, 'connection')],
  ['a port is gone', 'port_driver', async () => changed(await t.wired(8), 8, 'gone')],
  ['the switch has no driver', 'port_driver', async () => changed(await t.wired(9), 9, 'driver')],
])('an operation is refused in words when %s', async (_, hindrance, make) => {
  const server = await make()
  expect((await t.api.admin.get(`/dci/v3/server/${server}`)).body.hindrances).toEqual([hindrance])
  const answer = await diagnose(server)
  expect(answer).toMatchObject({ status: 409, body: { error: { value: hindrance } } })
  expect(answer.body.error.msg).toMatch(/provisioning VLAN/)
  await t.setVlan(null)
  expect((await diagnose(server)).status).toBe(200)
  await t.setVlan(PROVISIONING)
  await t.api.database.prisma.net_switch.updateMany({ data: { device: 'snmp_common' } })
})

async function changed(server: number, n: number, what: 'connection' | 'gone' | 'driver') {
  const { prisma } = t.api.database
  const id = t.ports[n - 1] ?? 0
  if (what === 'connection')
    await prisma.switch_connection.update({ where: { switch_port_id: id }, data: { is_ipmi_connection: true } })
  if (what === 'gone') await prisma.switch_port.update({ where: { id }, data: { gone: true } })
  if (what === 'driver') await prisma.net_switch.updateMany({ data: { device: 'other' } })
  return server
}
