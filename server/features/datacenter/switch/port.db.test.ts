import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
let rack = 0
let sw: Awaited<ReturnType<DeviceFixture['addSwitch']>>
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
  sw = await dc.addSwitch({ rack, unit: 1, name: 'leaf' })
})
afterAll(() => dc.close())

const at = (number: number) => `${sw.path}/port/${sw.ports[number - 1]}`
const get = async (path: string) => (await dc.api.admin.get(path)).body
const post = (path: string, body?: object) => dc.api.admin.post(path, body)

describe('ports', () => {
  it('are switched off and on, on the device', async () => {
    const free = await dc.hold('switch', sw.id)
    const { body } = await post(`${at(1)}/off`)
    expect(body).toMatchObject({ id: sw.ports[0], task: expect.any(Number) })
    expect(await get(at(1))).toMatchObject({ task_id: body.task, admin_status: 'up' })
    free()
    expect(await dc.ended(body.task)).toMatchObject({
      status: 'complete',
      name: 'switch_port_off',
      entity: 'switch_port',
    })
    expect(sw.model.ports[0]!.admin).toBe(2)
    expect(await get(at(1))).toMatchObject({ task_id: null, admin_status: 'down', oper_status: 'down', fault: null })
    expect(await dc.done(post(`${at(1)}/off`))).toMatchObject({ status: 'complete' })
    await dc.done(post(`${at(1)}/on`))
    expect(sw.model.ports[0]!.admin).toBe(1)
    const audited = { operation: { endsWith: '/port/{port_id}/off' } }
    const subject = { entity: 'switch_port', entity_id: sw.ports[0] }
    expect(await dc.api.database.prisma.audit.findMany({ where: audited })).toMatchObject([subject, subject])
    expect(await get(at(1))).toMatchObject({ admin_status: 'up', oper_status: 'up' })
    const history = await get(
      `/vm/v3/task?where=(entity EQ switch AND registry_id EQ ${sw.id}) OR port.switch EQ ${sw.id}`,
    )
    expect(history.list.map((task: { name: string }) => task.name)).toEqual(
      expect.arrayContaining(['switch_poll', 'switch_port_off', 'switch_port_on']),
    )
    expect((await get(`/vm/v3/task?where=port.switch EQ ${sw.id + 1000}`)).size).toBe(0)
    const tasks = await get(`/vm/v3/task?where=consul_id EQ ${body.task}`)
    expect(tasks.list).toMatchObject([{ name: 'switch_port_off', registry_name: 'leaf port1' }])
  })

  it('move between VLANs and become trunks; the note is there at once', async () => {
    const free = await dc.hold('switch', sw.id)
    const { body } = await post(at(2), { note: 'rack 3', vlan_id: 30 })
    expect(await get(at(2))).toMatchObject({ note: 'rack 3', vlan_id: 10 })
    free()
    await dc.ended(body.task)
    expect(await get(at(2))).toMatchObject({ vlan_id: 30, is_trunk: false, task_id: null })
    await dc.done(post(at(2), { is_trunk: true, trunk_members: [40, 10, 40] }))
    expect(await get(at(2))).toMatchObject({ vlan_id: 30, is_trunk: true, trunk_members: [10, 40] })
    expect(sw.model.vlans.get(40)?.egress.has(2)).toBe(true)
    await dc.done(post(at(2), { is_trunk: false }))
    expect(await get(at(2))).toMatchObject({ vlan_id: 30, is_trunk: false, trunk_members: [] })
    expect(await get(at(3))).toMatchObject({ vlan_id: 10 })
    expect((await post(at(2), { note: 'only a note' })).body).toEqual({ id: sw.ports[1] })
  })

  it('take speed and duplex', async () => {
    await dc.done(post(at(3), { speed: '100M', duplex: 'half' }))
    expect(await get(at(3))).toMatchObject({ speed: '100M', duplex: 'half', fault: null })
    await dc.done(post(at(3), { speed: 'auto' }))
    expect(sw.model.ports[2]!.auto).toBe(true)
  })

  it('show what the device says, and why, when it refuses', async () => {
    expect(await dc.done(post(at(3), { speed: '40G', duplex: 'full' }))).toMatchObject({
      status: 'failed',
      error_code: 'device_rejected',
    })
    const { fault, ...row } = await get(at(3))
    expect(fault).toMatch(/rejected the change|does not/)
    expect(row).toMatchObject({ task_id: null, admin_status: 'up', vlan_id: 10 })
    await dc.made(post(sw.path, { snmp_params: { community: 'public' } }))
    expect(await dc.done(post(`${at(3)}/off`))).toMatchObject({ status: 'failed' })
    expect(await get(at(3))).toMatchObject({ fault: expect.stringMatching(/write access/), admin_status: 'up' })
    await dc.made(post(sw.path, { snmp_params: { community: 'private' } }))
    await dc.done(post(`${at(3)}/off`))
    expect(await get(at(3))).toMatchObject({ fault: null, admin_status: 'down' })
  })

  it('keep an edit that another one follows before the device has it', async () => {
    const second = await dc.addSwitch({ rack, unit: 3 })
    const port = `${second.path}/port/${second.ports[0]}`
    const edits = [
      { is_trunk: true, trunk_members: [20, 40] },
      { vlan_id: 30 },
      { speed: '100M', duplex: 'half' },
      { duplex: 'full' },
    ]
    const tasks = []
    for (const edit of edits) tasks.push((await post(port, edit)).body.task)
    for (const task of tasks) expect(await dc.ended(task)).toMatchObject({ status: 'complete' })
    expect(await get(port)).toMatchObject({
      vlan_id: 30,
      is_trunk: true,
      trunk_members: [20, 40],
      speed: '100M',
      duplex: 'full',
      task_id: null,
    })
  })

  it('follow what the device says again once the edit before has failed', async () => {
    const second = await dc.addSwitch({ rack, unit: 4 })
    const port = `${second.path}/port/${second.ports[0]}`
    await dc.made(post(second.path, { snmp_params: { community: 'public' } }))
    expect(await dc.done(post(port, { vlan_id: 40 }))).toMatchObject({ status: 'failed' })
    await dc.made(post(second.path, { snmp_params: { community: 'private' } }))
    await dc.done(post(port, { is_trunk: true, trunk_members: [20] }))
    expect(await get(port)).toMatchObject({ vlan_id: 10, is_trunk: true, trunk_members: [20], fault: null })
  })

  it('refuse at once what makes no sense', async () => {
    const words = (body: object) => dc.refused(post(at(4), body), 400)
    expect(await words({ speed: 'unknown' })).toMatch(/unknown speed/)
    expect(await words({ duplex: 'disagree' })).toMatch(/disagree duplex/)
    expect(await words({ speed: 'auto', duplex: 'half' })).toMatch(/duplex is automatic/)
    expect(await words({ trunk_members: [5] })).toMatch(/set is_trunk/)
    expect(await words({ is_trunk: true })).toMatch(/at least one tagged VLAN/)
    expect(await words({ vlan_id: 4095 })).toMatch(/vlan_id/)
    expect((await post(`${sw.path}/port/4711`, { note: '' })).status).toBe(404)
    const other = await dc.addSwitch({ rack, unit: 2 })
    expect((await post(`${sw.path}/port/${other.ports[0]}`, { note: '' })).status).toBe(404)
  })

  it('run what is asked of one device one after the other, the last one counts', async () => {
    const answers = []
    for (const word of ['off', 'on', 'off', 'on', 'off'] as const)
      answers.push((await post(`${at(5)}/${word}`)).body.task)
    for (const task of answers) expect(await dc.ended(task)).toMatchObject({ status: 'complete' })
    expect(await get(at(5))).toMatchObject({ admin_status: 'down', task_id: null })
    expect(sw.model.ports[4]!.admin).toBe(2)
  })

  it('that are uplinks or serve something are neither connected nor, as uplinks, changed', async () => {
    await dc.made(post(`${at(6)}/uplink`, { is_uplink: true }))
    expect(await get(at(6))).toMatchObject({ connection_type: 'uplink', is_uplink: true })
    for (const [path, body] of [
      [at(6), { vlan_id: 5 }],
      [`${at(6)}/off`, {}],
      [at(6), { note: 'x' }],
    ] as const)
      expect(await dc.refused(post(path, body), 400)).toMatch(/port6 is an uplink/)
    expect(await dc.refused(post(`${at(6)}/service`, { is_service: true }), 409)).toMatch(/is an uplink: unmark it/)
    await dc.made(post(`${at(7)}/service`, { is_service: true, connection_type_info: 'camera' }))
    expect(await get(at(7))).toMatchObject({ connection_type: 'service', connection_type_info: 'camera' })
    expect(await dc.refused(post(`${at(7)}/uplink`, { is_uplink: true }), 409)).toMatch(/is a service port/)
    const server_id = await dc.addServer('s1', rack, 10)
    const connect = (number: number) =>
      post('/dci/v3/switch_connection', { server_id, switch_port_id: sw.ports[number - 1] })
    expect(await dc.refused(connect(6), 400)).toMatch(/is an uplink/)
    expect(await dc.refused(connect(7), 400)).toMatch(/is a service port/)
    await dc.made(connect(8))
    expect(await dc.refused(post(`${at(8)}/uplink`, { is_uplink: true }), 409)).toMatch(/connected to server s1/)
    expect(await dc.refused(post(`${at(8)}/service`, { is_service: true }), 409)).toMatch(/connected to server s1/)
    expect((await get(sw.path)).using_port).toBe(3)
    await dc.made(post(`${at(7)}/service`, { is_service: false }))
    await dc.made(post(`${at(6)}/uplink`, { is_uplink: false }))
    expect(await get(at(7))).toMatchObject({ connection_type: 'free', connection_type_info: '' })
  })
})
