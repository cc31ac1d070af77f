import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../db/secrets.ts'
import type { Leases } from './asked-by.ts'
import { deskOf } from './desk.ts'
import { operationFixture } from './operation-fixture.ts'
import { hashOf, newTicket } from './tickets.ts'

const WEB = 'http://10.77.0.2:8080'
const from = { address: '10.77.0.201' }
let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const report = (serial: string, mac = '') => ({
  ...{ version: 1, uptime: 5, vendor: 'V', product: 'P', serial, uuid: 'u', firmware: 'bios', arch: 'x86_64' },
  ...{
    bios: { vendor: '', version: '', date: '' },
    cpus: [],
    memory_mib: 512,
    memory_modules: [],
    controller: null,
  },
  disks: [],
  nics: mac ? [{ name: 'eth0', mac, driver: 'x', speed: null, link: true, lldp: null }] : [],
})

/** An operation whose server is about to boot. */
async function booting() {
  const server = await t.server()
  await t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
  const { prisma } = t.api.database
  const { id } = await prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  const ticket = newTicket()
  const sealed = seal(ticket, { table: 'operation', id, column: 'ticket' })
  await prisma.operation.update({ where: { id }, data: { ticket: sealed, ticket_hash: hashOf(ticket) } })
  const { mac } = await prisma.operation.findUniqueOrThrow({ where: { id } })
  return { id, server, mac, ticket, desk: deskOf(t.site, WEB) }
}

it('a ticket gives the script until its session was fetched, and that once', async () => {
  const { id, ticket, desk } = await booting()
  for (const _ of [1, 2])
    expect(await desk.script(ticket, from)).toContain(`initrd --name session ${WEB}/boot/${ticket}/session`)
  const opened = await Promise.all(Array.from({ length: 8 }, () => desk.openSession(ticket, from)))
  const keys = opened.filter((key) => key !== null)
  expect(keys).toHaveLength(1)
  expect(await desk.script(ticket, from)).toBeNull()
  expect(await desk.openSession(ticket, from)).toBeNull()
  const row = await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id } })
  expect(row).toMatchObject({ ticket: null, session_hash: hashOf(keys[0] ?? '') })
  expect(JSON.stringify(row)).not.toContain(keys[0])
})

it('a ticket is good for the address of its server alone', async () => {
  const { ticket, server, mac } = await booting()
  const { prisma } = t.api.database
  const asked = async (address: string | null, leases?: Leases) => {
    const desk = deskOf(t.site, WEB, leases)
    return (await desk.script(ticket, { address })) !== null
  }
  const lease = (ip: string, of: string) => ({ ip, mac: of, subnet: 1, hostname: '', expires: 1, state: 0 })
  const leases = async () => [lease('10.77.0.210', mac.toUpperCase()), lease('10.77.0.211', '52:54:00:ff:ff:ff')]
  expect(await asked(null, leases)).toBe(false)
  expect(await asked('10.77.0.210', leases)).toBe(true)
  expect(await asked('10.77.0.211', leases)).toBe(false)
  // A host that does not tell its leases keeps nobody from booting.
  const silent = () => Promise.reject(new Error('silent'))
  expect(await asked('10.77.0.212', silent)).toBe(true)

  const net = { name: 'own', net: '10.77.0.0/24', gateway: '10.77.0.1', family: 2, location_id: t.site }
  const { id: ipnet_id } = await prisma.ipnet.create({ data: net })
  const ip = { family: 2, mask: '', state: 'ok', ipnet_id }
  await prisma.ip.create({ data: { ...ip, ip_addr: '10.77.0.11', server_id: server } })
  await prisma.ip.create({ data: { ...ip, ip_addr: '10.77.0.12', server_id: await t.server() } })
  for (const known of [leases, silent]) {
    expect(await asked('10.77.0.11', known)).toBe(true)
    for (const other of ['10.77.0.12', '10.77.0.212']) expect(await asked(other, known)).toBe(false)
  }
  const { openSession } = deskOf(t.site, WEB, leases)
  expect(await openSession(ticket, { address: '10.77.0.12' })).toBeNull()
  expect(await openSession(ticket, { address: '10.77.0.11' })).not.toBeNull()
})

it('neither guessed tickets nor those of other locations, of ended or of late operations lead anywhere', async () => {
  const { id, ticket, desk } = await booting()
  const guesses = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const guess = randomBytes(32).toString('base64url')
      const key = randomBytes(32).toString('hex')
      return [
        await desk.script(guess, from),
        await desk.openSession(guess, from),
        await desk.hello(key, report('A'), from),
      ]
    }),
  )
  expect(guesses.flat().filter((one) => one !== null && one !== 'unknown')).toEqual([])
  const other = deskOf(t.location, WEB)
  expect([await other.script(ticket, from), await other.openSession(ticket, from)]).toEqual([null, null])
  const { prisma } = t.api.database
  const late = { deadline_at: new Date(Date.now() - 1000) }
  await prisma.operation.update({ where: { id }, data: late })
  expect([await desk.script(ticket, from), await desk.openSession(ticket, from)]).toEqual([null, null])
  await prisma.operation.update({ where: { id }, data: { deadline_at: new Date(Date.now() + 60_000) } })
  await t.api.admin.post(`/dci/v3/operation/${id}/fail`, {})
  expect([await desk.script(ticket, from), await desk.openSession(ticket, from)]).toEqual([null, null])
})

it('a session gets its job for its report, and nothing once the operation is over', async () => {
  const { id, server, mac, ticket, desk } = await booting()
  const key = (await desk.openSession(ticket, from)) ?? ''
  expect(await desk.hello(key, { version: 2 }, from)).toEqual({ over: expect.any(String) })
  expect(await desk.hello(key, report('A', mac), from)).toEqual({
    job: expect.arrayContaining([
      ['mode', 'diag'],
      ['operation', String(id)],
      ['serial', 'A'],
    ]),
  })
  expect(await desk.progress(key, { step: 'disks', percent: 40, words: 'Looking' })).toBeNull()
  expect((await t.api.admin.get(`/dci/v3/operation/${id}`)).body).toMatchObject({
    percent: 40,
    progress_info: 'Looking',
  })
  expect(await desk.result(key, { ok: true })).toEqual({ next: 'poweroff' })
  expect(await desk.progress(key, { step: 'disks', percent: 50, words: null })).toEqual({ over: expect.any(String) })
  expect(await t.api.database.prisma.hardware_report.count({ where: { server_id: server } })).toBe(1)
})

it.each([
  ['without the network card', false, 'no network card', {}],
  ['with another serial number, where disks are cleared', true, 'OTHER', { clear_hdd: 'simple' }],
])('a machine %s gets no job, and the operation fails', async (_, hasCard, words, given) => {
  const { id, server, mac, ticket, desk } = await booting()
  const { prisma } = t.api.database
  await prisma.operation.update({ where: { id }, data: given })
  await prisma.hardware_report.create({ data: { server_id: server, report: report('KNOWN', mac) } })
  const key = (await desk.openSession(ticket, from)) ?? ''
  expect(await desk.hello(key, report('OTHER', hasCard ? mac : '52:54:00:ff:ff:ff'), from)).toEqual({
    over: expect.stringContaining(words),
  })
  const operation = await prisma.operation.findUniqueOrThrow({ where: { id } })
  expect(operation).toMatchObject({ status: 'fail', fault: expect.stringContaining('Another machine has booted') })
})

it('disks of which nothing is known are not cleared', async () => {
  const { id, mac, ticket, desk } = await booting()
  await t.api.database.prisma.operation.update({ where: { id }, data: { clear_hdd: 'full' } })
  const key = (await desk.openSession(ticket, from)) ?? ''
  expect(await desk.hello(key, report('A', mac), from)).toEqual({
    over: expect.stringContaining('run diagnostics first'),
  })
})
