import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { bootServicesOf } from '../location/services/desired.ts'
import { machineFixture } from './machine-fixture.ts'
import { machineReport, nic } from './report-fixture.ts'

let t: Awaited<ReturnType<typeof machineFixture>>
let rack = 0
let platform = 0
let sw = 0
const ports: number[] = []
let n = 0
let unit = 0

beforeAll(async () => {
  t = await machineFixture()
  const { prisma } = t.api.database
  rack = (await prisma.rack.create({ data: { name: 'A09', size: 42, location_id: t.site } })).id
  platform = (await prisma.platform.findFirstOrThrow()).id
  const device = { device: 'snmp', ip: '10.0.0.2', location_id: t.site, rack_id: rack, unit: 41, size: 1 }
  sw = (await prisma.net_switch.create({ data: { name: 'sw-a09-1', hostname: 'SW-A09-1.example', ...device } })).id
  for (const i of [1, 2, 3, 4]) {
    const port = { switch_id: sw, if_index: String(i), name: `xe-0/0/${i}`, is_uplink: i === 4 }
    ports.push((await prisma.switch_port.create({ data: port })).id)
  }
})
afterAll(() => t.close())
beforeEach(async () => {
  const { prisma } = t.api.database
  await prisma.switch_connection.deleteMany()
  await prisma.machine.deleteMany()
})

const lldp = (port: number, system = 'sw-a09-1.EXAMPLE') => ({ chassis: '', port: `XE-0/0/${port}`, system })
const mac = () => `52:54:00:bb:00:${(++n).toString(16).padStart(2, '0')}`
/** A machine that has booted, as the API shows it. */
async function waiting(nics: HardwareReport['nics'], more: Partial<HardwareReport> = {}) {
  const address = `10.77.1.${++n}`
  const { key } = await t.booted(machineReport(nics, more), address)
  const [row] = (await t.api.admin.get(`/dci/v3/machine?where=mac EQ '${nics[0]?.mac}'`)).body.list
  return { ...row, key, from: { address } }
}
const body = (more: object = {}) => ({ name: `srv-${++n}`, platform, rack, unit: ++unit, ...more })
const adopt = (id: number, more: object = {}) => t.api.admin.post(`/dci/v3/machine/${id}/adopt`, body(more))
const progress = { step: 'waiting', percent: null, words: null }

it('a machine becomes a server with its cards, hardware, cable, controller and owner', async () => {
  const [one, two] = [mac(), mac()]
  const machine = await waiting([nic(one, lldp(1)), nic(two, null, 1)], { serial: 'S-1', uuid: 'u' })
  expect(machine).toMatchObject({
    hardware: { cpu: 'Xeon Gold 6338', cpus: 1, memory_mib: 524_288, disks: 0, disk_bytes: 0, firmware: 'uefi' },
    place: { by: 'lldp', switch: { name: 'sw-a09-1' }, port: { name: 'xe-0/0/1' }, rack: { name: 'A09' } },
    known: null,
  })
  const ipmi = { type: 'ipmi', ip: '10.0.0.9', username: 'ops', password: 'secret-77' }
  const answer = await adopt(machine.id, { barcode: 'B-1', owner: t.api.ann.id, ipmi })
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(Number) } })
  const { id } = answer.body
  const server = (await t.api.admin.get(`/dci/v3/server/${id}`)).body
  expect(server).toMatchObject({
    ...{ rack: { id: rack }, barcode: 'B-1', settings: { efi: true }, is_new: false, mac: [one, two] },
    ...{ owner: t.api.ann.id, switch_connection: [{ id: ports[0] }], ipmi: { ip: '10.0.0.9', username: 'ops' } },
  })
  const { prisma } = t.api.database
  const kept = await prisma.hardware_report.findFirstOrThrow({ where: { server_id: id } })
  expect(kept.report).toMatchObject({ serial: 'S-1' })
  expect(await prisma.machine.findUnique({ where: { id: machine.id } })).toMatchObject({
    state: 'adopted',
    server_id: id,
  })
  const audit = await prisma.audit.findFirstOrThrow({ where: { entity: 'server', entity_id: id } })
  expect(inspect(audit, { depth: 9 })).not.toContain('secret-77')
  // It has no operation, so nothing keeps it running; and it is known from now on.
  expect(await t.desk.progress(machine.key, progress, machine.from)).toEqual({ over: expect.any(String) })
  expect(await t.desk.result(machine.key, { ok: true }, machine.from)).toEqual({ next: 'poweroff' })
  expect(await t.opened(one, machine.from.address)).toBeNull()
})

it('with diagnostics it waits until the DHCP server knows, and boots into them', async () => {
  const machine = await waiting([nic(mac())])
  const { status, body } = await adopt(machine.id, { os_template_id: t.diag })
  expect([status, body]).toEqual([200, { id: expect.any(Number), task: expect.any(Number) }])
  const { prisma } = t.api.database
  const operation = await prisma.operation.findFirstOrThrow({ where: { server_id: body.id } })
  expect(operation).toMatchObject({ type: 'diag', clear_hdd: 'none', mac: machine.mac })
  expect(await t.desk.progress(machine.key, progress, machine.from)).toBeNull()
  await prisma.operation_step.create({ data: { operation_id: operation.id, position: 1, name: 'power' } })
  expect(await t.desk.progress(machine.key, progress, machine.from)).toEqual({ over: expect.any(String) })
  expect(await t.desk.result(machine.key, { ok: true }, machine.from)).toEqual({ next: 'reboot' })
})

it('its diagnostics make a user in its controller when that is wanted', async () => {
  const { body } = await adopt((await waiting([nic(mac())])).id, { os_template_id: t.diag, setup_ipmi: true })
  const { prisma } = t.api.database
  const operation = await prisma.operation.findFirstOrThrow({ where: { server_id: body.id } })
  expect(operation).toMatchObject({ type: 'diag', setup_ipmi: true, secrets: expect.any(String) })
})

it('two administrators who adopt one machine get one server', async () => {
  const machine = await waiting([nic(mac(), lldp(1))])
  const answers = await Promise.all(Array.from({ length: 6 }, () => adopt(machine.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  for (const { status, body } of answers)
    if (status === 409) expect(body.error.msg).toBe('This machine is a server already')
  expect(await t.api.database.prisma.server.count({ where: { rack_id: rack, operation_id: null } })).toBeGreaterThan(0)
  expect(await t.api.database.prisma.server_mac.count({ where: { mac: machine.mac } })).toBe(1)
})

it.each<[string, object, number, string | undefined, string]>([
  ['a unit that is taken', { unit: 41 }, 409, 'unit', 'No room in rack A09'],
  ['a user that does not exist', { owner: 4711 }, 400, 'owner', 'User 4711 does not exist'],
  ['a platform that does not exist', { platform: 4711 }, 400, 'platform', 'Platform 4711 does not exist'],
  ['a user of the controller without diagnostics', { setup_ipmi: true }, 400, 'setup_ipmi', 'name a template'],
  ['a template that does not exist', { os_template_id: 4711 }, 400, 'os_template_id', 'does not exist'],
])('%s is refused, and nothing is left', async (_, more, status, value, words) => {
  await t.api.database.prisma.rack_cell.createMany({
    data: [0, 1].map((half) => ({ rack_id: rack, face: 'front', unit: 41, half, kind: 'switch', ref: sw })),
    skipDuplicates: true,
  })
  const machine = await waiting([nic(mac(), lldp(2))])
  const before = await t.api.database.prisma.server.count()
  const answer = await adopt(machine.id, more)
  expect([answer.status, answer.body.error?.value]).toEqual([status, value])
  expect(answer.body.error.msg).toContain(words)
  expect(await t.api.database.prisma.server.count()).toBe(before)
  expect((await t.api.admin.get(`/dci/v3/machine/${machine.id}`)).body).toMatchObject({ state: 'waiting' })
})

it('is refused in another location, before a report, and when it is another machine by now', async () => {
  const { prisma } = t.api.database
  const far = await prisma.rack.create({ data: { name: 'far', size: 10, location_id: t.location } })
  const machine = await waiting([nic(mac())])
  expect(await adopt(machine.id, { rack: far.id, unit: 1 })).toMatchObject({
    ...{ status: 400, body: { error: { value: 'rack', msg: 'This machine has booted in another location' } } },
  })
  await prisma.machine.update({ where: { id: machine.id }, data: { version: { increment: 1 } } })
  const headers = { 'if-match': `"${machine.version}"` }
  const stale = await t.api.admin.post(`/dci/v3/machine/${machine.id}/adopt`, body(), { headers })
  expect(stale).toMatchObject({ status: 409, body: { error: { msg: expect.stringContaining('changed meanwhile') } } })
  const silent = mac()
  await t.opened(silent, '10.77.3.1')
  const { id } = await prisma.machine.findFirstOrThrow({ where: { mac: silent } })
  expect((await adopt(id)).body.error.msg).toContain('has not reported its hardware yet')
})

it('cables are made of what a switch announced to one card only, at ports that are free', async () => {
  const { prisma } = t.api.database
  const other = await t.server()
  await prisma.switch_connection.create({ data: { server_id: other, switch_port_id: ports[1] ?? 0 } })
  const cards = [
    lldp(1),
    lldp(2),
    lldp(3),
    lldp(3),
    lldp(4),
    lldp(1, 'elsewhere'),
    { chassis: '', port: '', system: '' },
  ]
  const machine = await waiting(cards.map((heard, i) => nic(mac(), heard, i)))
  const { evidence } = (await t.api.admin.get(`/dci/v3/machine/${machine.id}`)).body
  expect(evidence.map((one: { nic: string; is_free: boolean }) => [one.nic, one.is_free])).toEqual([
    ...[
      ['eth0', true],
      ['eth1', false],
      ['eth2', true],
      ['eth3', true],
      ['eth4', false],
    ],
  ])
  const { body } = await adopt(machine.id)
  const made = await prisma.switch_connection.findMany({ where: { server_id: body.id } })
  expect(made.map(({ switch_port_id }) => switch_port_id)).toEqual([ports[0]])
})

it('the place is told by what a switch has learned, and by the servers at the ports beside it', async () => {
  const { prisma } = t.api.database
  const address = mac()
  const [low, high] = [await t.server({ rack_id: rack, unit: 33 }), await t.server({ rack_id: rack, unit: 36 })]
  for (const [server_id, port] of [
    [low, 0],
    [high, 2],
  ] as const)
    await prisma.switch_connection.create({ data: { server_id, switch_port_id: ports[port] ?? 0 } })
  await prisma.switch_mac.create({ data: { switch_id: sw, mac: address, if_index: '2', seen_at: new Date() } })
  await t.opened(address, '10.77.4.1')
  const [row] = (await t.api.admin.get(`/dci/v3/machine?where=mac EQ '${address}'`)).body.list
  expect(row).toMatchObject({ hardware: null, place: { by: 'mac', port: { name: 'xe-0/0/2' } } })
  expect((await t.api.admin.get(`/dci/v3/machine/${row.id}`)).body).toMatchObject({ units: [34, 35], report: null })
})

it('a known serial number with new cards is said, and the cards go to that server alone', async () => {
  const { prisma } = t.api.database
  const [old, fresh, stranger] = [mac(), mac(), mac()]
  const first = await waiting([nic(old)], { serial: 'CZJ0310BQ7', uuid: 'u' })
  const server = (await adopt(first.id)).body.id
  const machine = await waiting([nic(fresh), nic(old)], { serial: 'CZJ0310BQ7', uuid: 'u' })
  expect(machine.known).toMatchObject({ id: server, macs: 1, by_serial: true })
  const other = await t.server()
  const join = (id: number, to: number) => t.api.admin.post(`/dci/v3/machine/${id}/join`, { server: to })
  expect(await join(machine.id, other)).toMatchObject({ status: 400, body: { error: { value: 'server' } } })
  const unlike = await waiting([nic(stranger)], { serial: 'OTHER', uuid: 'v' })
  expect((await join(unlike.id, server)).body.error.msg).toContain('Nothing shows')
  expect((await join(machine.id, server)).status).toBe(200)
  const macs = await prisma.server_mac.findMany({ where: { server_id: server }, orderBy: { position: 'asc' } })
  expect(macs.map((one) => one.mac)).toEqual([old, fresh])
  expect(await prisma.hardware_report.count({ where: { server_id: server } })).toBe(2)
})

it('one that is ignored is sent off and denied, by whichever card, until it is taken back', async () => {
  const [one, two] = [mac(), mac()]
  const machine = await waiting([nic(one), nic(two)], { serial: 'IGN', uuid: 'u' })
  const set = async (what: string) => (await t.api.admin.post(`/dci/v3/machine/${machine.id}/${what}`, {})).status
  expect(await set('take_back')).toBe(409)
  expect(await set('ignore')).toBe(200)
  expect(await set('ignore')).toBe(409)
  expect((await adopt(machine.id)).body.error.msg).toContain('is ignored')
  expect(await t.desk.result(machine.key, { ok: true }, machine.from)).toEqual({ next: 'poweroff' })
  expect(await t.opened(one, machine.from.address)).toBeNull()
  // By its other card it comes as far as its report.
  const { key } = await t.booted(machineReport([nic(two), nic(one)], { serial: 'IGN', uuid: 'u' }), '10.77.5.1')
  expect(await t.desk.result(key, { ok: true }, { address: '10.77.5.1' })).toEqual({ next: 'poweroff' })
  const { prisma } = t.api.database
  await prisma.location.update({
    where: { id: t.site },
    data: { params_dhcp: { discovery: true, interfaces_4: ['prov0'] } },
  })
  const eth = [{ name: 'prov0', mac: '', addresses: ['10.77.0.2/24'] }]
  expect((await bootServicesOf(t.site, eth))?.dhcp).toMatchObject({ discovery: true, ignored: [one, two].sort() })
  expect(await set('take_back')).toBe(200)
  expect((await bootServicesOf(t.site, eth))?.dhcp.ignored).toEqual([])
  await t.later(two)
  expect(await t.opened(one, machine.from.address)).not.toBeNull()
  expect((await t.rows()).filter(({ serial }) => serial === 'IGN')).toHaveLength(1)
})

it('nobody but administrators sees or decides anything', async () => {
  const machine = await waiting([nic(mac())])
  for (const path of ['', `/${machine.id}`]) expect((await t.api.ann.get(`/dci/v3/machine${path}`)).status).toBe(403)
  for (const what of ['adopt', 'join', 'ignore', 'take_back'])
    expect((await t.api.ann.post(`/dci/v3/machine/${machine.id}/${what}`, {})).status).toBe(403)
})
