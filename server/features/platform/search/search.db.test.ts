import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FoundObject } from '../../../domain/search/schema.ts'
import { type DeviceFixture, deviceFixture } from '../../datacenter/device-fixture.ts'

let dc: DeviceFixture
let server = 0
type Reader = { get: (path: string) => Promise<{ body: { list: FoundObject[] }; status: number }> }

const find = async (who: Reader, search: string, kind?: string) => {
  const query = new URLSearchParams({ search, ...(kind && { kind }) })
  const { status, body } = await who.get(`/vm/v3/search?${query}`)
  expect(status).toBe(200)
  return body.list
}
const names = async (who: Reader, search: string, kind?: string) =>
  (await find(who, search, kind)).map((one) => `${one.kind} ${one.name}`)

beforeAll(async () => {
  dc = await deviceFixture([])
  const { prisma } = dc
  const rack = await dc.addRack(42, 'A02')
  server = await dc.addServer('gpu-04', rack, 3)
  await dc.addServer('gpu-041', rack, 4)
  await prisma.server.update({ where: { id: server }, data: { barcode: 'BC-77120', owner_id: dc.api.ann.id } })
  await prisma.server_mac.create({ data: { mac: '02:00:0a:bc:00:ef', server_id: server } })
  const controller = await prisma.ipmi.create({
    data: { server_id: server, ip: '192.0.2.99', username: 'root', password: '', mac: '02:aa:00:00:00:07' },
  })
  await prisma.ipmi_state.create({ data: { ipmi_id: controller.id, inventory: { serial: 'SN9X1' } } })
  await prisma.ip.create({
    data: { ip_addr: '198.51.100.7', family: 2, mask: '255.255.255.0', state: 'ok', server_id: server },
  })
  const { location_id } = await prisma.rack.findUniqueOrThrow({ where: { id: rack } })
  await prisma.vlan.create({ data: { location_id, vlan_id: 110, name: 'tenant-a' } })
  await prisma.vlan.create({ data: { location_id, vlan_id: 1101, name: 'tenant-b' } })
  const sw = await prisma.net_switch.create({
    data: { name: 'sw-a02', device: 'cisco', ip: '192.0.2.10', location_id, rack_id: rack, unit: 20, size: 1 },
  })
  await prisma.switch_port.create({
    data: { switch_id: sw.id, if_index: '7', name: 'xe-0/0/14', description: 'uplink of gpu', note: 'red cable' },
  })
})
afterAll(() => dc.close())

it.each([
  ['its name, before longer ones', 'gpu-04'],
  ['a part of its barcode', '77120'],
  ['its address', '198.51.100.7'],
  ['a MAC address with colons', '02:00:0a:bc:00:ef'],
  ['a MAC address with dashes', '02-00-0A-BC-00-EF'],
  ['a MAC address with dots', '0200.0abc.00ef'],
  ['a bare MAC address', '02000abc00ef'],
  ['the end of a MAC address', 'bc:00:ef'],
  ['the address of its controller', '192.0.2.99'],
  ['the MAC address of its controller', '02aa.0000.0007'],
  ['its serial number', 'sn9x1'],
  ['words that stand in different fields', 'gpu 77120'],
])('finds a server by %s', async (_, text) => {
  const [first] = await find(dc.api.admin, text, 'server')
  expect(first).toMatchObject({ kind: 'server', id: server, name: 'gpu-04', rest: '' })
})

it('finds by model and owner', async () => {
  const { platform_id } = await dc.prisma.server.findUniqueOrThrow({ where: { id: server } })
  const { name } = await dc.prisma.platform.findUniqueOrThrow({ where: { id: platform_id } })
  expect(await names(dc.api.admin, name, 'server')).toEqual(['server gpu-04', 'server gpu-041'])
  const { email } = await dc.prisma.account.findUniqueOrThrow({ where: { id: dc.api.ann.id } })
  expect(await names(dc.api.admin, email)).toEqual(['server gpu-04', `user ${email}`])
})

it('finds a VLAN by its whole number, a rack by its name, a port by its name and labels', async () => {
  expect(await names(dc.api.admin, '110', 'vlan')).toEqual(['vlan tenant-a'])
  expect((await find(dc.api.admin, 'a02'))[0]).toMatchObject({ kind: 'rack', name: 'A02', rank: 0 })
  for (const text of ['xe-0/0/14', 'red cable', 'uplink'])
    expect(await find(dc.api.admin, text, 'port')).toMatchObject([{ name: 'xe-0/0/14', facts: ['sw-a02', null] }])
})

it('tells the word beside an object, which may be what to do with it', async () => {
  for (const text of ['restart gpu-04', 'gpu-04 restart'])
    expect((await find(dc.api.admin, text))[0]).toMatchObject({ id: server, name: 'gpu-04', rest: 'restart', rank: 0 })
})

it('finds for a tenant what is theirs, and not by what only administrators see', async () => {
  expect(await names(dc.api.ann, 'gpu')).toEqual(['server gpu-04'])
  expect(await names(dc.api.ann, '0200.0abc.00ef')).toEqual(['server gpu-04'])
  for (const text of ['192.0.2.99', 'SN9X1', 'A02', '110', 'sw-a02']) expect(await names(dc.api.ann, text)).toEqual([])
  expect(await names(dc.api.ann, 'sw-a02', 'switch')).toEqual([])
})

it('takes any text for what it is', async () => {
  for (const text of [' ', '%', "it's", 'a', '_'.repeat(200), '\\', 'x y z w v u t s r'])
    expect(await names(dc.api.admin, text, 'rack')).toEqual(text === 'a' ? ['rack A02'] : [])
})
