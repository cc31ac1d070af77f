import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeLink, type SimulatedSwitch } from '../../../simulation/devices/switch/model.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { pollSwitch } from '../poll/poll-switch.ts'

let dc: DeviceFixture
let model: SimulatedSwitch
let id = 0
let path = ''
let ports: number[] = []
let web = 0
let mail = 0
const webMac = '02:00:00:00:00:01'
const mailMac = '02:00:00:00:00:02'

beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  const rack = await dc.addRack()
  web = await dc.addServer('web', rack, 20, { mac: [webMac] })
  mail = await dc.addServer('mail', rack, 21, { mac: [mailMac] })
  ;({ id, model, path, ports } = await dc.addSwitch({ rack, name: 'leaf' }))
})
afterAll(() => dc.close())
beforeEach(async () => {
  for (const port of model.ports) Object.assign(port, { macs: [], neighbour: null })
  await dc.prisma.switch_connection.deleteMany()
})

const look = () => pollSwitch(id, new AbortController().signal, 0)
const drifts = async () => (await dc.api.admin.get(`${path}/drift`)).body.list
const suggestions = async () => (await dc.api.admin.get(`${path}/suggestion`)).body.list
const port = (i: number) => `${path}/port/${ports[i]}`
const connect = (server_id: number, i: number) =>
  dc.made(dc.api.admin.post('/dci/v3/switch_connection', { server_id, switch_port_id: ports[i] }))
const neighbour = (name: string, chassis_mac = '02:ff:00:00:00:01') => ({
  chassis_mac,
  port_id: 'eth0',
  port_description: '',
  name,
  description: '<img src=x onerror=alert(1)>',
})

describe('what people asked for', () => {
  it('is no drift while the switch has it, nor without a stored configuration', async () => {
    await dc.done(dc.api.admin.post(port(0), { vlan_id: 20 }))
    await dc.done(dc.api.admin.post(`${port(0)}/off`))
    changeLink(model, model.ports[1]!, { admin: 2 })
    await look()
    expect(await drifts()).toEqual([])
  })

  it('is a drift when it was changed on the switch, and is restored or accepted', async () => {
    changeLink(model, model.ports[0]!, { admin: 1 })
    for (const [vlan, there] of [
      [20, false],
      [10, true],
    ] as const)
      for (const set of ['egress', 'untagged'] as const) model.vlans.get(vlan)![set][there ? 'add' : 'delete'](1)
    model.ports[0]!.pvid = 10
    await look()
    const vlan = { is_trunk: false, trunk_members: [] }
    const both = { port_id: ports[0], port_name: 'port1', can_accept: true, can_enforce: true }
    const admin = { ...both, kind: 'admin', wanted: { admin_status: 'down' }, found: { admin_status: 'up' } }
    expect(await drifts()).toEqual([
      admin,
      { ...both, kind: 'vlan', wanted: { vlan: { ...vlan, vlan_id: 20 } }, found: { vlan: { ...vlan, vlan_id: 10 } } },
    ])
    await dc.done(dc.api.admin.post(`${port(0)}/enforce`, { kind: 'vlan' }))
    expect(model.ports[0]!.pvid).toBe(20)
    expect(await drifts()).toEqual([admin])
    await dc.made(dc.api.admin.post(`${port(0)}/accept`, { kind: 'admin' }))
    expect(await drifts()).toEqual([])
    expect(await dc.refused(dc.api.admin.post(`${port(0)}/enforce`, { kind: 'admin' }), 409)).toMatch(
      /no longer exists/,
    )
    expect(model.ports[0]!.admin).toBe(1)
  })
})

describe('another neighbour than the connected server', () => {
  it('is suggested, and the cable is moved to it', async () => {
    await connect(web, 2)
    model.ports[2]!.neighbour = neighbour('somebody', mailMac)
    await look()
    const [one] = await drifts()
    expect(one).toMatchObject({
      kind: 'neighbour',
      port_id: ports[2],
      can_accept: true,
      can_enforce: false,
      wanted: { server: { id: web, name: 'web' } },
      found: { server: { id: mail, name: 'mail' }, system_name: 'somebody' },
    })
    expect(await dc.refused(dc.api.admin.post(`${port(2)}/enforce`, { kind: 'neighbour' }), 409)).toMatch(
      /no longer exists/,
    )
    await dc.made(dc.api.admin.post(`${port(2)}/accept`, { kind: 'neighbour', server_id: mail }))
    expect(await drifts()).toEqual([])
    expect((await dc.api.admin.get(port(2))).body.server.id).toBe(mail)
  })

  it('is a switch, too; an unknown one is none', async () => {
    await connect(web, 2)
    await connect(mail, 3)
    model.ports[2]!.neighbour = neighbour('LEAF')
    model.ports[3]!.neighbour = neighbour('a telephone')
    await look()
    expect(await drifts()).toMatchObject([{ port_id: ports[2], found: { system_name: 'LEAF' }, can_accept: false }])
  })
})

describe('an unknown address at a server', () => {
  it('is suggested, and becomes one of its own', async () => {
    await connect(web, 4)
    model.ports[4]!.macs = [webMac, '02:00:00:00:00:aa', mailMac]
    await look()
    expect(await drifts()).toMatchObject([
      { kind: 'mac', port_id: ports[4], found: { mac: mailMac, server: { id: mail } }, can_accept: false },
      { kind: 'mac', port_id: ports[4], found: { mac: '02:00:00:00:00:aa' }, can_accept: true },
    ])
    await dc.made(dc.api.admin.post(`${port(4)}/accept`, { kind: 'mac', mac: '02:00:00:00:00:AA' }))
    expect((await dc.api.admin.get(`/dci/v3/server/${web}`)).body.mac).toEqual([webMac, '02:00:00:00:00:aa'])
    await dc.made(dc.api.admin.post(`/dci/v3/server/${web}/maintenance`, { maintenance: true }))
    expect(await drifts()).toEqual([])
    await dc.made(dc.api.admin.post(`/dci/v3/server/${web}/maintenance`, { maintenance: false }))
  })
})

describe('suggestions', () => {
  it('come from the neighbour and from addresses, and go once the server is connected', async () => {
    await dc.prisma.switch_mac.deleteMany()
    model.ports[5]!.neighbour = neighbour('Web')
    model.ports[5]!.macs = [webMac]
    model.ports[6]!.macs = [mailMac]
    await look()
    const both = { switch_port_id: ports[5], port_name: 'port6', server_id: web, server_name: 'web' }
    const [first, second, ...more] = await suggestions()
    expect(first).toEqual({ ...both, reasons: ['lldp', 'mac'] })
    expect(second).toMatchObject({ switch_port_id: ports[6], server_id: mail, reasons: ['mac'] })
    expect(more).toEqual([])
    await connect(web, 5)
    expect(await suggestions()).toEqual([second])
  })

  it('are not made of a port with addresses of many, of an uplink, nor across locations', async () => {
    await dc.prisma.switch_mac.deleteMany()
    model.ports[5]!.macs = [webMac, '02:00:00:00:00:bb']
    model.ports[6]!.macs = [mailMac]
    await dc.made(dc.api.admin.post(`${port(6)}/uplink`, { is_uplink: true }))
    await look()
    expect(await suggestions()).toEqual([])
    expect(await dc.prisma.switch_mac.count({ where: { mac: mailMac } })).toBe(0)
    await dc.made(dc.api.admin.post(`${port(6)}/uplink`, { is_uplink: false }))
  })
})

it('forgets neighbours that are gone, and tells of them once', async () => {
  model.ports[7]!.neighbour = neighbour('guest')
  await look()
  const after = async () => (await dc.api.database.pool.query('select max(id) as id from change')).rows[0].id
  const told = await after()
  await look()
  expect(await after()).toBe(told)
  expect(await dc.prisma.switch_neighbour.count({ where: { switch_id: id } })).toBe(1)
  model.ports[7]!.neighbour = null
  await look()
  expect(await after()).toBe(told + 1)
})
