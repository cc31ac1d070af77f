import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SensorAnswer } from '../../../domain/ipmi/sensor.ts'
import type { Health } from '../../../domain/problem/health.ts'
import { healthLevels } from '../../../domain/problem/kinds.ts'
import type { Problems } from '../../../domain/problem/record.ts'
import { remoteFixture } from '../../remote/remote-fixture.ts'

let lab: Awaited<ReturnType<typeof remoteFixture>>
let server: number
let ipmi: number
let plug: Awaited<ReturnType<typeof lab.addPdu>>
let net: Awaited<ReturnType<typeof lab.addSwitch>>

beforeAll(async () => {
  const { taskDefinitions } = await import('../../../task-definitions.ts')
  // Nothing is at the address of the location: its check would be a problem of its own.
  lab = await remoteFixture(taskDefinitions.filter(({ name }) => name !== 'location_check'))
  ;({ server, ipmi } = await lab.addControlled('db-01', { on: true }))
  await lab.prisma.server.update({ where: { id: server }, data: { owner_id: lab.api.ann.id } })
  net = await lab.addSwitch({ rack: lab.rack, unit: 20 })
  plug = await lab.addPdu({ rack: lab.rack, unit: 21 })
  await lab.made(lab.api.admin.post('/dci/v3/switch_connection', { server_id: server, switch_port_id: net.ports[0] }))
  await lab.made(lab.api.admin.post('/dci/v3/pdu_connection', { server_id: server, pdu_port_id: plug.ports[0] }))
})
afterAll(() => lab.close())

type Reader = { get: (path: string) => Promise<{ body: unknown }> }
const read = async (path: string, who: Reader = lab.api.admin) => (await who.get(path)).body as { health: Health }
const healthOf = async (path: string, who?: Reader) => (await read(path, who)).health
const problemsOf = async (entity: string, id: number, who: Reader = lab.api.admin) =>
  (await who.get(`/vm/v3/problem?entity=${entity}&id=${id}`)).body as Problems
const names = async (path: string, where: string) =>
  (
    (await lab.api.admin.get(`${path}?where=${encodeURIComponent(where)}&orderby=health%20desc`)).body as {
      list: { name: string }[]
    }
  ).list.map(({ name }) => name)
const longAgo = new Date(Date.now() - 3_600_000)

it('is well for what was read and has no problem, and unknown for what was not read', async () => {
  const fresh = await lab.addServer('fresh', lab.rack, 30)
  expect(await healthOf(`/dci/v3/server/${server}`)).toEqual({
    level: 'ok',
    count: 0,
    kind: null,
    cause: null,
    since: null,
  })
  expect(await healthOf(`/dci/v3/server/${fresh}`)).toMatchObject({
    level: 'unknown',
    count: 0,
    kind: 'unread',
    since: expect.any(String),
  })
  for (const path of [net.path, plug.path, `/dci/v3/ipmi/${ipmi}`])
    expect(await healthOf(path)).toMatchObject({ level: 'ok', count: 0 })
  await lab.prisma.server.delete({ where: { id: fresh } })
})

describe('a controller that is another one', () => {
  beforeAll(async () => {
    await lab.prisma.ipmi.update({
      where: { id: ipmi },
      data: { status: 'fail', status_info: { fault: 'Another answers at 192.0.2.7', identity_changed: true } },
    })
  })
  afterAll(async () => {
    await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { status: 'ok', status_info: {} } })
  })

  it('is a fault of its server and of itself, and of rack and location', async () => {
    const wrong = { level: 'fault', count: 1, kind: 'identity', cause: 'Another answers at 192.0.2.7' }
    expect(await healthOf(`/dci/v3/server/${server}`)).toMatchObject(wrong)
    expect(await healthOf(`/dci/v3/ipmi/${ipmi}`)).toMatchObject(wrong)
    const inside = { ...wrong, cause: 'db-01: Another answers at 192.0.2.7' }
    expect(await healthOf(`/dci/v3/rack/${lab.rack}`)).toMatchObject(inside)
    expect(await healthOf(`/dci/v3/location/${lab.location}`)).toMatchObject(inside)
    const { list } = await problemsOf('server', server)
    expect(list.map(({ kind }) => kind)).toEqual(['identity'])
  })

  it('is shown to its owner, without the address of the controller', async () => {
    const health = await healthOf(`/dci/v3/server/${server}`, lab.api.ann)
    expect(health).toMatchObject({ level: 'fault', count: 1, kind: 'identity' })
    expect(health).not.toHaveProperty('cause')
    const { list, faults } = await problemsOf('server', server, lab.api.ann)
    expect(faults).toBe(1)
    expect(list).toMatchObject([{ kind: 'identity', cause: null, name: 'db-01' }])
    expect((await problemsOf('server', server, lab.api.bob)).faults).toBe(0)
    const { status } = await lab.api.ann.get("/dci/v3/server?where=health.cause CP '%192%'")
    expect(status).toBe(400)
  })

  it('is found by filter and order', async () => {
    const other = await lab.addServer('aa', lab.rack, 31)
    expect(await names('/dci/v3/server', "health EQ 'fault'")).toEqual(['db-01'])
    expect(await names('/dci/v3/server', "health IN ('fault','warning')")).toEqual(['db-01'])
    expect(await names('/dci/v3/server', 'id GT 0')).toEqual(['db-01', 'aa'])
    expect(await names('/dci/v3/rack', "health EQ 'fault'")).toHaveLength(1)
    await lab.prisma.server.delete({ where: { id: other } })
  })
})

describe('what was not read lately', () => {
  it('is unknown of a switch, its ports and links, with the moment of the last reading', async () => {
    const port = `${net.path}/port/${net.ports[0]}`
    await lab.prisma.switch_port.updateMany({ where: { switch_id: net.id }, data: { seen_at: longAgo } })
    await lab.prisma.net_switch.update({
      where: { id: net.id },
      data: { status: 'fail', fault: 'No answer', last_success_update: longAgo },
    })
    expect(await healthOf(net.path)).toMatchObject({ level: 'fault', kind: 'switch', since: longAgo.toISOString() })
    const unread = { oper_status: 'unknown', read_at: longAgo.toISOString() }
    expect((await lab.api.admin.get(port)).body).toMatchObject(unread)
    const { body } = await lab.api.admin.get(`${net.path}/port?where=oper_status NEQ 'unknown'`)
    expect(body).toMatchObject({ size: 0 })
    expect((await lab.api.admin.get(`/dci/v3/server/${server}`)).body.switch_connection).toMatchObject([unread])
    // Answers, but has not been asked for an hour.
    await lab.prisma.net_switch.update({ where: { id: net.id }, data: { status: 'ok', fault: null } })
    expect(await healthOf(net.path)).toMatchObject({ level: 'unknown', kind: 'unread', since: longAgo.toISOString() })
    expect((await lab.api.admin.get(port)).body).toMatchObject(unread)
    await lab.done(lab.api.admin.post(`${net.path}/poll`))
    expect((await lab.api.admin.get(port)).body.oper_status).toBe('up')
  })

  it('is unknown of outlets, and of servers that only they tell of', async () => {
    const alone = await lab.addServer('alone', lab.rack, 32)
    await lab.made(lab.api.admin.post('/dci/v3/pdu_connection', { server_id: alone, pdu_port_id: plug.ports[1] }))
    const power = async () => (await lab.api.admin.get(`/dci/v3/server/${alone}`)).body
    expect(await power()).toMatchObject({ power_status: 'on', health: { level: 'ok' } })
    await lab.prisma.pdu_port.updateMany({ where: { pdu_id: plug.id }, data: { seen_at: longAgo } })
    await lab.prisma.pdu.update({ where: { id: plug.id }, data: { last_success_update: longAgo } })
    const found = await power()
    expect(found.health).toMatchObject({ level: 'unknown', kind: 'unread', since: longAgo.toISOString() })
    expect(found).toMatchObject({
      power_status: 'unknown',
      pdu_connections: [{ power_status: 'unknown', load_watt: null }],
    })
    expect(await names('/dci/v3/server', "power_status EQ 'unknown'")).toContain('alone')
    await plug.agent.close()
    await lab.done(lab.api.admin.post(`${plug.path}/poll`))
    expect(await power()).toMatchObject({ power_status: 'unknown', health: { level: 'unknown' } })
    expect(await healthOf(plug.path)).toMatchObject({ level: 'fault', kind: 'pdu' })
    await lab.prisma.pdu.update({
      where: { id: plug.id },
      data: { status: 'ok', status_info: {}, last_success_update: new Date() },
    })
    await lab.prisma.server.delete({ where: { id: alone } })
  })

  it('is unknown of a server whose controller was not asked, and a warning when it does not answer', async () => {
    const set = (data: object) => lab.prisma.ipmi.update({ where: { id: ipmi }, data })
    await set({ last_success_update: longAgo })
    expect((await lab.api.admin.get(`/dci/v3/server/${server}`)).body).toMatchObject({
      health: { level: 'unknown', since: longAgo.toISOString() },
      power_status: 'unknown',
      ipmi: { power_status: 'unknown', sensor_health: 'unknown' },
    })
    expect((await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body).toMatchObject({
      power_status: 'unknown',
      sensor_health: 'unknown',
      sensor_health_info: '',
      temperature: null,
    })
    const sensors = (await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/sensor`)).body as SensorAnswer
    expect(sensors.list.length).toBeGreaterThan(0)
    for (const one of sensors.list) expect(one).toMatchObject({ status: 'unknown', value: null, states: [] })
    expect(await names('/dci/v3/server', "power_status EQ 'on'")).toEqual([])
    expect(await names('/dci/v3/server', "power_status EQ 'unknown'")).toEqual(['db-01'])
    // What is not known to be on can be started, as the menu says.
    await lab.ended((await lab.api.admin.post(`/dci/v3/server/${server}/power_on`)).body.task)
    // What became of it is another matter: the PDU of its outlet is gone.
    await lab.prisma.task.updateMany({ where: { name: 'server_power_on' }, data: { dismissed: true } })
    await set({ last_success_update: longAgo })
    await set({ status: 'fail', status_info: { fault: 'No answer' } })
    expect(await healthOf(`/dci/v3/server/${server}`)).toMatchObject({ level: 'warning', kind: 'controller', count: 1 })
    await set({ status: 'ok', status_info: {}, last_success_update: new Date() })
    expect((await healthOf(`/dci/v3/server/${server}`)).level).toBe('ok')
  })
})

it('counts what the list of problems has of each object, neither more nor less', async () => {
  const { prisma } = lab
  await prisma.server.update({ where: { id: server }, data: { state_info: 'Drive 4 failed' } })
  await prisma.switch_port.update({ where: { id: net.ports[1]! }, data: { fault: 'Refused' } })
  await prisma.switch_port.update({ where: { id: net.ports[0]! }, data: { oper_status: 'down' } })
  await prisma.pdu_port.update({ where: { id: plug.ports[2]! }, data: { fault: 'Refused' } })
  const failed = { consul_id: 1, name: 'server_power_on', status: 'failed', error: 'No', ended_at: new Date() }
  await prisma.task.create({ data: { ...failed, entity: 'server', registry_id: server } })
  await prisma.task.create({ data: { ...failed, name: 'ipmi_clear_events', entity: 'ipmi', registry_id: ipmi } })
  for (const [entity, path, id] of [
    ['server', `/dci/v3/server/${server}`, server],
    ['switch', net.path, net.id],
    ['pdu', plug.path, plug.id],
  ] as const) {
    const { list, faults, warnings } = await problemsOf(entity, id)
    const health = await healthOf(path)
    expect([entity, health.count]).toEqual([entity, faults + warnings])
    expect(health.level).toBe(faults > 0 ? 'fault' : warnings > 0 ? 'warning' : 'ok')
    expect(list.every((one) => one.entity === entity && one.id === id && one.since !== null)).toBe(true)
  }
  expect((await healthOf(`/dci/v3/server/${server}`)).count).toBe(4)
  const { body } = await lab.api.admin.get('/vm/v3/problem?limit=0')
  expect(await healthOf(`/dci/v3/rack/${lab.rack}`)).toMatchObject({ count: body.faults + body.warnings })
})

it('finds by each set of levels the rows that are shown with them, and no others', async () => {
  type Row = { id: number; health: Health }
  const rows = async (path: string, where?: string) =>
    (
      (await lab.api.admin.get(`${path}?limit=500${where ? `&where=${encodeURIComponent(where)}` : ''}`)).body as {
        list: Row[]
      }
    ).list
  await lab.prisma.server.update({ where: { id: server }, data: { state_info: null } })
  const unread = await lab.addServer('unread', lab.rack, 33)
  const { ipmi: silent } = await lab.addControlled('silent')
  await lab.prisma.ipmi.update({ where: { id: silent }, data: { status: 'fail' } })
  await lab.addServer('broken', lab.rack, 35)
  await lab.prisma.server.updateMany({ where: { name: 'broken' }, data: { state_info: 'Drive 4 failed' } })
  const sets = Array.from({ length: 2 ** healthLevels.length }, (_, bits) =>
    healthLevels.filter((_, at) => bits & (1 << at)),
  ).filter((levels) => levels.length > 0)
  const seen = new Set<string>()
  for (const path of ['server', 'ipmi', 'switch', 'pdu', 'rack', 'location'].map((name) => `/dci/v3/${name}`)) {
    const all = await rows(path)
    for (const { health } of all) seen.add(health.level)
    for (const levels of sets) {
      const found = await rows(path, `health IN (${levels.map((level) => `'${level}'`).join(',')})`)
      const wanted = all.filter(({ health }) => levels.includes(health.level))
      expect([path, levels, found]).toEqual([path, levels, wanted])
    }
    const well = all.filter(({ health }) => health.level === 'ok')
    expect(await rows(path, "health EQ 'ok'")).toEqual(well)
    expect(await rows(path, "NOT health NEQ 'ok'")).toEqual(well)
    expect(await rows(path, "health EQ 'no such level'")).toEqual([])
  }
  expect([...seen].sort()).toEqual([...healthLevels].sort())
  await lab.prisma.server.deleteMany({ where: { id: unread } })
})
