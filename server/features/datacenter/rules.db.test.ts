import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ipmiTypes } from '../../domain/ipmi/kinds.ts'
import { type OutletFacts, outletActions, whyNotOutlet } from '../../domain/pdu/outlet-rules.ts'
import { whyNotServer } from '../../domain/server/rules.ts'
import { serverLifecycle } from '../../domain/server/states.ts'
import { type PortFacts, portActions, whyNotPort } from '../../domain/switch/port-rules.ts'
import { datacenterFixture } from './fixture.ts'

// What the rules say of every operation in every state is compared with what the service answers: nothing is offered that is
// refused, and nothing is withheld that works. No worker runs, so nothing moves by itself.

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let rack: number
let platform: number
const both = [false, true]
const sql = (text: string, values: unknown[] = []) => dc.api.database.pool.query(text, values)

let servers = 0
async function addServer(over: Record<string, unknown> = {}): Promise<number> {
  const { prisma } = dc.api.database
  const plain = { name: `s${++servers}`, type: 'server', platform_id: platform, location_id: dc.location, size: 1 }
  return (await prisma.server.create({ data: { ...plain, ...over } })).id
}

beforeAll(async () => {
  dc = await datacenterFixture()
  rack = await dc.addRack()
  const cpu_socket = await dc.made(dc.api.admin.post('/dci/v3/cpu_socket', { name: 'LGA' }))
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  const one = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
  platform = await dc.made(dc.api.admin.post('/dci/v3/platform', one))
  const device = { ip: '127.0.0.1', location_id: dc.location, rack_id: rack, size: 1 }
  const { prisma } = dc.api.database
  await prisma.pdu.create({ data: { ...device, id: 1, name: 'pdu', device: 'apc_snmp', unit: 40 } })
  await prisma.pdu_port.create({ data: { id: 1, pdu_id: 1, identity: 1, name: 'o1' } })
  await prisma.net_switch.create({ data: { ...device, id: 1, name: 'sw', device: 'snmp_common', unit: 41 } })
  await prisma.switch_port.create({ data: { id: 1, switch_id: 1, if_index: '1', name: 'p1', vlan_id: 10 } })
})
afterAll(() => dc.close())

/** Compares one answer with one verdict. */
function agrees(answer: { status: number; body: { error?: { msg: string } } }, why: string | undefined, about: object) {
  if (answer.status >= 500) throw new Error(JSON.stringify(answer.body))
  expect({ ...about, works: answer.status === 200, said: answer.body.error?.msg }).toMatchObject({
    ...about,
    works: why === undefined,
  })
}

describe('an outlet', () => {
  const feeding = [null, { is_protected: false }, { is_protected: true }]
  const cases: OutletFacts[] = both.flatMap((gone) =>
    both.flatMap((is_service) =>
      (['up', 'down', 'unknown'] as const).flatMap((power_status) =>
        feeding.map((server) => ({ gone, is_service, power_status, server })),
      ),
    ),
  )
  it.each(outletActions)('%s', async (action) => {
    const free = await addServer()
    const fed = await addServer()
    const post = (path: string, body: object = {}) => dc.api.admin.post(`/dci/v3${path}`, body)
    for (const facts of cases) {
      const { gone, is_service, power_status, server } = facts
      await sql('delete from pdu_connection')
      await sql('update pdu_port set gone = $1, is_service = $2, power_status = $3', [gone, is_service, power_status])
      await sql('update server set is_protected = $1 where id = $2', [server?.is_protected ?? false, fed])
      const cable = server
        ? (await sql('insert into pdu_connection (server_id, pdu_port_id) values ($1, 1) returning id', [fed])).rows[0]
            .id
        : 0
      const answer =
        action === 'connect'
          ? await post('/pdu_connection', { server_id: free, pdu_port_id: 1 })
          : action === 'disconnect'
            ? await dc.api.admin.delete(`/dci/v3/pdu_connection/${cable}`)
            : action === 'service' || action === 'free'
              ? await post('/pdu/1/port/1/service', { is_service: action === 'service' })
              : await post(`/pdu/1/port/1/${action}`)
      agrees(answer, whyNotOutlet(action, facts), { action, ...facts })
    }
  })
})

describe('a port of a switch', () => {
  const connected = [null, ...serverLifecycle.states.map((state) => ({ state }))]
  // A port is not both, which the database sees to.
  const marks = [
    { is_uplink: false, is_service: false },
    { is_uplink: true, is_service: false },
    { is_uplink: false, is_service: true },
  ]
  const cases: PortFacts[] = both.flatMap((gone) =>
    marks.flatMap((mark) =>
      connected.flatMap((server) => [null, {}].map((provisioning) => ({ gone, ...mark, server, provisioning }))),
    ),
  )
  it.each(portActions)('%s', async (action) => {
    const free = await addServer()
    const there = await addServer()
    const post = (path: string, body: object = {}) => dc.api.admin.post(`/dci/v3${path}`, body)
    const at = '/switch/1/port/1'
    for (const facts of cases) {
      const { gone, is_uplink, is_service, server, provisioning } = facts
      await sql('delete from switch_connection')
      await sql('delete from operation_port')
      if (provisioning)
        await sql(
          'insert into operation_port (switch_port_id, vlan, before_vlan, before_trunk) values (1, 900, 10, false)',
        )
      await sql('update switch_port set gone = $1, is_uplink = $2, is_service = $3', [gone, is_uplink, is_service])
      await sql('update server set state = $1 where id = $2', [server?.state ?? 'active', there])
      const cable = server
        ? (await sql('insert into switch_connection (server_id, switch_port_id) values ($1, 1) returning id', [there]))
            .rows[0].id
        : 0
      const calls = {
        on: () => post(`${at}/on`),
        off: () => post(`${at}/off`),
        edit: () => post(at, { note: 'n' }),
        vlan: () => post(at, { vlan_id: 20 }),
        connect: () => post('/switch_connection', { server_id: free, switch_port_id: 1 }),
        disconnect: () => dc.api.admin.delete(`/dci/v3/switch_connection/${cable}`),
        uplink: () => post(`${at}/uplink`, { is_uplink: true }),
        noUplink: () => post(`${at}/uplink`, { is_uplink: false }),
        service: () => post(`${at}/service`, { is_service: true }),
        noService: () => post(`${at}/service`, { is_service: false }),
      }
      agrees(await calls[action](), whyNotPort(action, facts), { action, ...facts })
    }
  })
})

describe('a server', () => {
  it('is deleted, suspended and resumed as the rules say, by administrators alone', async () => {
    const { pool } = dc.api.database
    await pool.query("insert into cluster (id, name, virtualization_type) values (1, 'c', 'dummy')")
    await pool.query("insert into node (id, name, cluster_id, ip) values (1, 'n1', 1, '192.0.2.9')")
    for (const action of ['delete', 'suspend', 'resume'] as const)
      for (const state of serverLifecycle.states)
        for (const is_protected of both)
          for (const isNode of both)
            for (const who of [dc.api.admin, dc.api.ann]) {
              await pool.query('update server set node_id = null')
              const given = { state, is_protected, node_id: isNode ? 1 : null, owner_id: dc.api.ann.id }
              const id = await addServer(given)
              const path = `/dci/v3/server/${id}`
              const answer = await (action === 'delete' ? who.delete(path) : who.post(`${path}/${action}`))
              const asker = { isAdmin: who === dc.api.admin }
              const why = whyNotServer(action, { state, is_protected, node: isNode ? {} : null }, asker)
              agrees(answer, why, { action, ...given, ...asker })
            }
  })

  it('is changed in every state, whatever it is', async () => {
    const calls = {
      edit: (id: number) => dc.api.admin.post(`/dci/v3/server/${id}`, { note: 'n' }),
      owner: (id: number) => dc.api.admin.post(`/dci/v3/server/${id}/owner`, { owner: dc.api.bob.id }),
      node: (id: number) => dc.api.admin.post(`/dci/v3/server/${id}/node`, { node: null }),
      maintenance: (id: number) => dc.api.admin.post(`/dci/v3/server/${id}/maintenance`, { maintenance: true }),
      protect: (id: number) => dc.api.admin.post(`/dci/v3/server/${id}`, { is_protected: true }),
    } as const
    for (const [action, ask] of Object.entries(calls))
      for (const state of serverLifecycle.states)
        for (const is_protected of both) {
          const id = await addServer({ state, is_protected })
          const why = whyNotServer(action as keyof typeof calls, { state, is_protected }, { isAdmin: true })
          agrees(await ask(id), why, { action, state, is_protected })
        }
  })

  it('shows its console to whom the rules let', async () => {
    for (const type of [null, ...ipmiTypes])
      for (const state of serverLifecycle.states)
        for (const who of [dc.api.admin, dc.api.ann]) {
          const id = await addServer({ state, owner_id: dc.api.ann.id })
          if (type)
            await dc.api.database.prisma.ipmi.create({
              data: { server_id: id, type, ip: '127.0.0.1', port: 9, username: 'a', password: '' },
            })
          const kind = type === 'ipmi' || type === null ? 'sol' : 'vnc'
          const answer = await who.post(`/dci/v3/server/${id}/console`, { kind })
          const facts = { state, is_protected: false, ipmi: type ? { type } : null }
          const asker = { isAdmin: who === dc.api.admin }
          agrees(answer, whyNotServer('console', facts, asker), { type, state, ...asker })
        }
  })
})
