import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someDisk } from '../../../domain/hardware-report/report-fixture.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { bootedFixture } from './booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
let system: number
beforeAll(async () => {
  t = await bootedFixture()
  const { prisma } = t.api.database
  const { id } = await prisma.os_template.findUniqueOrThrow({ where: { id: t.diag } })
  // The same files, as a system that is written to disks.
  const { id: _, ...row } = await prisma.os_template.findUniqueOrThrow({ where: { id } })
  const content = { ...(row.content as object), image: { sha256: 'a'.repeat(64), format: 'raw', image_bytes: 1 } }
  system = (await prisma.os_template.create({ data: { ...row, name: 'system', type: 'ostemplate', content } as never }))
    .id
  const there = await prisma.os_template_location.findFirstOrThrow({ where: { template_id: id, location_id: t.site } })
  await prisma.os_template_location.create({ data: { ...there, template_id: system, content } as never })
})
afterAll(() => t.close())

type Disk = HardwareReport['disks'][number]
const stick = someDisk('STICK', { transport: 'usb' })
const post = (server: number, what: string, body: object) => t.api.admin.post(`/dci/v3/server/${server}/${what}`, body)
/** A server whose last report has these disks. */
async function known(...disks: Disk[]) {
  const server = await t.server()
  await t.diagnosed(server, await t.reportOf(server, { disks }))
  return server
}
const install = (server: number, more: object = {}) =>
  post(server, 'install', { os_template_id: system, password: 'let-me-in', ...more })
const begun = (server_id: number) =>
  t.api.database.prisma.operation.count({ where: { server_id, task: { not: null } } })

describe('what cannot come to anything is refused before the server is touched', () => {
  it.each<[string, string, () => object]>([
    ['a wipe', 'clear_hdd', () => ({ clear_hdd: 'simple' })],
    ['diagnostics that wipe', 'diag', () => ({ os_template_id: t.diag, clear_hdd: 'full' })],
    ['an installation that wipes', 'install', () => ({ os_template_id: system, password: 'a-b-c', clear_hdd: 'full' })],
  ])('%s of disks that nobody knows', async (_, what, body) => {
    const server = await t.server()
    expect(await post(server, what, body())).toMatchObject({
      status: 409,
      body: { error: { value: 'clear_hdd', msg: expect.stringContaining('run diagnostics first') } },
    })
    expect(await begun(server)).toBe(0)
  })

  it('a wipe of disks that have no number of their own', async () => {
    const server = await known(someDisk(''), someDisk('TWICE'), someDisk('TWICE'))
    expect(await post(server, 'clear_hdd', { clear_hdd: 'full' })).toMatchObject({
      status: 409,
      body: { error: { value: 'clear_hdd', msg: expect.stringContaining('has a number that it could be named by') } },
    })
  })

  it.each<[string, Disk[], object, string]>([
    ['has USB drives alone', [stick], {}, 'name those that are to be written'],
    ['has no disk', [], {}, 'no disk to install on'],
    ['has one disk for a mirror', [stick, someDisk('A')], { hdd_raid: 'raid_1' }, 'RAID 1 needs 2 disks'],
  ])('an installation where nobody chooses disks, on a server that %s', async (_, disks, more, words) => {
    const server = await known(...disks)
    expect(await install(server, more)).toMatchObject({
      status: 400,
      body: { error: { value: 'disk_serials', msg: expect.stringContaining(words) } },
    })
    expect(await begun(server)).toBe(0)
  })

  it('several disks without an array, of which one alone would be written', async () => {
    const server = await known(someDisk('A'), someDisk('B'))
    const two = { disk_serials: ['A', 'B'] }
    expect(await install(server, two)).toMatchObject({ status: 400, body: { error: { value: 'disk_serials' } } })
    expect(await install(server, { ...two, hdd_raid: 'raid_1' })).toMatchObject({ status: 200 })
    const cleared = await known(someDisk('A'), someDisk('B'))
    expect(await install(cleared, { ...two, clear_hdd: 'simple' })).toMatchObject({ status: 200 })
  })

  it('and what can is not', async () => {
    expect(await install(await t.server())).toMatchObject({ status: 200 })
    expect(await install(await known(stick, someDisk('A')))).toMatchObject({ status: 200 })
    expect(await install(await known(stick), { disk_serials: ['STICK'] })).toMatchObject({ status: 200 })
    expect(await post(await t.server(), 'clear_hdd', { clear_hdd: 'none' })).toMatchObject({ status: 200 })
    expect(await post(await known(someDisk('A')), 'clear_hdd', { clear_hdd: 'full' })).toMatchObject({ status: 200 })
  })
})

it('a disk without a number of its own is left, and the others are cleared', async () => {
  const disks = [someDisk('A'), someDisk(''), someDisk('TWICE'), someDisk('TWICE'), someDisk('', { wwn: '0x5000c5' })]
  const server = await known(...disks)
  for (const data of [
    { type: 'clear_hdd', clear_hdd: 'full' },
    { type: 'install', clear_hdd: 'full' },
  ]) {
    const { key } = await t.booted(server, data)
    const answer = await t.desk.hello(key, await t.reportOf(server, { disks }), t.asking)
    const job = answer !== 'unknown' && 'job' in answer ? answer.job : []
    expect(job.filter(([name]) => name === 'disk').map(([, value]) => value)).toEqual(['A', '0x5000c5'])
  }
})

it('a full wipe has the time that the largest of its disks takes', async () => {
  const disks = [someDisk('A', { bytes: 3e12 }), someDisk('B', { bytes: 1e12 })]
  const minutes = async (body: object) => {
    const server_id = await known(...disks)
    expect(await post(server_id, 'clear_hdd', body)).toMatchObject({ status: 200 })
    const where = { server_id, task: { not: null } }
    const { created_at, deadline_at } = await t.api.database.prisma.operation.findFirstOrThrow({ where })
    return Math.round((deadline_at.getTime() - created_at.getTime()) / 60_000)
  }
  expect(await minutes({ clear_hdd: 'simple' })).toBe(60)
  expect(await minutes({ clear_hdd: 'full' })).toBe(60 + 1000)
})

describe('a machine that has not been reported yet', () => {
  const controller = async (server_id: number, serial: string) => {
    const { prisma } = t.api.database
    const way = { ip: '192.0.2.1', port: 1000 + server_id, username: 'admin', password: '' }
    const { id } = await prisma.ipmi.create({ data: { server_id, ...way } })
    await prisma.ipmi_state.upsert({
      where: { ipmi_id: id },
      create: { ipmi_id: id, inventory: { serial } },
      update: { inventory: { serial } },
    })
  }
  /** A server whose controller tells this number, and an installation on it. @returns what the live system is told */
  const told = async (inventory: string, serial: string) => {
    const server = await t.server()
    await controller(server, inventory)
    const { key } = await t.booted(server, { type: 'install' })
    return t.desk.hello(key, await t.reportOf(server, { serial, disks: [someDisk('A')] }), t.asking)
  }

  it('has to have the serial number that its controller tells', async () => {
    expect(await told('8TN4K23', '9XX9X99')).toEqual({
      over: expect.stringContaining('the controller of the server tells 8TN4K23'),
    })
    expect(await told('8TN4K23', '8tn4k23 ')).toMatchObject({ job: expect.anything() })
  })

  it.each([
    ['To be filled by O.E.M.', '9XX9X99'],
    ['8TN4K23', 'Default string'],
    ['', '9XX9X99'],
  ])('is not judged by a word that stands where a number should be: %j and %j', async (inventory, serial) =>
    expect(await told(inventory, serial)).toMatchObject({ job: expect.anything() }),
  )

  it('is confirmed by that number, which administrators alone are told', async () => {
    const server = await t.server({ owner_id: t.api.ann.id })
    await controller(server, '8TN4K23')
    const plan = async (who: typeof t.api.admin) => (await who.get(`/dci/v3/server/${server}/install_plan`)).body
    expect(await plan(t.api.admin)).toMatchObject({ serial: '8TN4K23', limit_minutes: 60 })
    expect((await plan(t.api.ann)).serial).toBeNull()
  })
})
