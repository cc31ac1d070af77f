import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstallPlan } from '../../../domain/operation/plan.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const planOf = async (server: number, who = t.api.admin) => await who.get(`/dci/v3/server/${server}/install_plan`)
const disk: HardwareReport['disks'][number] = {
  ...{ name: 'sda', model: 'PM893', serial: 'S6BENA0T', wwn: '0x5000c500a1b2c3d4', bytes: 2 ** 30 },
  ...{ rotational: false, transport: 'sata', smart: null, erase: [] },
}
const report: HardwareReport = {
  ...{ version: 1, uptime: 1, vendor: 'Dell', product: 'R650', serial: '9QF2L73', uuid: '' },
  ...{ bios: { vendor: '', version: '', date: '' }, firmware: 'uefi', arch: 'x86_64', cpus: [], memory_mib: 4096 },
  ...{ memory_modules: [], controller: null },
  disks: [
    { ...disk, holds: [{ part: 'sda1', type: 'ext4', label: 'data', bytes: 5 }] },
    { ...disk, name: 'sdb', serial: '' },
    { ...disk, name: 'sdc', serial: '', wwn: '' },
  ],
  nics: [{ name: 'eth0', mac: '52:54:00:00:00:01', driver: 'x', speed: 10_000, link: true, lldp: null }],
}
const reported = (server_id: number, what: object) =>
  t.api.database.prisma.hardware_report.create({ data: { server_id, report: what } })

describe('what is known beforehand', () => {
  it('is little of a server that nothing was reported of', async () => {
    const server = await t.server({ settings: { efi: true }, domain: 'web.example.org' })
    const { body } = await planOf(server)
    expect(body).toMatchObject({
      report: null,
      machine: { arch: null, firmware: 'uefi' },
      hostname: 'web.example.org',
      addresses: [],
      mac: [expect.stringMatching(/^52:54/)],
      live: true,
    })
    const names = (body as InstallPlan).templates.map(({ name, here }) => [name, here])
    expect(names).toEqual([
      ['diag', true],
      ['rescue', true],
    ])
  })

  it('has the disks of the last report, by what an installation names them, and what they hold', async () => {
    const server = await t.server()
    await reported(server, { ...report, serial: 'before' })
    await reported(server, report)
    const { body } = await planOf(server)
    expect(body).toMatchObject({
      machine: { arch: 'x86_64', firmware: 'uefi' },
      report: { serial: '9QF2L73', memory_mib: 4096, nics: [{ name: 'eth0', speed: 10_000 }] },
    })
    expect(body.report.disks.map(({ id, holds }: { id: string; holds?: object[] }) => [id, holds?.length])).toEqual([
      ['S6BENA0T', 1],
      ['0x5000c500a1b2c3d4', undefined],
      ['', undefined],
    ])
  })

  it('is still said when the last report cannot be understood', async () => {
    const server = await t.server()
    await reported(server, { version: 1, firmware: 'coreboot', arch: 5 })
    expect(await planOf(server)).toMatchObject({ status: 200, body: { report: null, machine: { firmware: null } } })
  })

  it('shows templates that the location does not have yet, and which are renewed', async () => {
    const server = await t.server({ location_id: t.location })
    const { body } = await planOf(server)
    expect(body).toMatchObject({ live: false, templates: [{ here: false }, { here: false }] })
    const renewed = { where: { template_id: t.diag, location_id: t.site } }
    await t.api.database.prisma.os_template_location.updateMany({ ...renewed, data: { status: 'need_update' } })
    expect((await planOf(await t.server())).body.templates[0]).toMatchObject({ name: 'diag', here: true, update: true })
    await t.api.database.prisma.os_template_location.updateMany({ ...renewed, data: { status: 'ok' } })
  })

  it('is the affair of administrators and of the owner', async () => {
    const server = await t.server({ owner_id: t.api.ann.id })
    expect((await planOf(server, t.api.ann)).status).toBe(200)
    expect((await planOf(server, t.api.bob)).status).toBe(404)
  })
})

describe('how long it takes', () => {
  /** An operation that went well, with steps of so many seconds. */
  async function took(server_id: number, type: string, steps: Record<string, number>) {
    const { prisma } = t.api.database
    const at = Date.UTC(2026, 0, 1)
    const times = { created_at: new Date(at), deadline_at: new Date(at) }
    const { id } = await prisma.operation.create({
      data: { server_id, location_id: t.site, type, status: 'ok', auth_id: 'a', mac: '', ...times },
    })
    await prisma.operation_step.createMany({
      data: Object.entries(steps).map(([name, seconds], n) => {
        const started = at + n * 1000
        return {
          ...{ operation_id: id, position: n + 1, name },
          ...{ started_at: new Date(started), ended_at: new Date(started + seconds * 1000) },
        }
      }),
    })
  }

  it('is what it took lately, the middle one; on the same platform where it was done there', async () => {
    const { prisma } = t.api.database
    const here = await t.server()
    const { platform_id } = await prisma.server.findUniqueOrThrow({ where: { id: here } })
    const {
      id: _id,
      created_at: _at,
      ...kind
    } = await prisma.platform.findUniqueOrThrow({ where: { id: platform_id } })
    const other = await prisma.platform.create({ data: { ...kind, name: 'Other' } })
    const there = await t.server({ platform_id: other.id })
    await took(there, 'install', { check: 500, image: 500 })
    for (const seconds of [10, 30, 20]) await took(here, 'install', { check: 1, image: seconds })
    await took(there, 'rescue', { check: 2, rescue: 86_400 })
    const durations: InstallPlan['durations'] = (await planOf(here)).body.durations
    expect(durations.find(({ type }) => type === 'install')).toEqual({
      ...{
        type: 'install',
        clear_hdd: 'none',
        installer: false,
        same_platform: true,
        count: 3,
        median: 21,
        longest: 31,
      },
      steps: [
        { name: 'check', seconds: 1 },
        { name: 'image', seconds: 20 },
      ],
    })
    // A rescue system runs as long as it is wanted.
    expect(durations.find(({ type }) => type === 'rescue')).toMatchObject({
      ...{ same_platform: false, median: 2, steps: [{ name: 'check', seconds: 2 }] },
    })
  })
})
