import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MOST_OF_ADDRESS, MOST_SILENT, MOST_WAITING } from './bounds.ts'
import { machineFixture } from './machine-fixture.ts'
import { machineReport, nic } from './report-fixture.ts'

let t: Awaited<ReturnType<typeof machineFixture>>
beforeAll(async () => {
  t = await machineFixture()
})
afterAll(() => t.close())
beforeEach(() => t.api.database.prisma.machine.deleteMany())

const A = '52:54:00:aa:00:01'
const at = { address: '10.77.0.201' }
const discovery = (on: boolean) =>
  t.api.database.prisma.location.update({ where: { id: t.site }, data: { params_dhcp: { discovery: on } } })

it('a machine boots the script for all, reports, and waits for a decision', async () => {
  const script = await t.desk.searchScript()
  // biome-ignore lint/suspicious/noTemplateCurlyInString: iPXE fills it in
  expect(script).toContain('initrd --name session http://10.77.0.2:8080/boot/search/${mac:hexhyp}/session')
  const report = machineReport([nic(A)], { serial: '5HV8N23', uuid: 'u-1' })
  const { key, answer } = await t.booted(report, at.address)
  expect(answer).toEqual({ job: [['mode', 'search']] })
  expect(await t.desk.result(key, { ok: true, report }, at)).toEqual({ next: 'wait' })
  expect(await t.desk.progress(key, { step: 'waiting', percent: null, words: null }, at)).toBeNull()
  const [row, ...others] = await t.rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ mac: A, macs: [A], serial: '5HV8N23', product: 'PowerEdge R650', state: 'waiting' })
  expect(JSON.stringify(row)).not.toContain(key)
})

it('discovery that is off, servers that are known and other addresses get nothing', async () => {
  const server = await t.server()
  const { mac } = await t.api.database.prisma.server_mac.findFirstOrThrow({ where: { server_id: server } })
  expect(await t.opened(mac, at.address)).toBeNull()
  const { key } = await t.booted(machineReport([nic(A)]), at.address)
  const elsewhere = { address: '10.77.0.202' }
  expect(await t.desk.hello(key, machineReport([nic(A)]), elsewhere)).toBe('unknown')
  expect(await t.desk.progress(key, { step: 'x', percent: null, words: null }, elsewhere)).toBe('unknown')
  expect(await t.desk.result(key, { ok: true }, elsewhere)).toBe('unknown')
  await discovery(false)
  expect(await t.desk.searchScript()).toBeNull()
  expect(await t.opened('52:54:00:aa:00:02', at.address)).toBeNull()
  expect(await t.desk.progress(key, { step: 'x', percent: null, words: null }, at)).toEqual({
    over: expect.any(String),
  })
  expect(await t.desk.result(key, { ok: true }, at)).toEqual({ next: 'poweroff' })
  await discovery(true)
})

it('guessed keys lead nowhere, and a report is of the card that asked, readable and not too long', async () => {
  for (let n = 0; n < 200; n++)
    expect(await t.desk.hello(randomBytes(32).toString('hex'), machineReport([nic(A)]), at)).toBe('unknown')
  const key = (await t.opened(A, at.address)) ?? ''
  const disk = { name: 'd', model: 'x'.repeat(255), serial: 'y'.repeat(255), wwn: 'z'.repeat(255), bytes: 1 }
  const disks = Array.from({ length: 128 }, () => ({
    ...disk,
    ...{ rotational: false, transport: 'sata' as const, smart: null, erase: [] },
  }))
  const memory_modules = Array.from({ length: 256 }, () => ({
    ...{ slot: 'x'.repeat(255), mib: 1, type: 'y'.repeat(255), speed: '', vendor: 'v'.repeat(255) },
    ...{ serial: 's'.repeat(255), part: 'p'.repeat(255) },
  }))
  for (const wrong of [
    { version: 1 },
    null,
    machineReport([nic('52:54:00:aa:00:09')]),
    machineReport([nic(A)], { disks, memory_modules }),
  ])
    expect(await t.desk.hello(key, wrong, at)).toEqual({ over: expect.any(String) })
  expect((await t.rows())[0]).toMatchObject({ report: null, serial: '' })
})

it('a machine is one row, by whichever card it boots and with whatever was exchanged', async () => {
  const [one, two] = [A, '52:54:00:aa:00:02']
  const report = machineReport([nic(one), nic(two)], { serial: 'S-1', uuid: 'u-1' })
  await t.booted(report, at.address)
  await t.booted(report, at.address, two)
  const [row, ...others] = await t.rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ mac: two, boot_macs: [two, one], asked: 2 })
  // All cards are new, the board is the same.
  const three = '52:54:00:aa:00:03'
  await t.booted({ ...report, nics: [nic(three)] }, at.address)
  expect(await t.rows()).toMatchObject([{ id: row?.id, macs: [three] }])
  // A serial number that the manufacturer forgot makes no two machines one.
  const blank = { serial: 'To Be Filled By O.E.M.', uuid: 'u-2' }
  await t.booted(machineReport([nic('52:54:00:aa:00:04')], blank), at.address)
  await t.booted(machineReport([nic('52:54:00:aa:00:05')], blank), at.address)
  expect((await t.rows()).map(({ serial }) => serial)).toEqual(['S-1', '', ''])
})

it('what was found changes the version, readings do not', async () => {
  const report = machineReport([nic(A)], { serial: 'S-1' })
  const { key } = await t.booted(report, at.address)
  const version = async () => (await t.rows())[0]?.version
  const before = await version()
  await t.desk.result(key, { ok: true, report: { ...report, uptime: 99 } }, at)
  expect(await version()).toBe(before)
  await t.desk.result(key, { ok: true, report: { ...report, memory_mib: 1024 } }, at)
  expect(await version()).toBe((before ?? 0) + 1)
})

it('a machine that invents others fills neither the inbox nor the time of the panel', async () => {
  const { prisma } = t.api.database
  const mac = (n: number) =>
    `02:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`
  const here = []
  for (let n = 0; n < 50; n++) here.push(await t.opened(mac(n), at.address))
  expect(here.filter((key) => key !== null)).toHaveLength(MOST_OF_ADDRESS)
  for (let n = 100; n < 350; n++) await t.opened(mac(n), `10.77.${n >> 8}.${n & 255}`)
  expect(await prisma.machine.count()).toBe(MOST_SILENT)
  // The same card again at once is one session, not many.
  await t.later(mac(0), 0)
  expect(await t.opened(mac(0), at.address)).toBeNull()
  const key = await t.later(mac(0)).then(() => t.opened(mac(0), at.address))
  expect(key).not.toBeNull()
  const answers = []
  for (let n = 0; n < 20; n++)
    answers.push(await t.desk.hello(key ?? '', machineReport([nic(mac(0))], { memory_mib: n }), at))
  expect(answers.filter((answer) => typeof answer === 'object' && 'job' in answer)).toHaveLength(6)
  // Those that said nothing make room after a while, those that did stay.
  await prisma.machine.updateMany({ data: { seen_at: new Date(Date.now() - 7_200_000) } })
  expect(await t.opened(mac(999), '10.77.0.210')).not.toBeNull()
  expect(await t.rows()).toMatchObject([{ mac: mac(0) }, { mac: mac(999) }])
  await prisma.machine.createMany({
    data: Array.from({ length: MOST_WAITING }, (_, n) => ({
      ...{ location_id: t.site, mac: mac(2000 + n), boot_macs: [mac(2000 + n)], address: '10.77.1.1', report: {} },
    })),
  })
  expect(await t.opened(mac(9999), '10.77.0.211')).toBeNull()
})
