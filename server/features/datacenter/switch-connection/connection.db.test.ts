import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import type { PortReading, SwitchInventory } from '../../../drivers/switch/types.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { storeInventory } from '../switch/store.ts'

let dc: DeviceFixture
let rack = 0
let sw: Awaited<ReturnType<DeviceFixture['addSwitch']>>
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack(47)
  sw = await dc.addSwitch({ rack, unit: 47, name: 'leaf' })
})
afterAll(() => dc.close())

const get = async (path: string) => (await dc.api.admin.get(path)).body
const connect = (server_id: number, number: number, more: object = {}) =>
  dc.api.admin.post('/dci/v3/switch_connection', { server_id, switch_port_id: sw.ports[number - 1], ...more })

describe('connections of servers and ports', () => {
  it('are made, shown on both ends and taken away', async () => {
    const server = await dc.addServer('web', rack, 1, { domain: 'web.example.com' })
    const id = await dc.made(connect(server, 1, { do_not_collect_traffic: true }))
    expect(await get(`/dci/v3/switch_connection/${id}`)).toMatchObject({
      id,
      server,
      switch: sw.id,
      switch_port: sw.ports[0],
      if_index: '1',
      speed: '1G',
      duplex: 'full',
      admin_status: 'up',
      oper_status: 'up',
      do_not_collect_traffic: true,
      port_name: 'port1',
    })
    expect(await get(`${sw.path}/port/${sw.ports[0]}`)).toMatchObject({
      connection_type: 'connected',
      connection_id: String(id),
      server: { id: server, rack, domain: 'web.example.com', name: 'web' },
      do_not_collect_traffic: true,
    })
    expect((await get(sw.path)).server_connection).toEqual([
      { connection_id: id, server_id: server, port_id: sw.ports[0], port_if_index: '1' },
    ])
    expect((await get(`/dci/v3/server/${server}`)).switch_connection).toMatchObject([
      { connection_id: id, switch: sw.id },
    ])
    expect(await dc.refused(dc.api.admin.delete(sw.path), 409)).toBe('Switch leaf is in use by 1 server (web)')
    await dc.made(dc.api.admin.post(`/dci/v3/switch_connection/${id}`, { do_not_collect_traffic: false }))
    expect((await get(`${sw.path}/port/${sw.ports[0]}`)).do_not_collect_traffic).toBe(false)
    await dc.made(dc.api.admin.delete(`/dci/v3/switch_connection/${id}`))
    expect((await get(`${sw.path}/port/${sw.ports[0]}`)).server).toBeNull()
    expect((await dc.api.admin.get(`/dci/v3/switch_connection/${id}`)).status).toBe(404)
  })

  it('are seen by the owner of the server, and by no other user', async () => {
    const server = await dc.addServer('ann-s', rack, 2)
    await dc.made(connect(server, 2))
    const path = `/dci/v3/server/${server}/switch_connection`
    expect((await dc.api.ann.get(path)).status).toBe(404)
    await dc.made(dc.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: dc.api.ann.id }))
    expect((await dc.api.ann.get(path)).body).toMatchObject({
      size: 1,
      list: [{ server, switch_name: '', description: '' }],
    })
    expect((await dc.api.bob.get(path)).status).toBe(404)
    expect((await dc.api.ann.get('/dci/v3/switch_connection')).status).toBe(403)
    // Names of the operator's devices are in no answer to her, and cannot be guessed by a filter.
    const pdu = await dc.addPdu({ rack, unit: 30, name: 'pdu-of-operator' })
    await dc.made(dc.api.admin.post('/dci/v3/pdu_connection', { server_id: server, pdu_port_id: pdu.ports[0] }))
    const outlets = `/dci/v3/server/${server}/pdu_connection`
    for (const [where, expected] of [
      [path, { list: [{ port_name: expect.stringMatching(/./) }] }],
      [outlets, { list: [{ pdu: pdu.id, pdu_name: '', port_identity: '1' }] }],
      [`/dci/v3/server/${server}`, { pdu_connections: [{ pdu_id: pdu.id, pdu_name: '', port_identity: '1' }] }],
      ['/dci/v3/server', { list: [{ switch_connection: [{ switch_name: '' }], pdu_connection: { pdu_name: '' } }] }],
    ] as const) {
      const { body } = await dc.api.ann.get(where)
      expect(body).toMatchObject(expected)
      expect(JSON.stringify(body)).not.toMatch(/leaf|pdu-of-operator/)
      expect(JSON.stringify((await dc.api.admin.get(where)).body)).toMatch(/leaf|pdu-of-operator/)
    }
    expect((await dc.api.ann.get(`${path}?where=switch_name EQ 'leaf'`)).status).toBe(400)
    expect((await dc.api.ann.get(`${outlets}?where=pdu_name EQ 'pdu-of-operator'`)).status).toBe(400)
  })

  it('do not reach from one location to another', async () => {
    const elsewhere = await dc.addLocation('Riga')
    const far = await dc.made(dc.api.admin.post(`/dci/v3/location/${elsewhere}/rack`, { name: 'far', size: 10 }))
    const server = await dc.addServer('far-s', far, 1)
    expect(await dc.refused(connect(server, 3), 400)).toBe(
      'Server far-s is in Riga, switch leaf in Frankfurt: connect devices of the same location only',
    )
    expect(await dc.refused(connect(4711, 3), 400)).toMatch(/Server 4711 does not exist/)
    const near = await dc.addServer('near-s', rack, 4)
    await dc.made(connect(near, 3))
    expect(await dc.refused(dc.api.admin.post(`/dci/v3/server/${near}`, { rack: far, unit: 2 }), 409)).toMatch(
      /connected to leaf, which is in another location/,
    )
    for (const path of [`/dci/v3/server/${near}`, sw.path])
      expect(await dc.refused(dc.api.admin.post(`${path}/placement`, { rack: far, unit: 5 }), 409)).toMatch(
        /disconnect it first/,
      )
  })

  it('give one port to one of 64 servers who want it at once, and say who has it', async () => {
    const first = await dc.addServer('w0', rack, 10)
    const { platform_id, location_id } = await dc.prisma.server.findUniqueOrThrow({ where: { id: first } })
    const rows = Array.from({ length: 63 }, (_, n) => ({
      name: `w${n + 1}`,
      platform_id,
      location_id,
      type: 'server',
      size: 1,
    }))
    await dc.prisma.server.createMany({ data: rows })
    const servers = await dc.prisma.server.findMany({ where: { name: { startsWith: 'w' }, NOT: { name: 'web' } } })
    expect(servers).toHaveLength(64)
    for (const number of [4, 5, 6]) {
      const answers = await Promise.all(servers.map((server) => connect(server.id, number)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const winner = servers[answers.findIndex(({ status }) => status === 200)]!.name
      for (const { status, body } of answers)
        if (status !== 200)
          expect([status, body.error.msg]).toEqual([
            409,
            `port${number} of leaf is already connected to server ${winner}`,
          ])
      expect(await dc.prisma.switch_connection.count({ where: { switch_port_id: sw.ports[number - 1]! } })).toBe(1)
    }
  })

  it('and marks exclude each other, whichever comes first', async () => {
    const server = await dc.addServer('racer', rack, 20)
    const path = `${sw.path}/port/${sw.ports[6]}`
    for (let round = 0; round < 8; round++) {
      const [cable, mark] = await Promise.all([
        connect(server, 7),
        dc.api.admin.post(`${path}/uplink`, { is_uplink: true }),
      ])
      expect([cable.status, mark.status].filter((status) => status === 200)).toHaveLength(1)
      if (cable.status === 200) await dc.made(dc.api.admin.delete(`/dci/v3/switch_connection/${cable.body.id}`))
      else await dc.made(dc.api.admin.post(`${path}/uplink`, { is_uplink: false }))
    }
  })

  it('readings and the removal of a switch do not wait for each other in a ring', async () => {
    const server = await dc.addServer('crowd', rack, 21)
    const port = (n: number, oper_status: 'up' | 'down') => ({
      if_index: String(n),
      name: `p${n}`,
      description: '',
      alias: '',
      type: 6,
      speed: '1G',
      speed_type: '1G',
      speed_mbps: 1000,
      duplex: 'full',
      admin_status: 'up',
      oper_status,
      mac: null,
    })
    const system = { name: 'crowd' } as SwitchInventory['system']
    const ports = (status: 'up' | 'down') => Array.from({ length: 24 }, (_, n) => port(n + 1, status)) as PortReading[]
    const store = (id: number, status: 'up' | 'down') =>
      transaction((work) => storeInventory(work, id, { system, ports: ports(status) }, new Date()))
    for (let round = 0; round < 6; round++) {
      const at = { location_id: dc.location, rack_id: rack, unit: 30, size: 1 }
      const { id } = await dc.prisma.net_switch.create({
        data: { ...at, name: `r${round}`, device: 'snmp_common', ip: '192.0.2.1' },
      })
      await store(id, 'up')
      const rows = await dc.prisma.switch_port.findMany({ where: { switch_id: id } })
      const plugs = rows.slice(0, 8).map((row) => ({ server_id: server, switch_port_id: row.id }))
      const [answers] = await Promise.all([
        Promise.all([
          ...plugs.map((body) => dc.api.admin.post('/dci/v3/switch_connection', body)),
          dc.api.admin.delete(`/dci/v3/switch/${id}`),
        ]),
        ...(['down', 'up', 'down', 'up'] as const).map((status) => store(id, status)),
      ])
      for (const { status, body } of answers) expect([200, 400, 409], JSON.stringify(body)).toContain(status)
    }
  })
})
