import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const diagnose = (server: number) =>
  t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
const rescue = (server: number) =>
  t.api.admin.post(`/dci/v3/server/${server}/rescue`, { os_template_id: t.rescue, password: 'let-me-in' })
const operationOf = async (server: number) =>
  (await t.api.admin.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body.list[0]
const infoOf = async (id: number) =>
  (await t.api.database.prisma.server.findUniqueOrThrow({ where: { id } })).hardware_info

describe('the owner of a server', () => {
  it.each<[string, (server: number, id: number) => string]>([
    ['finishes', (_, id) => `/dci/v3/operation/${id}/finish`],
    ['cancels', (server) => `/dci/v3/server/${server}/operation/cancel`],
    ['fails', (_, id) => `/dci/v3/operation/${id}/fail`],
  ])('never %s what only administrators begin', async (_, path) => {
    const server = await t.server({ owner_id: t.api.ann.id })
    await diagnose(server)
    const { id } = await operationOf(server)
    expect(await t.api.ann.post(path(server, id))).toMatchObject({ status: 403 })
    expect((await operationOf(server)).status).toBe('created')
    expect((await t.api.bob.post(path(server, id))).status).toBeGreaterThanOrEqual(403)
  })

  it('does not stop its task either', async () => {
    const server = await t.server({ owner_id: t.api.ann.id })
    await diagnose(server)
    const { id, consul_id } = await operationOf(server)
    const { task } = await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id } })
    expect((await t.api.ann.get(`/vm/v3/task/${task}`)).body).toMatchObject({ consul_id })
    expect(await t.api.ann.post(`/vm/v3/task/${task}/abort`)).toMatchObject({ status: 403 })
    expect((await operationOf(server)).status).toBe('created')
    expect(await t.api.admin.post(`/vm/v3/task/${task}/abort`)).toMatchObject({ status: 200 })
  })

  it('ends a rescue system, whoever began it, and says nothing of the hardware', async () => {
    const server = await t.server({ owner_id: t.api.ann.id, hardware_info: { cpu: 'known' } })
    await rescue(server)
    const { id } = await operationOf(server)
    const told = await t.api.ann.post(`/dci/v3/operation/${id}/finish`, { hardware_info: { cpu: 'other' } })
    expect(told).toMatchObject({ status: 403, body: { error: { value: 'hardware_info' } } })
    expect(await infoOf(server)).toEqual({ cpu: 'known' })
    expect((await t.api.ann.post(`/dci/v3/operation/${id}/finish`)).status).toBe(200)
    expect((await operationOf(server)).status).toBe('ok')
  })
})

it('what a program of an administrator says of the hardware is put beside what is known', async () => {
  const server = await t.server({ hardware_info: { controller: { product: 'R650' }, ram: 4 } })
  await diagnose(server)
  const { id } = await operationOf(server)
  await t.api.admin.post(`/dci/v3/operation/${id}/finish`, { hardware_info: { ram: 5 } })
  expect(await infoOf(server)).toEqual({ controller: { product: 'R650' }, ram: 5 })
})
