import { afterAll, beforeAll, expect, it } from 'vitest'
import { someCard } from '../../../domain/hardware-report/report-fixture.ts'
import { bootedFixture } from '../operation/booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
let made = 0
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

/** A switch of the location that announces itself by its name, with ports xe-0/0/0 to 5. */
async function aSwitch(location_id = t.site) {
  const { prisma } = t.api.database
  const n = ++made
  const rack = await prisma.rack.create({ data: { location_id, name: `r${n}`, size: 42 } })
  const data = {
    rack_id: rack.id,
    unit: 1,
    name: `rack-switch-${n}`,
    hostname: `sw-${n}`,
    device: 'snmp_common',
    ip: `192.0.2.${n}`,
    location_id,
    size: 1,
  }
  const { id } = await prisma.net_switch.create({ data })
  const ports = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      prisma.switch_port.create({
        data: {
          switch_id: id,
          if_index: String(500 + at),
          name: `xe-0/0/${at}`,
          mac: `52:54:00:ee:0${n}:0${at}`,
          is_uplink: at === 5,
        },
      }),
    ),
  )
  return { id, system: `sw-${n}`, chassis: `52:54:00:ee:0${n}:00`, ports: ports.map((port) => port.id) }
}

/** A server whose cards hear these neighbours, the first of them by the card it boots from. */
async function heard(neighbours: ({ system?: string; chassis?: string; port: string } | null)[]) {
  const server = await t.server()
  const { mac = '' } = (await t.reportOf(server)).nics[0] ?? {}
  const nics = neighbours.map((lldp, at) =>
    someCard(at === 0 ? mac : `02:aa:00:00:${String(server).padStart(2, '0')}:0${at}`, {
      ...{ name: `eth${at}`, lldp: lldp && { chassis: '', system: '', ...lldp } },
    }),
  )
  const report = await t.diagnosed(server, await t.reportOf(server, { nics }))
  const path = `/dci/v3/server/${server}/hardware_report/${report}/cable`
  return {
    server,
    nics,
    path,
    states: async () => (await t.api.admin.get(path)).body.list.map((one: { state: string }) => one.state),
    accept: (at: number) => t.api.admin.post(path, { mac: nics[at]?.mac }),
    ports: async () =>
      (
        await t.api.database.prisma.switch_connection.findMany({ where: { server_id: server }, orderBy: { id: 'asc' } })
      ).map((one) => one.switch_port_id),
  }
}

it('finds the port by system name or chassis, and by name, number or address of the port', async () => {
  const { system, chassis } = await aSwitch()
  const elsewhere = await aSwitch(t.location)
  const one = await heard([
    { system, port: 'xe-0/0/0' },
    { chassis, port: '501' },
    { system: system.toUpperCase(), port: chassis.replace(/0$/, '2').toUpperCase() },
    { system, port: 'xe-9/9/9' },
    { system: elsewhere.system, port: 'xe-0/0/0' },
    { system, port: 'xe-0/0/5' },
    null,
  ])
  expect(await one.states()).toEqual(['new', 'new', 'new', 'unknown', 'unknown', 'closed', 'silent'])
})

it('takes over a new cable, and one that was moved, once', async () => {
  const { system, ports } = await aSwitch()
  const one = await heard([
    { system, port: 'xe-0/0/1' },
    { system, port: 'xe-0/0/3' },
  ])
  await t.api.admin.post('/dci/v3/switch_connection', { server_id: one.server, switch_port_id: ports[2] })
  await t.api.admin.post('/dci/v3/switch_connection', { server_id: one.server, switch_port_id: ports[1] })
  expect(await one.states()).toEqual(['same', 'differs'])
  expect(await one.accept(0)).toMatchObject({ status: 400, body: { error: { value: 'mac' } } })
  expect(await one.accept(1)).toMatchObject({ status: 200, body: { id: expect.any(Number) } })
  expect(await one.states()).toEqual(['same', 'same'])
  expect(await one.ports()).toEqual([ports[1], ports[3]])
  expect((await one.accept(1)).status).toBe(400)
  const again = await Promise.all([one.accept(1), one.accept(1)])
  expect(again.map(({ status }) => status)).toEqual([400, 400])
})

it('takes away of several connections only what the card had, or what all of them are exchanged for', async () => {
  const { system, ports } = await aSwitch()
  const connect = (server: number, at: number) =>
    t.made(t.api.admin.post('/dci/v3/switch_connection', { server_id: server, switch_port_id: ports[at] }))
  // One of two was moved, and nobody knows which: the other card announces nothing.
  const unsure = await heard([{ system, port: 'xe-0/0/0' }, null])
  await connect(unsure.server, 1)
  await connect(unsure.server, 2)
  expect((await t.api.admin.get(unsure.path)).body).toMatchObject({
    list: [{ state: 'new', known: null }, { state: 'silent' }],
    unconfirmed: [{ id: ports[1] }, { id: ports[2] }],
  })
  expect((await unsure.accept(0)).status).toBe(200)
  expect(await unsure.ports()).toEqual([ports[1], ports[2], ports[0]])
  await t.api.database.prisma.switch_connection.deleteMany()
  // An earlier report knows which one it had.
  const nics = unsure.nics.map((card, at) => ({
    ...card,
    lldp: at === 0 ? { chassis: '', system, port: 'xe-0/0/4' } : null,
  }))
  await connect(unsure.server, 0)
  await connect(unsure.server, 2)
  const report = await t.diagnosed(unsure.server, await t.reportOf(unsure.server, { nics }))
  const path = `/dci/v3/server/${unsure.server}/hardware_report/${report}/cable`
  expect((await t.api.admin.get(path)).body).toMatchObject({
    list: [{ state: 'differs', port: { id: ports[4] }, known: { id: ports[0] } }, { state: 'silent' }],
    unconfirmed: [{ id: ports[2] }],
  })
  await t.api.admin.post(path, { mac: nics[0]?.mac })
  expect(await unsure.ports()).toEqual([ports[2], ports[4]])
})

it('takes over several cables of one switch, each alone, in any order and all at once', async () => {
  for (const order of [[0, 1], [1, 0], 'at once', 'at once', 'at once'] as const) {
    const { system, ports } = await aSwitch()
    const one = await heard([
      { system, port: 'xe-0/0/0' },
      { system, port: 'xe-0/0/1' },
    ])
    for (const at of [2, 3])
      await t.api.admin.post('/dci/v3/switch_connection', { server_id: one.server, switch_port_id: ports[at] })
    expect(await one.states()).toEqual(['differs', 'differs'])
    const taken =
      order === 'at once'
        ? await Promise.all([one.accept(0), one.accept(1)])
        : [await one.accept(order[0]), await one.accept(order[1])]
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(await one.ports())).toEqual(new Set([ports[0], ports[1]]))
    expect(await one.states()).toEqual(['same', 'same'])
  }
})

it('of many who take over the same cable one succeeds', async () => {
  const { system, ports } = await aSwitch()
  const one = await heard([{ system, port: 'xe-0/0/4' }])
  const answers = await Promise.all(Array.from({ length: 8 }, () => one.accept(0)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await one.ports()).toEqual([ports[4]])
})

it('leaves the port of another server alone', async () => {
  const { system, ports } = await aSwitch()
  const [one, other] = [await heard([{ system, port: 'xe-0/0/0' }]), await t.server()]
  await t.api.admin.post('/dci/v3/switch_connection', { server_id: other, switch_port_id: ports[0] })
  expect((await t.api.admin.get(one.path)).body.list).toMatchObject([{ state: 'taken', server: { id: other } }])
  expect((await one.accept(0)).status).toBe(400)
  expect(await one.ports()).toEqual([])
})

it('takes cables from the last report only, and for administrators', async () => {
  const { system } = await aSwitch()
  const one = await heard([{ system, port: 'xe-0/0/0' }])
  await t.diagnosed(one.server, await t.reportOf(one.server))
  expect(await one.accept(0)).toMatchObject({ status: 409 })
  expect(await t.api.ann.post(one.path, { mac: '02:00:00:00:00:01' })).toMatchObject({ status: 403 })
})
