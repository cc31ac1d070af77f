import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { transaction } from '../../db/transaction.ts'
import { startWorkerRole } from '../../worker.ts'
import { bringTemplates, renewTemplates, setUpBootServices } from './boot-services.ts'
import { type ControlHosts, startControlHosts } from './control-hosts.ts'
import { startControllers } from './controllers.ts'
import { frontDoor, tasksOver } from './front-door.ts'
import { writeDemoRepository } from './plan/repository.ts'
import { loadRoom, type RoomContents } from './room-load.ts'

let api: Awaited<ReturnType<typeof testApi>>
let room: RoomContents
let control: ControlHosts | undefined
let controllers: Awaited<ReturnType<typeof startControllers>> | undefined
let stopWorker: (() => Promise<void>) | undefined
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-demo-'))
const signal = AbortSignal.timeout(900_000)

beforeAll(async () => {
  api = await testApi()
  const loaded = await transaction((work) => loadRoom(work, { owners: [], nodes: [] }), { timeoutMs: 60_000 })
  room = { ...loaded, control_hosts: path.join(folder, 'control-hosts') }
  control = await startControlHosts(room, 0)
  controllers = await startControllers(room, control)
  stopWorker = startWorkerRole()
  const ask = await frontDoor((await prisma().account.findFirstOrThrow({ where: { roles: { has: '@admin' } } })).id)
  const location = room.locations[0] ?? 0
  await ended(await setUpBootServices(ask, location, signal))
  const { body } = await api.admin.post('/vm/v3/repository', {
    name: 'Demo',
    url: await writeDemoRepository(path.join(folder, 'repository')),
  })
  await tasksOver(body.tasks, signal)
  await renewTemplates(ask, body.id, await bringTemplates(ask, location, body.id), signal)
})
afterAll(async () => {
  await stopWorker?.()
  await controllers?.close()
  await control?.close()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const prisma = () => api.database.prisma
async function ended(task: number): Promise<string> {
  await tasksOver([task], signal)
  const { status, error } = await prisma().task.findFirstOrThrow({ where: { consul_id: task } })
  return error ? `${status}: ${error}` : status
}
const serverId = async (name: string) => (await prisma().server.findUniqueOrThrow({ where: { name } })).id
const templateId = async (name: string) => (await prisma().os_template.findFirstOrThrow({ where: { name } })).id
const post = (to: string, body: object = {}) => api.admin.post(`/dci/v3${to}`, body)
/** Begins an operation and waits for its end. @returns it */
async function done(server: number, action: string, body: object) {
  const begun = await post(`/server/${server}/${action}`, body)
  expect(begun.body).toMatchObject({ task: expect.any(Number) })
  const status = await ended(begun.body.task)
  const { list } = (await api.admin.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body
  return { ...list[0], ended_as: status }
}
const diagnose = async (server: number, clear_hdd = 'none', load: string[] = []) =>
  done(server, 'diag', { os_template_id: await templateId('Diagnostics'), clear_hdd, load })
const stepNames = ({ steps }: { steps: { name: string }[] }) => steps.map(({ name }) => name)

it('has a location that is set up, with templates in every state', async () => {
  const { body: location } = await api.admin.get(`/dci/v3/location/${room.locations[0]}`)
  expect(location).toMatchObject({ status: 'ok' })
  const rows = await prisma().os_template_location.findMany()
  const names = new Map((await prisma().os_template.findMany()).map(({ id, name }) => [id, name]))
  const states = Object.fromEntries(rows.map((row) => [names.get(row.template_id), row.status]))
  expect(states).toEqual({
    ...{ Diagnostics: 'ok', 'Rescue system': 'ok', Discovery: 'ok', 'Debian 12': 'ok', 'Debian 13': 'ok' },
    ...{ 'Debian 13 installer': 'ok', 'Ubuntu 24.04': 'need_update', 'Rocky Linux 9': 'fail' },
  })
  expect(rows.find(({ status }) => status === 'fail')?.fault).toMatch(/ended after \d+ of \d+ bytes/)
})

it.each(['ipmi', 'redfish'])('sets up the controller of a server over %s, which is used from then on', async (type) => {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `select s.id from server s join ipmi i on i.server_id = s.id
      where s.location_id = $1 and i.type = $2 and i.status = 'ok' and not s.is_protected and s.node_id is null order by s.id limit 1`,
    [room.locations[0], type],
  )
  const server = rows[0]?.id ?? 0
  const before = await prisma().ipmi.findUniqueOrThrow({ where: { server_id: server } })
  const body = { os_template_id: await templateId('Diagnostics'), clear_hdd: 'none', setup_ipmi: true }
  const operation = await done(server, 'diag', body)
  expect(operation).toMatchObject({ status: 'ok', ended_as: 'complete', controller: { slot: 3 } })
  expect(stepNames(operation).slice(-2)).toEqual(['controller', 'controller_login'])
  const after = await prisma().ipmi.findUniqueOrThrow({ where: { server_id: server } })
  expect(after).toMatchObject({ username: 'datahall', ip: before.ip, port: before.port })
  expect(await ended((await post(`/ipmi/${after.id}/poll`)).body.task)).toBe('complete')
})

it.each(['srv-12', 'srv-05', 'edge-03'])('diagnoses %s by its real desk', async (name) => {
  const server = await serverId(name)
  const operation = await diagnose(server, 'none', ['memory', 'disk', 'cpu'])
  expect(operation).toMatchObject({ status: 'ok', ended_as: 'complete' })
  expect(stepNames(operation)).toEqual(
    expect.arrayContaining(['check', 'reserve', 'power', 'loader', 'system', 'report', 'load']),
  )
  const [{ report, load }] = (await prisma().hardware_report.findMany({ where: { server_id: server } })) as never as [
    { report: { disks: unknown[]; nics: { mac: string }[] }; load: { test: string; ok: boolean }[] },
  ]
  expect(report.disks.length).toBeGreaterThan(1)
  expect(load.map(({ test, ok }) => ok && test)).toEqual(['memory', ...report.disks.map(() => 'disk'), 'cpu'])
})

it('installs a server, which answers at its address then and starts from its disk', async () => {
  const server = await serverId('srv-14')
  await diagnose(server)
  const body = { os_template_id: await templateId('Debian 13'), password: 'Correct-horse-1' }
  const operation = await done(server, 'install', body)
  expect(operation).toMatchObject({ status: 'ok', percent: 100, template: 'Debian 13 13.1' })
  expect(stepNames(operation)).toEqual([
    ...[
      'check',
      'reserve',
      'boot_device',
      'power',
      'loader',
      'system',
      'report',
      'wipe',
      'image',
      'verify',
      'configure',
    ],
    ...['local_boot', 'answer'],
  ])
})

it('installs by an installer with its answer file', async () => {
  const server = await serverId('srv-14')
  const body = { os_template_id: await templateId('Debian 13 installer'), password: 'Correct-horse-2' }
  const operation = await done(server, 'install', body)
  expect(operation).toMatchObject({ status: 'ok', percent: 100, template: 'Debian 13 installer 13.1' })
  expect(stepNames(operation)).toEqual([
    ...['check', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report', 'fetch', 'wipe'],
    ...['installer', 'partition', 'packages', 'local_boot', 'answer'],
  ])
})

it('clears disks, after which nothing answers, and runs a rescue system until it is finished', async () => {
  const server = await serverId('srv-16')
  await diagnose(server)
  const cleared = await done(server, 'clear_hdd', { clear_hdd: 'full' })
  expect(cleared).toMatchObject({ status: 'ok' })
  const { result, mac } = await prisma().operation.findUniqueOrThrow({ where: { id: cleared.id } })
  expect(result).toMatchObject({ ok: true, disks: expect.arrayContaining([expect.objectContaining({ samples: 256 })]) })
  expect(mac).toMatch(/^02:dc:/)
  const { task } = (
    await post(`/server/${server}/rescue`, { os_template_id: await templateId('Rescue system'), password: 'let-me-in' })
  ).body
  const where = { server_id: server, type: 'rescue' }
  const now = () => prisma().operation.findFirstOrThrow({ where })
  await expect.poll(async () => (await now()).percent, { timeout: 120_000 }).toBe(90)
  expect((await post(`/operation/${(await now()).id}/finish`)).status).toBe(200)
  expect(await ended(task)).toBe('complete')
})

it('gives nothing to a server whose operation was cancelled: it is switched off', async () => {
  const server = await serverId('srv-18')
  await diagnose(server)
  const begun = await post(`/server/${server}/rescue`, {
    ...{ os_template_id: await templateId('Rescue system'), password: 'let-me-in' },
  })
  const cancelled = await post(`/server/${server}/operation/cancel`)
  expect(cancelled.status).toBe(200)
  expect(await ended(begun.body.task)).toMatch(/^aborted/)
  expect((await prisma().server.findUniqueOrThrow({ where: { id: server } })).operation_id).toBeNull()
})

it('is refused at a location that nobody has set up', async () => {
  const { id } = await prisma().server.findFirstOrThrow({ where: { location_id: room.locations[1] ?? 0 } })
  const answer = await post(`/server/${id}/diag`, {
    os_template_id: await templateId('Diagnostics'),
    clear_hdd: 'none',
  })
  expect(answer).toMatchObject({ status: 409 })
})
