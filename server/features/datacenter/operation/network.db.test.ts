import { afterAll, beforeAll, expect, it } from 'vitest'
import { bootedFixture } from './booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
let switch_id = 0
let made = 0
beforeAll(async () => {
  t = await bootedFixture()
  const { prisma } = t.api.database
  const rack = await prisma.rack.create({ data: { location_id: t.site, name: 'R', size: 42 } })
  const place = { location_id: t.site, rack_id: rack.id, unit: 1, size: 1 }
  const way = { device: 'snmp_common', ip: '192.0.2.9', hostname: 'leaf.example' }
  switch_id = (await prisma.net_switch.create({ data: { name: 'leaf', ...place, ...way } })).id
  for (const [name, vlan] of [
    ['192.0.2.0/24', '100'],
    ['2001:db8::/64', '100'],
    ['198.51.100.0/24', '200'],
    ['203.0.113.0/24', null],
  ])
    await prisma.ipnet.create({
      data: { name: name ?? '', net: name ?? '', family: name?.includes(':') ? 10 : 2, vlan: vlan ?? null },
    })
})
afterAll(() => t.close())

type Cable = { mac?: string; lldp?: string; trunk?: number[]; vlan?: number | null; aggregate?: string }

/** A server with these cables and addresses. */
async function wired(cables: Cable[], addresses: string[], macs: string[] = []) {
  const { prisma } = t.api.database
  const server_id = await t.server()
  for (const [at, mac] of macs.entries()) await prisma.server_mac.create({ data: { server_id, mac, position: at + 1 } })
  const ports: number[] = []
  for (const { mac, trunk = [], vlan = 1, aggregate } of cables) {
    const if_index = String(++made)
    const vlans = { vlan_id: vlan, is_trunk: trunk.length > 0, trunk_members: trunk }
    const data = { switch_id, if_index, name: `p${if_index}`, ...vlans, aggregate: aggregate ?? null }
    const port = await prisma.switch_port.create({ data })
    ports.push(port.id)
    await prisma.switch_connection.create({ data: { server_id, switch_port_id: port.id } })
    if (mac) await prisma.switch_mac.create({ data: { switch_id, if_index, mac, vlan_id: 1, seen_at: new Date() } })
  }
  for (const ip_addr of addresses) {
    const net = await prisma.$queryRaw<{ id: number }[]>`select id from ipnet where ${ip_addr}::inet << net`
    const family = ip_addr.includes(':') ? 10 : 2
    await prisma.ip.create({
      data: { ip_addr, family, mask: '', state: 'ok', server_id, ipnet_id: net[0]?.id ?? null },
    })
  }
  const boot = (await prisma.server_mac.findFirstOrThrow({ where: { server_id }, orderBy: { position: 'asc' } })).mac
  return { server_id, ports, boot }
}
const preview = async (server: number) => {
  const { network, addresses } = (await t.api.admin.get(`/dci/v3/server/${server}/install_plan`)).body
  return { ...network, addresses: addresses.map(({ address }: { address: string }) => address) }
}

/** What the live system is told of the network. */
async function job(server_id: number, type: 'install' | 'rescue', before?: (operation: number) => Promise<unknown>) {
  const { id, key } = await t.booted(server_id, { type })
  await before?.(id)
  const answer = await t.desk.hello(key, await t.reportOf(server_id), t.asking)
  if (answer === 'unknown' || 'over' in answer) throw new Error(JSON.stringify(answer))
  const names = ['address', 'vlan', 'bond_mac', 'gateway']
  return answer.job.filter(([name]) => names.includes(name)).map((line) => line.join(' '))
}

it('an installed system gets a tag where its VLAN is tagged, and the preview shows the same', async () => {
  const { server_id } = await wired(
    [{ trunk: [100, 200] }],
    ['192.0.2.4', '2001:db8::4', '198.51.100.4', '203.0.113.4'],
  )
  expect(await preview(server_id)).toEqual({
    ...{ vlan: 100, bond_mac: [] },
    addresses: ['192.0.2.4/24', '203.0.113.4/24', '2001:db8::4/64'],
    notices: [{ kind: 'other_vlan', vlan: 200, about: '198.51.100.4/24' }],
  })
})

it('none where it is the untagged VLAN of the port, or the port does not carry it', async () => {
  const same = await wired([{ vlan: 100 }], ['192.0.2.5'])
  expect(await preview(same.server_id)).toMatchObject({ vlan: null, notices: [] })
  const other = await wired([{ vlan: 300 }], ['192.0.2.6'])
  expect(await preview(other.server_id)).toMatchObject({ vlan: null, notices: [{ kind: 'missing', vlan: 100 }] })
})

it('a bond of cards whose ports are one, with the VLANs of the aggregation', async () => {
  const { prisma } = t.api.database
  const second = '52:54:00:bb:00:02'
  const { server_id, boot, ports } = await wired(
    [{ aggregate: 'lag' }, { mac: second, aggregate: 'lag' }],
    ['192.0.2.7'],
    [second],
  )
  await prisma.switch_port.create({
    data: { switch_id, if_index: 'lag', name: 'ae0', vlan_id: 1, is_trunk: true, trunk_members: [100] },
  })
  expect(await preview(server_id)).toMatchObject({ vlan: 100, bond_mac: [boot, second], notices: [] })
  // Of three cards it has to be known which are there: by what the card that it boots by heard when it was diagnosed.
  await prisma.server_mac.create({ data: { server_id, mac: '52:54:00:bb:00:03', position: 2 } })
  expect(await preview(server_id)).toMatchObject({ bond_mac: [], notices: [{ kind: 'cards' }] })
  const { name } = await prisma.switch_port.findUniqueOrThrow({ where: { id: ports[0] ?? 0 } })
  const report = await t.reportOf(server_id)
  const [card] = report.nics
  if (!card) throw new Error('no card')
  const heard = { ...card, lldp: { system: 'LEAF.example', chassis: '', port: name } }
  await t.diagnosed(server_id, { ...report, nics: [heard] })
  expect(await preview(server_id)).toMatchObject({ bond_mac: [boot, second], notices: [] })
})

it('what a port had before the provisioning VLAN counts, and a rescue system is told of it only then', async () => {
  const { prisma } = t.api.database
  const { server_id, ports } = await wired([{ trunk: [100] }], ['192.0.2.8'])
  expect(await job(server_id, 'rescue')).toEqual([])
  const hold = async (operation_id: number) => {
    const switch_port_id = ports[0] ?? 0
    const before = { before_vlan: 1, before_trunk: true, before_members: [100] }
    await prisma.operation_port.create({ data: { switch_port_id, operation_id, vlan: 900, ...before } })
    await prisma.switch_port.update({
      where: { id: switch_port_id },
      data: { vlan_id: 900, is_trunk: false, trunk_members: [] },
    })
  }
  expect(await job(server_id, 'rescue', hold)).toEqual(['address 192.0.2.8/24', 'vlan 100'])
  expect(await preview(server_id)).toMatchObject({ vlan: 100, notices: [] })
})
