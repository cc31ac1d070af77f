import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepsOf } from '../../../domain/operation/steps.ts'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const start = Date.UTC(2026, 0, 1)
/** An operation with steps of so many seconds, one after the other. */
async function ran(server_id: number, type: string, status: string, steps: Record<string, number>) {
  const { prisma } = t.api.database
  const kind = { type, status, auth_id: 'test', mac: '52:54:00:00:00:01', deadline_at: new Date() }
  const { id } = await prisma.operation.create({ data: { server_id, location_id: t.site, ...kind } })
  let at = start
  for (const [position, [name, seconds]] of Object.entries(steps).entries()) {
    const began = at
    at += seconds * 1000
    const times = { started_at: new Date(began), ended_at: new Date(at) }
    await prisma.operation_step.create({ data: { operation_id: id, position: position + 1, name, ...times } })
  }
  return id
}
const course = async (id: number) => (await t.api.admin.get(`/dci/v3/operation/${id}/course`)).body

it('is the median of what ended well, in order, of the same platform first', async () => {
  const { prisma } = t.api.database
  const { id: _, ...kind } = await prisma.platform.findFirstOrThrow()
  const other = await prisma.platform.create({ data: { ...kind, name: 'Other' } })
  const [mine, elsewhere] = [await t.server(), await t.server({ platform_id: other.id })]
  const asked = await ran(mine, 'install', 'running', { check: 1 })
  // The steps are known, their durations not yet.
  const first = await course(asked)
  expect(first).toMatchObject({ operations: 0, same_platform: false })
  expect(first.steps.map(({ name }: { name: string }) => name)).toEqual(
    stepsOf({
      ...{ type: 'install', clear_hdd: 'none', installer: false },
      ...{ controller: false, setup_ipmi: false, load: false, provisioning: false },
    }),
  )
  expect(new Set(first.steps.map(({ seconds }: { seconds: null }) => seconds))).toEqual(new Set([null]))
  for (const seconds of [60, 70, 200]) await ran(mine, 'install', 'ok', { check: 1, power: seconds, image: 30 })
  await ran(mine, 'install', 'ok', { check: 1, power: 80, verify: 5, image: 40 })
  await ran(mine, 'install', 'fail', { check: 1, power: 3600 })
  await ran(mine, 'diag', 'ok', { check: 500 })
  expect(await course(asked)).toEqual({
    operations: 4,
    same_platform: true,
    // What one of four had is no part of the usual course.
    steps: [
      { name: 'check', seconds: 1 },
      { name: 'power', seconds: 75 },
      { name: 'image', seconds: 30 },
    ],
  })
  for (let n = 0; n < 20; n++) await ran(elsewhere, 'diag', 'ok', { check: 9 })
  expect(await course(await ran(mine, 'diag', 'running', {}))).toMatchObject({ operations: 1, same_platform: true })
  await ran(elsewhere, 'clear_hdd', 'ok', { check: 7 })
  expect(await course(await ran(mine, 'clear_hdd', 'running', {}))).toMatchObject({
    operations: 1,
    same_platform: false,
    steps: [{ name: 'check', seconds: 7 }],
  })
})

it('expects a controller to be set up only where that was asked for', async () => {
  const server = await t.server()
  await t.api.database.prisma.operation.deleteMany({ where: { type: 'diag' } })
  await ran(server, 'diag', 'ok', { check: 1, controller: 5, controller_login: 2 })
  const [with_it, without] = [await ran(server, 'diag', 'running', {}), await ran(server, 'diag', 'running', {})]
  await t.api.database.prisma.operation.update({ where: { id: with_it }, data: { setup_ipmi: true } })
  const names = async (id: number) => (await course(id)).steps.map(({ name }: { name: string }) => name)
  expect(await names(with_it)).toEqual(['check', 'controller', 'controller_login'])
  expect(await names(without)).toEqual(['check'])
})

it('leaves out how long a rescue system was used', async () => {
  const server = await t.server()
  const asked = await ran(server, 'rescue', 'running', {})
  await ran(server, 'rescue', 'ok', { power: 60, rescue: 40_000 })
  expect(await course(asked)).toMatchObject({ steps: [{ name: 'power', seconds: 60 }] })
})

it('is for those who see the operation', async () => {
  const id = await ran(await t.server({ owner_id: t.api.ann.id }), 'rescue', 'running', {})
  expect((await t.api.ann.get(`/dci/v3/operation/${id}/course`)).status).toBe(200)
  expect((await t.api.bob.get(`/dci/v3/operation/${id}/course`)).status).toBe(404)
})

it('the time limit of operations is a setting within bounds', async () => {
  const path = '/dci/v3/setting/operation'
  expect((await t.api.admin.get(path)).body).toEqual({ limit_minutes: 60 })
  for (const limit_minutes of [9, 1441, 1.5])
    expect(await t.api.admin.post(path, { limit_minutes })).toMatchObject({
      status: 400,
      body: { error: { value: 'limit_minutes' } },
    })
  expect((await t.api.ann.post(path, { limit_minutes: 30 })).status).toBe(403)
  expect((await t.api.admin.post(path, { limit_minutes: 30 })).body).toEqual({ limit_minutes: 30 })
  const server = await t.server()
  await t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
  const row = await t.api.database.prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  expect(Math.round((row.deadline_at.getTime() - row.created_at.getTime()) / 60_000)).toBe(30)
})
