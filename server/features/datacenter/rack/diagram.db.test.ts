import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import type { FloorPlan, RackDiagram } from '../../../domain/rack/diagram.ts'
import { datacenterFixture } from '../fixture.ts'
import { place } from '../placement/service.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let half: number
let blade: number
let tall: number
beforeAll(async () => {
  dc = await datacenterFixture()
  const socket = await dc.made(dc.api.admin.post('/dci/v3/cpu_socket', { name: 'LGA' }))
  const sizes = {
    cpu_socket: socket,
    cpu_socket_count: 1,
    ram_slot_count: 4,
    max_ram: 64,
    hdd_slot_count: 2,
    pci_slot_count: 1,
  }
  const { platform } = dc.api.database.prisma
  half = (await platform.create({ data: { ...sizes, name: 'half', type: 'server', server_size: 1, width: 'half' } })).id
  tall = (await platform.create({ data: { ...sizes, name: 'tall', type: 'server', server_size: 2 } })).id
  blade = (await platform.create({ data: { ...sizes, name: 'blade', type: 'blade', server_size: 2 } })).id
})
afterAll(() => dc.close())

let number = 0
const addServer = (platform: number, where: object, name = `s-${++number}`) =>
  dc.made(dc.api.admin.post('/dci/v3/server', { name, platform, mac: [], ...where }))
const diagram = async (rack: number) =>
  (await dc.api.admin.get(`/dci/v3/rack/${rack}/device`)).body as unknown as RackDiagram
async function addSwitch(rack_id: number, unit: number) {
  const { prisma } = dc.api.database
  const { id } = await prisma.net_switch.create({
    data: {
      name: `sw-${++number}`,
      device: 'snmp_common',
      ip: '192.0.2.10',
      location_id: dc.location,
      rack_id,
      unit,
      size: 1,
      depth: 'half',
      status: 'fail',
      fault: 'does not answer',
    },
  })
  await transaction((work) =>
    place(work, { kind: 'switch', ref: id }, rack_id, { unit, size: 1, face: 'front', width: 'full', depth: 'half' }),
  )
  const ports = []
  for (const if_index of ['10', '9', '2'])
    ports.push(
      (
        await prisma.switch_port.create({
          data: { switch_id: id, if_index, name: `eth${if_index}`, oper_status: 'up' },
        })
      ).id,
    )
  return { id, ports }
}

describe('the diagram of a rack', () => {
  it('has every device with its lights, blades in their chassis, and cables', async () => {
    const rack = await dc.addRack(12)
    const chassis = await dc.made(
      dc.api.admin.post(`/dci/v3/rack/${rack}/chassis`, { name: 'c', size: 4, unit: 5, server_slot_count: 8 }),
    )
    const inChassis = await addServer(blade, { chassis, slot: 3 })
    const [left, right] = [await addServer(half, { rack, unit: 1 }), await addServer(half, { rack, unit: 1 })]
    const { id, ports } = await addSwitch(rack, 12)
    const { prisma } = dc.api.database
    await prisma.server.update({ where: { id: left }, data: { power_status: 'on', owner_id: dc.api.ann.id } })
    await prisma.server.update({ where: { id: right }, data: { maintenance: true } })
    const kind = { type: 'install', auth_id: 'a', mac: '52:54:00:00:00:01', deadline_at: new Date() }
    const work = await prisma.operation.create({
      data: { ...kind, server_id: inChassis, location_id: dc.location },
    })
    await prisma.server.update({ where: { id: inChassis }, data: { operation_id: work.id } })
    await prisma.switch_connection.create({ data: { server_id: inChassis, switch_port_id: ports[0]! } })
    await dc.made(dc.api.admin.post(`/dci/v3/rack/${rack}/reservation`, { unit: 9, size: 2, note: 'storage' }))
    const { list, cables } = await diagram(rack)
    expect(list).toMatchObject([
      {
        kind: 'server',
        id: left,
        unit: 1,
        size: 1,
        width: 'half',
        half: 0,
        power: 'on',
        health: 'ok',
        model: 'half',
        owner: dc.api.ann.email,
      },
      { kind: 'server', id: right, width: 'half', half: 1, health: 'warning', maintenance: true, power: 'unknown' },
      {
        kind: 'chassis',
        id: chassis,
        unit: 5,
        size: 4,
        slots: 8,
        blades: [{ id: inChassis, slot: 3, size: 2, health: 'in_progress', operation: 'install' }],
      },
      { kind: 'reserved', name: 'storage', unit: 9, size: 2 },
      { kind: 'switch', id, depth: 'half', ports: 3, port_lights: 'xxx', health: 'fault', cause: 'does not answer' },
    ])
    // The third of its ports, because 10 comes after 9.
    expect(cables).toMatchObject([
      { kind: 'switch', server: inChassis, device: id, port_name: 'eth10', position: 2, status: 'unknown' },
    ])
    expect(Object.keys(list[3]!)).not.toContain('power')
  })

  it('calls nothing well that the list of problems names', async () => {
    const rack = await dc.addRack(6)
    const server = await addServer(half, { rack, unit: 1 })
    const { id, ports } = await addSwitch(rack, 6)
    const { prisma } = dc.api.database
    await prisma.server.update({ where: { id: server }, data: { power_status: 'on' } })
    await prisma.net_switch.update({ where: { id }, data: { status: 'ok', fault: null } })
    await prisma.switch_connection.create({ data: { server_id: server, switch_port_id: ports[0]! } })
    const drawn = async () => (await diagram(rack)).list.map(({ health, wrong, cause }) => [health, wrong, cause])
    const well = ['ok', undefined, undefined]
    await prisma.switch_port.update({ where: { id: ports[0]! }, data: { admin_status: 'up' } })
    expect(await drawn()).toEqual([well, well])
    await prisma.switch_port.update({ where: { id: ports[0]! }, data: { oper_status: 'down' } })
    await prisma.switch_port.update({ where: { id: ports[1]! }, data: { fault: 'It refused' } })
    const name = (await prisma.net_switch.findUniqueOrThrow({ where: { id } })).name
    expect(await drawn()).toEqual([
      ['warning', 'link', `${name} eth10`],
      ['warning', 'port', 'It refused'],
    ])
    const controller = { server_id: server, type: 'ipmi', username: 'u', password: '', ip: '192.0.2.9', status: 'fail' }
    await prisma.ipmi.create({ data: { ...controller, status_info: { fault: 'Another', identity_changed: true } } })
    expect((await drawn())[0]).toEqual(['fault', undefined, 'Another'])
  })

  it('is part of the floor plan, with its neighbours', async () => {
    const location = await dc.addLocation('Hall')
    const add = (name: string) => dc.made(dc.api.admin.post(`/dci/v3/location/${location}/rack`, { name, size: 10 }))
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    await addServer(tall, { rack: b, unit: 3 }, 'only')
    const floorPlan = async () =>
      (await dc.api.admin.get(`/dci/v3/location/${location}/hall`)).body as unknown as FloorPlan
    expect(await floorPlan()).toMatchObject({
      id: location,
      name: 'Hall',
      racks: [{ id: a, devices: [] }, { id: b, devices: [{ name: 'only', size: 2 }] }, { id: c }],
    })
    await dc.made(dc.api.admin.post(`/dci/v3/rack/${c}/place`, { hall_row: 0, hall_place: 0 }))
    expect((await floorPlan()).racks.map(({ id, hall_place }) => [id, hall_place])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ])
    expect(await diagram(a)).toMatchObject({ before: { id: c, name: 'c' }, after: { id: b, name: 'b' } })
    expect(await diagram(c)).toMatchObject({ before: null })
    expect((await dc.api.admin.get('/dci/v3/location/4711/hall')).status).toBe(404)
    expect((await dc.api.admin.get('/dci/v3/rack/4711/device')).status).toBe(404)
    expect((await dc.api.ann.get(`/dci/v3/location/${location}/hall`)).status).toBe(403)
  })
})

describe('free units', () => {
  it('are found over all racks, the tightest fit first', async () => {
    const location = await dc.addLocation('Gaps')
    const add = (name: string, size: number) =>
      dc.made(dc.api.admin.post(`/dci/v3/location/${location}/rack`, { name, size }))
    const [small, big] = [await add('small', 4), await add('big', 10)]
    await addServer(half, { rack: small, unit: 3 })
    await dc.made(dc.api.admin.post(`/dci/v3/rack/${big}/reservation`, { unit: 4, size: 1 }))
    const find = async (query: string) =>
      (await dc.api.admin.get(`/dci/v3/rack/free?${query}&location=${location}`)).body.list
    expect(await find('size=2')).toEqual([
      { rack: { id: small, name: 'small' }, location: { id: location, name: 'Gaps' }, unit: 1, size: 2 },
      { rack: { id: big, name: 'big' }, location: { id: location, name: 'Gaps' }, unit: 1, size: 3 },
      { rack: { id: big, name: 'big' }, location: { id: location, name: 'Gaps' }, unit: 5, size: 6 },
    ])
    expect(await find('size=7')).toEqual([])
    expect((await dc.api.admin.get('/dci/v3/rack/free')).status).toBe(400)
    expect((await dc.api.admin.get('/dci/v3/rack/free?size=0')).status).toBe(400)
  })
})

describe('a move', () => {
  it('takes the new units and leaves the old ones, or says who is in the way', async () => {
    const [from, to] = [await dc.addRack(10, 'from'), await dc.addRack(10, 'to')]
    const id = await addServer(tall, { rack: from, unit: 1 }, 'mover')
    await addServer(tall, { rack: to, unit: 5 }, 'other')
    const move = (unit: number, rack = to) => dc.api.admin.post(`/dci/v3/server/${id}/placement`, { rack, unit })
    expect(await dc.refused(move(6), 409)).toBe('No room in rack to: unit 6 is taken by server other')
    expect(await dc.refused(move(10), 400)).toMatch(/does not fit at unit 10/)
    // By one unit, over its own place.
    await dc.made(move(2, from))
    await dc.made(move(3))
    expect((await diagram(from)).list).toEqual([])
    expect((await dc.api.admin.get(`/dci/v3/server/${id}`)).body).toMatchObject({
      rack: { id: to },
      unit: 3,
      version: 3,
    })
    const stale = dc.api.admin.post(
      `/dci/v3/server/${id}/placement`,
      { rack: to, unit: 1 },
      { headers: { 'if-match': '"1"' } },
    )
    expect(await dc.refused(stale, 409)).toMatch(/was changed meanwhile/)
    const rail = dc.api.admin.post(`/dci/v3/server/${id}/placement`, { rack: to, unit: 1, face: 'left' })
    expect(await dc.refused(rail, 400)).toBe('Only PDUs can be mounted on the side rails')
    expect((await dc.api.ann.post(`/dci/v3/server/${id}/placement`, { rack: to, unit: 1 })).status).toBe(403)
    expect(await dc.refused(dc.api.admin.post('/dci/v3/pdu/4711/placement', { rack: to, unit: 1 }), 404)).toMatch(/PDU/)
  })

  it('takes blades along, keeps halves, and turns a switch to the rear', async () => {
    const elsewhere = await dc.addLocation('Elsewhere')
    const far = await dc.made(dc.api.admin.post(`/dci/v3/location/${elsewhere}/rack`, { name: 'far', size: 20 }))
    const near = await dc.addRack(20)
    const chassis = await dc.made(
      dc.api.admin.post(`/dci/v3/rack/${near}/chassis`, { name: 'm', size: 4, unit: 5, server_slot_count: 4 }),
    )
    const rider = await addServer(blade, { chassis, slot: 1 })
    await dc.made(dc.api.admin.post(`/dci/v3/chassis/${chassis}/placement`, { rack: far, unit: 2 }))
    expect((await dc.api.admin.get(`/dci/v3/server/${rider}`)).body).toMatchObject({ location: { id: elsewhere } })
    const direct = dc.api.admin.post(`/dci/v3/server/${rider}/placement`, { rack: far, unit: 9 })
    expect(await dc.refused(direct, 400)).toMatch(/is a blade: install it in a chassis/)
    await addServer(half, { rack: near, unit: 1 })
    const second = await addServer(half, { rack: near, unit: 1 })
    await dc.made(dc.api.admin.post(`/dci/v3/server/${second}/placement`, { rack: near, unit: 2 }))
    expect((await diagram(near)).list.find(({ id }) => id === second)).toMatchObject({ unit: 2, half: 1 })
    const { id } = await addSwitch(near, 12)
    await dc.made(dc.api.admin.post(`/dci/v3/switch/${id}/placement`, { rack: near, unit: 12, face: 'rear' }))
    expect((await diagram(near)).list.at(-1)).toMatchObject({ kind: 'switch', id, face: 'rear', depth: 'half' })
  })
})
