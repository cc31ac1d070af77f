import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someReport } from '../../../domain/hardware-report/report-fixture.ts'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const post = (path: string, body: object = {}) => t.api.admin.post(`/dci/v3${path}`, body)
const diagnose = (server: number) => post(`/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
const operationOf = async (server: number) => (await t.api.admin.get(`/dci/v3/server/${server}/operation`)).body.list[0]
const held = async (server: number) =>
  (await t.api.database.prisma.server.findUniqueOrThrow({ where: { id: server } })).operation_id

describe('an operation', () => {
  it('holds its server: of many at the same moment one begins', async () => {
    const server = await t.server()
    const answers = await Promise.all([1, 2, 3, 4].map(() => diagnose(server)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const operation = await operationOf(server)
    expect(operation).toMatchObject({ type: 'diag', status: 'created', template: 'diag 1', os_template: t.diag })
    expect(await held(server)).toBe(operation.id)
    expect((await t.api.admin.get(`/dci/v3/server/${server}`)).body).toMatchObject({
      operation: { id: operation.id, type: 'diag', status: 'created', progress_info: [{ percent: 0 }] },
      operation_running: { id: operation.id, type: 'diag', percent: 0 },
    })
    const { list } = (await t.api.admin.get("/dci/v3/server?where=operation_running.type EQ 'diag'")).body
    expect(list.map(({ id }: { id: number }) => id)).toEqual([server])
    const power = await post(`/server/${server}/power_on`)
    expect(power).toMatchObject({ status: 409, body: { error: { value: 'operation' } } })
    expect(power.body.error.msg).toMatch(/^An operation is under way on the server/)
    expect(await t.api.admin.delete(`/dci/v3/server/${server}`)).toMatchObject({ status: 409 })
    expect(await t.api.admin.delete(`/dci/v3/location/${t.site}/setup`)).toMatchObject({ status: 409 })
  })

  const hindrances: [string, (id: number) => Promise<unknown>, string, string][] = [
    [
      'protected',
      (id) => t.api.database.prisma.server.update({ where: { id }, data: { is_protected: true } }),
      'is protected',
      'protected',
    ],
    [
      'switched',
      (id) => t.api.database.prisma.server.update({ where: { id }, data: { power_action: 'power_on' } }),
      'power',
      'power',
    ],
    [
      'without a card',
      (id) => t.api.database.prisma.server_mac.deleteMany({ where: { server_id: id } }),
      'No network card',
      'mac',
    ],
    [
      'elsewhere',
      (id) => t.api.database.prisma.server.update({ where: { id }, data: { location_id: t.location } }),
      'OS template|boot services',
      'location',
    ],
  ]
  it.each(hindrances)('is refused in words for a server that is %s', async (_, hinder, words, hindrance) => {
    const server = await t.server()
    const seen = async () => (await t.api.admin.get(`/dci/v3/server/${server}`)).body.hindrances
    expect(await seen()).toEqual([])
    await hinder(server)
    expect(await seen()).toEqual([hindrance])
    const { status, body } = await diagnose(server)
    expect(status).toBe(409)
    expect(body.error.msg).toMatch(new RegExp(words))
    expect(await t.api.database.prisma.operation.count({ where: { server_id: server } })).toBe(0)
  })

  it('takes a template of its type only', async () => {
    const server = await t.server()
    const answer = await post(`/server/${server}/diag`, { os_template_id: t.rescue, clear_hdd: 'none' })
    expect(answer).toMatchObject({ status: 400, body: { error: { value: 'os_template_id' } } })
    expect(await post(`/server/${server}/diag`, { os_template_id: 9999, clear_hdd: 'none' })).toMatchObject({
      status: 400,
    })
  })

  it('takes a template only for the machine that was reported, or as it is set to start', async () => {
    const server = await t.server()
    const { prisma } = t.api.database
    const begin = () => diagnose(server)
    await prisma.os_template.update({ where: { id: t.diag }, data: { firmware: ['bios'] } })
    try {
      const report = { arch: 'aarch64', firmware: 'bios' }
      const { id } = await prisma.hardware_report.create({ data: { server_id: server, report } })
      expect(await begin()).toMatchObject({ status: 400, body: { error: { value: 'os_template_id' } } })
      await prisma.hardware_report.update({ where: { id }, data: { report: { ...report, arch: 'x86_64' } } })
      await prisma.server.update({ where: { id: server }, data: { settings: { efi: true } } })
      expect((await begin()).body.error.msg).toBe('The template diag does not start by UEFI, and the server does')
      await prisma.server.update({ where: { id: server }, data: { settings: {} } })
      expect(await begin()).toMatchObject({ status: 200 })
    } finally {
      await prisma.os_template.update({ where: { id: t.diag }, data: { firmware: ['bios', 'uefi'] } })
    }
  })

  it('takes a template only for a machine whose last report has the memory that it needs', async () => {
    const server = await t.server()
    const { prisma } = t.api.database
    await prisma.os_template.update({ where: { id: t.diag }, data: { ram_mib: 4096 } })
    try {
      const { id } = await prisma.hardware_report.create({
        data: { server_id: server, report: someReport({ memory_mib: 2048 }) },
      })
      expect(await diagnose(server)).toMatchObject({
        status: 400,
        body: { error: { value: 'os_template_id', msg: expect.stringContaining('needs 4096 MiB of memory') } },
      })
      await prisma.hardware_report.update({ where: { id }, data: { report: someReport({ memory_mib: 4096 }) } })
      expect(await diagnose(server)).toMatchObject({ status: 200 })
    } finally {
      await prisma.os_template.update({ where: { id: t.diag }, data: { ram_mib: 0 } })
    }
  })

  it.each([
    ['raid_1', 2],
    ['raid_5', 3],
    ['raid_10', 4],
  ])('installs on %s of %i disks at least', async (hdd_raid, needed) => {
    const server = await t.server()
    const on = (count: number) =>
      post(`/server/${server}/install`, {
        ...{ os_template_id: t.diag, password: 'let-me-in', hdd_raid },
        disk_serials: Array.from({ length: count }, (_, n) => `DISK-${n}`),
      })
    expect(await on(needed - 1)).toMatchObject({
      status: 400,
      body: { error: { value: 'disk_serials', msg: expect.stringContaining(`needs ${needed} disks`) } },
    })
    expect(await on(needed)).toMatchObject({ body: { error: { value: 'os_template_id' } } })
  })

  it('is the affair of administrators and of the owner of its server', async () => {
    const server = await t.server({ owner_id: t.api.ann.id })
    const rescue = { os_template_id: t.rescue, password: 'let-me-in' }
    expect((await t.api.bob.post(`/dci/v3/server/${server}/rescue`, rescue)).status).toBe(404)
    expect((await t.api.ann.post(`/dci/v3/server/${server}/rescue`, rescue)).status).toBe(200)
    const { id } = await operationOf(server)
    expect((await t.api.ann.get(`/dci/v3/operation/${id}`)).body).toMatchObject({ id, type: 'rescue' })
    expect((await t.api.bob.get(`/dci/v3/operation/${id}`)).status).toBe(404)
    expect((await t.api.ann.post(`/dci/v3/server/${server}/clear_hdd`, { clear_hdd: 'full' })).status).toBe(403)
  })

  it('is followed and ended by programs, and frees its server with nothing secret left', async () => {
    const server = await t.server()
    await post(`/server/${server}/rescue`, { os_template_id: t.rescue, password: 'let-me-in' })
    const { id } = await operationOf(server)
    const { prisma } = t.api.database
    const { secrets } = await prisma.operation.findUniqueOrThrow({ where: { id } })
    expect(secrets).toBeTruthy()
    expect(secrets).not.toContain('let-me-in')
    expect(await post(`/operation/${id}/progress`, { progress_info: 'Half done' })).toMatchObject({
      status: 200,
      body: { id },
    })
    expect(await operationOf(server)).toMatchObject({
      status: 'running',
      progress_info: 'Half done',
      steps: [{ name: 'reported' }],
    })
    expect((await post(`/operation/${id}/finish`, { hardware_info: { ram: 5 } })).status).toBe(200)
    expect(await operationOf(server)).toMatchObject({ status: 'ok', percent: 100 })
    expect(await held(server)).toBeNull()
    expect((await t.api.admin.get(`/dci/v3/server/${server}`)).body).toMatchObject({
      operation: null,
      operation_running: null,
    })
    expect(await prisma.operation.findUniqueOrThrow({ where: { id } })).toMatchObject({ secrets: null, ticket: null })
    expect(await post(`/operation/${id}/finish`)).toMatchObject({ status: 409 })
    expect(await post(`/operation/${id}/fail`, { reason: 'late' })).toMatchObject({ status: 409 })
  })
})
