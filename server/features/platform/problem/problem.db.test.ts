import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problems } from '../../../domain/problem/record.ts'
import { ipmiPollTask } from '../../remote/ipmi/poll.ts'
import { proxySetupTask } from '../../remote/proxy-location/tasks.ts'
import { remoteFixture } from '../../remote/remote-fixture.ts'

let lab: Awaited<ReturnType<typeof remoteFixture>>

beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask, proxySetupTask])
})
afterAll(() => lab.close())

const task = (name: string, entity: string, registry_id: number, status = 'failed') =>
  lab.prisma.task.create({
    data: { consul_id: 1, name, entity, registry_id, status, error: 'No', ended_at: new Date() },
  })

async function failed() {
  const { list } = (await lab.api.admin.get('/vm/v3/problem')).body as Problems
  return list.filter(({ kind }) => kind === 'task')
}
const words = async () => (await failed()).map((one) => [one.task_name, one.entity, one.id, one.name]).sort()

it('names what a failed task was about, and forgets it once the same has been done', async () => {
  const { server, ipmi } = await lab.addControlled('db-04')
  const { name } = await lab.prisma.location.findUniqueOrThrow({ where: { id: lab.location } })
  await lab.prisma.proxy_location.create({
    data: { location_id: lab.location, status: 'ok', installed_at: new Date() },
  })
  await task('ipmi_clear_events', 'ipmi', ipmi)
  await task('ipmi_poll', 'ipmi', ipmi)
  await task('ipmi_proxy_open', 'ipmi', ipmi)
  await task('proxy_setup', 'proxy_location', lab.location)
  await task('server_power_on', 'server', server)
  const last = await task('server_power_on', 'server', server)
  expect(await words()).toEqual([
    ['ipmi_clear_events', 'server', server, 'db-04'],
    ['proxy_setup', 'proxy_location', lab.location, name],
    ['server_power_on', 'server', server, 'db-04'],
  ])
  expect((await failed()).find((one) => one.task_name === 'server_power_on')?.task).toBe(last.id)
  const { body } = await lab.api.admin.get(`/vm/v3/task?where=registry_name EQ '${name}'`)
  expect(body.list.map((one: { name: string }) => one.name)).toEqual(['proxy_setup'])
  await task('server_power_on', 'server', server, 'complete')
  await lab.prisma.proxy_location.deleteMany()
  expect(await words()).toEqual([['ipmi_clear_events', 'server', server, 'db-04']])
  expect((await lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`)).status).toBe(200)
  expect(await words()).toEqual([])
})

it('says once that the proxy of a location is away, not of each controller behind it', async () => {
  const behind = [await lab.addControlled('far-1'), await lab.addControlled('far-2')]
  await lab.prisma.proxy_location.create({ data: { location_id: lab.location, status: 'fail', fault: 'No host' } })
  await task('proxy_setup', 'proxy_location', lab.location)
  for (const { ipmi } of behind) await lab.ended((await lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/poll`)).body.task)
  const wrong = async () => {
    const { list } = (await lab.api.admin.get('/vm/v3/problem')).body as Problems
    return list.filter(({ kind }) => ['proxy', 'controller', 'task'].includes(kind)).map((one) => ({ ...one }))
  }
  expect(await wrong()).toMatchObject([
    { kind: 'proxy', severity: 'fault', entity: 'location', id: lab.location, cause: 'No host', hosts: 2 },
  ])
  await lab.prisma.proxy_location.deleteMany()
  expect((await wrong()).map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'controller far-1',
    'controller far-2',
  ])
})
