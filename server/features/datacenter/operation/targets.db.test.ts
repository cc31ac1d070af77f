import { afterAll, beforeAll, expect, it } from 'vitest'
import { someDisk } from '../../../domain/hardware-report/report-fixture.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { bootedFixture } from './booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

type Disk = HardwareReport['disks'][number]
const member = (type: string) => ({ holds: [{ part: '', type, label: '', bytes: 1 }] })
const stick = someDisk('STICK', { transport: 'usb', bytes: 16e9 })
const osd = someDisk('OSD', member('ceph_bluestore'))
const array = ['R1', 'R2'].map((serial) => someDisk(serial, member('linux_raid_member')))
const empty = ['E1', 'E2', 'E3'].map((serial) => someDisk(serial, { holds: [] }))

/** What an installation is told by the live system of a machine with these disks: the disks of its job in their order, or why it ends. */
async function told(server: number, disks: Disk[], data: object = {}) {
  const { id, key } = await t.booted(server, { type: 'install', ...data })
  const answer = await t.desk.hello(key, await t.reportOf(server, { disks }), t.asking)
  if (answer === 'unknown') throw new Error(answer)
  const row = await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id } })
  if ('over' in answer) return { over: answer.over, status: row.status }
  return answer.job.filter(([name]) => name === 'disk').map(([, value]) => value)
}

it('nobody has chosen a disk: neither a stick nor a member of something is written', async () => {
  const server = await t.server()
  expect(await told(server, [stick, osd, ...array, ...empty])).toEqual(['E1'])
  expect(await told(server, [stick, osd, ...array, ...empty], { hdd_raid: 'raid_1' })).toEqual(['E1', 'E2'])
  expect(await told(server, [stick, ...array, ...empty], { hdd_raid: 'raid_5' })).toEqual(['E1', 'E2', 'E3'])
  expect(await told(server, [stick, osd, ...empty], { disks: ['OSD'] })).toEqual(['OSD'])
  expect(await told(server, [stick, osd, ...empty], { disks: ['E2', 'E1'] })).toEqual(['E2', 'E1'])
})

it('none is left: the operation ends in words before anything is written', async () => {
  const end = (words: string) => ({ status: 'fail', over: expect.stringContaining(words) })
  expect(await told(await t.server(), [stick, osd])).toEqual(end('name those that are to be written'))
  expect(await told(await t.server(), [])).toEqual(end('no disk to install on'))
  const raid = { hdd_raid: 'raid_1' }
  expect(await told(await t.server(), [...array, ...empty.slice(0, 1)], raid)).toEqual(end('RAID 1 needs 2 disks'))
})

it('what the panel has installed may be written again, and what is cleared anyway', async () => {
  const server = await t.server()
  const { prisma } = t.api.database
  const written = (serial: string) => ({ serial, wwn: '', model: 'M', method: 'simple', ok: true })
  const result = { ok: true, disks: [written('R1'), written('R2')] }
  const { id } = await t.booted(server, { type: 'install', hdd_raid: 'raid_1', result, ended_at: new Date() })
  await prisma.server.update({ where: { id: server }, data: { installed_id: id } })
  expect(await told(server, [osd, ...array], { hdd_raid: 'raid_1' })).toEqual(['R1', 'R2'])
  // Without an array only the first was the system's, and the other was cleared.
  await prisma.operation.update({ where: { id }, data: { hdd_raid: 'no_raid' } })
  expect(await told(server, [...array].reverse())).toEqual(['R1'])

  const other = await t.server()
  await t.diagnosed(other, await t.reportOf(other, { disks: [stick, osd, ...empty] }))
  expect(await told(other, [stick, osd, ...empty], { clear_hdd: 'simple' })).toEqual(['OSD', 'STICK', 'E1', 'E2', 'E3'])
})

it('the preview tells which disks are written only when they are named', async () => {
  const server = await t.server()
  await t.diagnosed(server, await t.reportOf(server, { disks: [stick, osd, ...empty] }))
  const { body } = await t.api.admin.get(`/dci/v3/server/${server}/install_plan`)
  expect(body.report.disks.map(({ spared }: { spared: boolean }) => spared)).toEqual([true, true, false, false, false])
})

it('to clear no disks boots the server and reports its hardware, and writes nothing', async () => {
  const server = await t.server()
  const { body } = await t.api.admin.post(`/dci/v3/server/${server}/clear_hdd`, { clear_hdd: 'none' })
  expect(body).toEqual({ task: expect.any(Number) })
  const { id, key } = await t.booted(server, { type: 'clear_hdd', clear_hdd: 'none' })
  const report = await t.reportOf(server, { disks: empty })
  const answer = await t.desk.hello(key, report, t.asking)
  const job = answer !== 'unknown' && 'job' in answer ? answer.job : []
  expect(job).toEqual([
    ['mode', 'diag'],
    ['operation', String(id)],
    ['serial', report.serial],
  ])
  expect(await t.desk.result(key, { ok: true, report })).toEqual({ next: 'poweroff' })
  expect(await t.api.database.prisma.hardware_report.count({ where: { operation_id: id } })).toBe(1)
})
