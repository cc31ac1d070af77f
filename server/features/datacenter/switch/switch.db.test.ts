import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
let rack = 0
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
})
afterAll(() => dc.close())

const get = async (path: string) => (await dc.api.admin.get(path)).body

describe('switches', () => {
  it('are polled when they are added, and show their ports', async () => {
    const { id, path, model } = await dc.addSwitch({ rack, unit: 1, name: 'leaf-1', location: 'row 1' })
    const { body, headers } = await dc.api.admin.get(path)
    expect(body).toMatchObject({
      id,
      name: 'leaf-1',
      hostname: 'leaf-1',
      device: 'snmp_common',
      ip: '127.0.0.1',
      status: 'ok',
      fault: null,
      total_port: 8,
      using_port: 0,
      unit: 1,
      size: 1,
      face: 'front',
      depth: 'full',
      host_key: null,
      rack: { id: rack, size: 42 },
      location: { id: dc.location, name: 'Frankfurt' },
      snmp_params: { version: 'snmp_v2c', community: '' },
      ssh_params: {},
      netconf_params: {},
      secrets_set: ['snmp_params.community'],
      server_connection: [],
      additional_info: { model: 'SIM-8', location: 'row 1' },
    })
    expect(body.last_update).toBe(body.last_success_update)
    expect(body.last_update).toMatch(/^\d{4}-.*Z$/)
    expect(JSON.stringify(body)).not.toContain('private')
    expect(headers.get('etag')).toBe('"1"')
    const { list, size } = await get(`${path}/port?orderby=if_index desc`)
    expect(size).toBe(8)
    expect(list[0]).toMatchObject({
      switch: id,
      switch_name: 'leaf-1',
      if_index: '8',
      name: 'port8',
      speed: '1G',
      speed_type: '1G',
      duplex: 'full',
      admin_status: 'up',
      oper_status: 'up',
      connection_type: 'free',
      connection_id: '',
      server: null,
      vlan_id: 10,
      is_trunk: false,
      trunk_members: [],
      task_id: null,
      fault: null,
      gone: false,
    })
    expect((await get(`${path}/port/${list[0].id}`)).if_index).toBe('8')
    expect(model.ports).toHaveLength(8)
  })

  it('keep ports that vanish, and find them again', async () => {
    const { path, model, ports } = await dc.addSwitch({ rack, unit: 2 })
    const last = `${path}/port/${ports[7]}`
    await dc.made(dc.api.admin.post(last, { note: 'the printer' }))
    const [port] = model.ports.splice(7, 1)
    expect(await dc.done(dc.api.admin.post(`${path}/poll`))).toMatchObject({ status: 'complete', name: 'switch_poll' })
    expect(await get(last)).toMatchObject({ gone: true, oper_status: 'unknown', note: 'the printer' })
    expect((await get(path)).total_port).toBe(7)
    model.ports.push(port!)
    await dc.done(dc.api.admin.post(`${path}/poll`))
    expect(await get(last)).toMatchObject({ gone: false, oper_status: 'up', note: 'the printer' })
  })

  it('say why they cannot be read', async () => {
    const { path, agent, id } = await dc.addSwitch({ rack, unit: 3 })
    await dc.made(dc.api.admin.post(path, { snmp_params: { community: 'guess' } }))
    const poll = await dc.prisma.task.findFirstOrThrow({ where: { registry_id: id }, orderBy: { id: 'desc' } })
    expect(await dc.ended(poll.id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/community/) })
    const wrong = await get(path)
    expect(wrong).toMatchObject({
      status: 'fail',
      fault: expect.stringMatching(/does not answer over SNMP.*community/),
    })
    expect(wrong.last_update > wrong.last_success_update).toBe(true)
    expect(wrong.total_port).toBe(8)
    // An empty secret leaves the one that is kept; the right one heals.
    await dc.made(dc.api.admin.post(path, { snmp_params: { community: '' } }))
    await dc.made(dc.api.admin.post(path, { snmp_params: { community: 'private' } }))
    expect(await dc.done(dc.api.admin.post(`${path}/poll`))).toMatchObject({ status: 'complete' })
    expect(await get(path)).toMatchObject({ status: 'ok', fault: null })
    await agent.close()
    expect(await dc.done(dc.api.admin.post(`${path}/poll`))).toMatchObject({ status: 'failed' })
    const none = { version: 'snmp_v3', security_username: 'u', security_level: 'auth_with_privacy', auth_password: 'x' }
    expect(await dc.refused(dc.api.admin.post(path, { snmp_params: none }), 400)).toMatch(/privacy password/)
  })

  it('never tell their secrets', async () => {
    const { rows } = await dc.api.database.pool.query(
      `select (select json_agg(w) from net_switch w)::text || (select json_agg(t) from task t)::text
           || (select json_agg(a) from audit a)::text || (select json_agg(c) from change c)::text as everything`,
    )
    expect(rows[0].everything).toContain('leaf-1')
    expect(rows[0].everything).not.toMatch(/"private"|guess/)
  })

  it('are polled once, however often it is asked for', async () => {
    const { path } = await dc.addSwitch({ rack, unit: 4 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => dc.api.admin.post(`${path}/poll`)))
    for (const { status } of answers) expect(status).toBe(200)
    for (const { body } of answers) await dc.ended(body.task)
    expect(new Set(answers.map(({ body }) => body.task)).size).toBeLessThan(8)
    expect((await get(path)).status).toBe('ok')
  })

  it('are polled again when it is asked for while a poll runs, which may have read that already', async () => {
    const { id, path } = await dc.addSwitch({ rack, unit: 30 })
    const ask = async () => (await dc.api.admin.post(`${path}/poll`)).body.task as number
    const free = await dc.hold('switch', id)
    const first = await ask()
    const status = async () => (await dc.prisma.task.findFirstOrThrow({ where: { consul_id: first } })).status
    await expect.poll(status).toBe('running')
    const second = await ask()
    expect(second).not.toBe(first)
    expect(await ask()).toBe(second)
    free()
    for (const task of [first, second]) expect(await dc.ended(task)).toMatchObject({ status: 'complete' })
  })

  it('are refused where something stands, and move within their rack', async () => {
    const add = (name: string, unit: number) =>
      dc.api.admin.post('/dci/v3/switch', { name, ip: '192.0.2.1', device: 'snmp_common', rack, unit, size: 1 })
    expect(await dc.refused(add('x', 1), 409)).toMatch(/unit 1 is taken by switch leaf-1/)
    expect(await dc.refused(add('leaf-1', 20), 409)).toBe('A switch named leaf-1 already exists')
    const id = await dc.made(add('mover', 20))
    await dc.made(dc.api.admin.post(`/dci/v3/switch/${id}`, { unit: 22, note: 'moved' }))
    const units = (await get(`/dci/v3/rack/${rack}/unit`)).list
    expect([units[19].busy_space, units[21].busy_space]).toEqual([0, 1])
    await dc.made(dc.api.admin.delete(`/dci/v3/switch/${id}`))
    expect((await get(`/dci/v3/rack/${rack}/unit`)).list[21].busy_space).toBe(0)
    expect((await get('/dci/v3/switch/supported')).list).toContainEqual(
      expect.objectContaining({ name: 'vendorB_without_els', protocol: ['netconf', 'ssh', 'snmp'] }),
    )
  })

  it('take readings of external programs', async () => {
    const { path, ports } = await dc.addSwitch({ rack, unit: 5 })
    const given = [
      { if_index: '1', description: 'told', oper_status: 'down' },
      { if_index: '900', name: 'ae0', speed: '40G' },
    ]
    await dc.made(dc.api.admin.post(`${path}/info`, { switch_port_info: given }))
    expect(await get(`${path}/port/${ports[0]}`)).toMatchObject({
      description: 'told',
      oper_status: 'down',
      admin_status: 'up',
    })
    expect((await get(`${path}/port?where=name EQ 'ae0'`)).list).toMatchObject([{ if_index: '900', speed: '40G' }])
    expect(await dc.refused(dc.api.admin.post(`${path}/info`, { switch_port_info: [{ note: 'x' }] }), 400)).toMatch(
      /if_index/,
    )
    expect(
      await dc.refused(
        dc.api.admin.post(`${path}/info`, { switch_port_info: [{ if_index: '1', ip: '192.0.2.7' }] }),
        400,
      ),
    ).toMatch(/ip is a field of the switch/)
    await dc.made(dc.api.admin.post(`${path}/port/${ports[1]}/info`, { admin_status: 'testing' }))
    expect((await get(`${path}/port/${ports[1]}`)).admin_status).toBe('testing')
  })

  it('do not answer because of a report that has read nothing', async () => {
    const { id, path, ports, agent } = await dc.addSwitch({ rack, unit: 6 })
    await agent.close()
    await dc.prisma.net_switch.update({ where: { id }, data: { status: 'fail', fault: 'silent' } })
    await dc.prisma.switch_port.update({ where: { id: ports[0]! }, data: { gone: true } })
    const port = () => dc.prisma.switch_port.findUniqueOrThrow({ where: { id: ports[0]! } })
    const [before, then] = [await get(path), await port()]
    const empty = [
      {},
      { switch_port_info: [] },
      { switch_port_info: [{ if_index: '1' }, { if_index: '2', note: 'n' }] },
    ]
    for (const body of empty) await dc.made(dc.api.admin.post(`${path}/info`, body))
    await dc.made(dc.api.admin.post(`${path}/port/${ports[0]}/info`, {}))
    const { status, last_update, last_success_update } = before
    expect(await get(path)).toMatchObject({ status: 'fail', last_update, last_success_update })
    expect(await port()).toEqual(then)
    expect((await get(`${path}/port/${ports[1]}`)).note).toBe('n')
    expect(status).toBe('fail')
    await dc.made(dc.api.admin.post(`${path}/info`, { switch_port_info: [{ if_index: '1', oper_status: 'down' }] }))
    expect((await get(path)).status).toBe('ok')
    expect((await port()).gone).toBe(false)
  })
})
