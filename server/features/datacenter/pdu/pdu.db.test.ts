import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
let rack = 0
let pdu: Awaited<ReturnType<DeviceFixture['addPdu']>>
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
  pdu = await dc.addPdu({ rack, unit: 1, name: 'feed-a', kind: 'raritan_snmp' })
})
afterAll(() => dc.close())

const at = (number: number) => `${pdu.path}/port/${pdu.ports[number - 1]}`
const get = async (path: string) => (await dc.api.admin.get(path)).body
const post = (path: string, body?: object) => dc.api.admin.post(path, body)
const connect = (server_id: number, number: number) =>
  post('/dci/v3/pdu_connection', { server_id, pdu_port_id: pdu.ports[number - 1] })
const power = async (server: number) => (await get(`/dci/v3/server/${server}`)).power_status

describe('PDUs', () => {
  it('are polled when they are added, and show outlets and load', async () => {
    const body = await get(pdu.path)
    expect(body).toMatchObject({
      id: pdu.id,
      name: 'feed-a',
      device: 'raritan_snmp',
      ip: '127.0.0.1',
      status: 'ok',
      status_info: {},
      total_port: 8,
      using_port: 0,
      load_watt: 800,
      unit: 1,
      size: 1,
      face: 'front',
      rack: { id: rack },
      location: { id: dc.location },
      snmp_params: { version: 'snmp_v2c' },
      secrets_set: ['snmp_params.community'],
    })
    expect(JSON.stringify(body)).not.toContain('private')
    const { list, size } = await get(`${pdu.path}/port`)
    expect(size).toBe(8)
    expect(list[2]).toMatchObject({
      identity: 3,
      pdu: pdu.id,
      power_status: 'up',
      load_watt: 100,
      connection_type: 'free',
      note: '',
      is_service: false,
      task_id: null,
      fault: null,
      gone: false,
    })
    expect((await get('/dci/v3/pdu/supported')).list.map((one: { name: string }) => one.name)).toContain('apc_snmp')
  })

  it('switch outlets off and on; servers are as their outlets are', async () => {
    const server = await dc.addServer('db', rack, 10)
    expect(await power(server)).toBe('unknown')
    const id = await dc.made(connect(server, 1))
    await dc.made(connect(server, 2))
    expect(await power(server)).toBe('on')
    expect(await get(`/dci/v3/pdu_connection/${id}`)).toEqual({
      id,
      server,
      server_name: 'db',
      pdu: pdu.id,
      pdu_name: 'feed-a',
      pdu_port: pdu.ports[0],
      port_identity: '1',
      power_status: 'up',
      read_at: expect.any(String),
    })
    expect((await get(at(1))).server).toMatchObject({ id: server, name: 'db', rack, connection_id: id })
    const { body } = await post(`${at(1)}/off`)
    expect(body).toMatchObject({ id: pdu.ports[0], task: expect.any(Number) })
    expect(await dc.ended(body.task)).toMatchObject({ status: 'complete', name: 'pdu_port_off' })
    expect(pdu.model.outlets[0]!.on).toBe(false)
    expect(await get(at(1))).toMatchObject({ power_status: 'down', load_watt: 0, task_id: null })
    expect(await power(server)).toBe('on')
    await dc.done(post(`${at(2)}/off`))
    expect(await power(server)).toBe('off')
    // A button is pressed at the PDU: the next poll reads it.
    pdu.model.outlets[0]!.on = true
    await dc.done(post(`${pdu.path}/poll`))
    expect(await power(server)).toBe('on')
    await dc.done(post(`${at(2)}/on`))
    await dc.made(dc.api.admin.delete(`/dci/v3/pdu_connection/${id}`))
    expect(await get(at(1))).not.toHaveProperty('server')
    expect(await dc.refused(dc.api.admin.delete(pdu.path), 409)).toBe('PDU feed-a is in use by 1 server (db)')
  })

  it('power cycle an outlet, which has its power back whatever comes between', async () => {
    const seen: boolean[] = []
    pdu.model.onSwitch = ({ number, on }) => number === 5 && seen.push(on)
    setPanelSettings({ ...panelSettings(), power: { ...panelSettings().power, outlet: 0 } })
    expect(await dc.done(post(`${at(5)}/cycle`))).toMatchObject({ status: 'complete', name: 'pdu_port_cycle' })
    expect(seen).toEqual([false, true])
    expect(await get(at(5))).toMatchObject({ power_status: 'up', task_id: null, fault: null })
    // Stopped while it is off.
    setPanelSettings({ ...panelSettings(), power: { ...panelSettings().power, outlet: 60 } })
    const { body } = await post(`${at(5)}/cycle`)
    await dc.until(
      async () => (await dc.prisma.task_step.count({ where: { task_id: body.task, name: 'outlets_rest' } })) > 0,
    )
    await dc.api.admin.post(`/vm/v3/task/${body.task}/abort`)
    expect(await dc.ended(body.task)).toMatchObject({ status: 'aborted' })
    expect(seen).toEqual([false, true, false, true])
    expect(await get(at(5))).toMatchObject({ power_status: 'up', task_id: null })
    await dc.done(post(`${at(5)}/off`))
    expect(await dc.refused(post(`${at(5)}/cycle`), 409)).toBe('Outlet 5 of feed-a is off: turn it on instead')
    await dc.done(post(`${at(5)}/on`))
  })

  it('do not take power from a protected server', async () => {
    const server = await dc.addServer('kept', rack, 11)
    await dc.made(connect(server, 3))
    await dc.made(post(`/dci/v3/server/${server}`, { is_protected: true }))
    expect(await dc.refused(post(`${at(3)}/off`), 409)).toBe(
      'Outlet 3 of feed-a feeds server kept, which is protected: turn off its protection first',
    )
    expect(await dc.refused(post(`${at(3)}/cycle`), 409)).toMatch(/which is protected/)
    expect(await dc.done(post(`${at(3)}/on`))).toMatchObject({ status: 'complete' })
    expect(pdu.model.outlets[2]!.on).toBe(true)
  })

  it('have outlets that serve something else', async () => {
    await dc.made(post(`${at(4)}/service`, { is_service: true, connection_type_info: 'switch' }))
    await dc.made(post(at(4), { note: 'by the door' }))
    expect(await get(at(4))).toMatchObject({
      connection_type: 'service',
      connection_type_info: 'switch',
      note: 'by the door',
    })
    const server = await dc.addServer('other', rack, 12)
    expect(await dc.refused(connect(server, 4), 400)).toMatch(/service port/)
    await dc.made(connect(server, 5))
    expect(await dc.refused(post(`${at(5)}/service`, { is_service: true }), 409)).toMatch(/feeds server other/)
    const path = `/dci/v3/server/${server}/pdu_connection`
    expect((await dc.api.ann.get(path)).status).toBe(404)
    await dc.made(post(`/dci/v3/server/${server}/owner`, { owner: dc.api.ann.id }))
    expect((await dc.api.ann.get(path)).body).toMatchObject({ size: 1, list: [{ server, port_identity: '5' }] })
  })

  it('say why a command failed, and what is true now', async () => {
    const other = await dc.addPdu({ rack, unit: 2 }, { snmp_params: { version: 'snmp_v2c', community: 'public' } })
    const path = `${other.path}/port/${other.ports[0]}`
    expect(await dc.done(post(`${path}/off`))).toMatchObject({ status: 'failed', error_code: 'device_rejected' })
    expect(await get(path)).toMatchObject({
      power_status: 'up',
      fault: expect.stringMatching(/write access/),
      task_id: null,
    })
    await other.agent.close()
    expect(await dc.done(post(`${other.path}/poll`))).toMatchObject({ status: 'failed' })
    const { status, status_info, load_watt, total_port } = await get(other.path)
    expect({ status, load_watt, total_port }).toEqual({ status: 'fail', load_watt: null, total_port: 8 })
    expect(status_info.fault).toMatch(/PDU at 127.0.0.1/)
  })

  it('move to another rack', async () => {
    const there = await dc.addRack()
    const id = await dc.made(
      post('/dci/v3/pdu', { name: 'mover', ip: '192.0.2.9', device: 'apc_snmp', rack, unit: 30, size: 2 }),
    )
    await dc.made(post(`/dci/v3/pdu/${id}`, { rack: there, unit: 3 }))
    expect(await get(`/dci/v3/pdu/${id}`)).toMatchObject({ rack: { id: there }, unit: 3, size: 2 })
    expect((await get(`/dci/v3/rack/${rack}/unit`)).list[29].busy_space).toBe(0)
    expect(
      await dc.refused(
        post('/dci/v3/pdu', { name: 'x', ip: '192.0.2.9', device: 'nobody', rack, unit: 40, size: 1 }),
        400,
      ),
    ).toMatch(/PDUs of this kind are not supported/)
    await dc.made(dc.api.admin.delete(`/dci/v3/pdu/${id}`))
  })

  it('power one of 64 servers that want one outlet at once', async () => {
    const first = await dc.addServer('w0', rack, 20)
    const { platform_id, location_id } = await dc.prisma.server.findUniqueOrThrow({ where: { id: first } })
    const rows = Array.from({ length: 63 }, (_, n) => ({
      name: `w${n + 1}`,
      platform_id,
      location_id,
      type: 'server',
      size: 1,
    }))
    await dc.prisma.server.createMany({ data: rows })
    const servers = await dc.prisma.server.findMany({ where: { name: { startsWith: 'w' } } })
    const answers = await Promise.all(servers.map((server) => connect(server.id, 8)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = servers[answers.findIndex(({ status }) => status === 200)]!.name
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, body.error.msg]).toEqual([409, `Outlet 8 of feed-a already feeds server ${winner}`])
  })
})
