import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

let dc: DeviceFixture
let rack = 0
let a: Awaited<ReturnType<DeviceFixture['addSwitch']>>
let b: Awaited<ReturnType<DeviceFixture['addSwitch']>>
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
  a = await dc.addSwitch({ rack, unit: 1, name: 'a' })
  b = await dc.addSwitch({ rack, unit: 2, name: 'b', kind: 'vendorA_snmp' })
})
afterAll(() => dc.close())

const post = (path: string, body?: object) => dc.api.admin.post(`/dci/v3${path}`, body)
const state = async (id: number) => (await dc.api.admin.get(`/dci/v3/server/${id}`)).body
const connect = (server_id: number, switch_port_id: number | undefined) =>
  dc.made(post('/switch_connection', { server_id, switch_port_id }))
const admin = (sw: typeof a, number: number) => sw.model.ports[number - 1]!.admin

describe('suspending a server', () => {
  it('takes its ports off the network, and gives back those that were on', async () => {
    const id = await dc.addServer('s1', rack, 10)
    await connect(id, a.ports[0])
    await connect(id, a.ports[1])
    await connect(id, b.ports[2])
    await dc.done(post(`/switch/${a.id}/port/${a.ports[1]}/off`))
    const free = await dc.hold('switch', a.id)
    const { body } = await post(`/server/${id}/suspend`)
    expect((await state(id)).state).toBe('suspending')
    expect(await dc.refused(post(`/server/${id}/resume`), 409)).toMatch(/is being suspended or resumed/)
    free()
    expect(await dc.ended(body.task)).toMatchObject({ status: 'complete', name: 'server_suspend' })
    expect(await state(id)).toMatchObject({ state: 'suspended', state_info: null })
    expect([admin(a, 1), admin(a, 2), admin(b, 3), admin(a, 3)]).toEqual([2, 2, 2, 1])
    expect(await dc.refused(post('/switch_connection', { server_id: id, switch_port_id: a.ports[3] }), 409)).toMatch(
      /is suspended: resume it/,
    )
    // Once more is no harm, and forgets nothing.
    expect(await dc.done(post(`/server/${id}/suspend`))).toMatchObject({ status: 'complete' })
    expect(await dc.done(post(`/server/${id}/resume`))).toMatchObject({ status: 'complete' })
    expect(await state(id)).toMatchObject({ state: 'active' })
    expect([admin(a, 1), admin(a, 2), admin(b, 3)]).toEqual([1, 2, 1])
    expect((await dc.api.admin.get(`/dci/v3/switch/${b.id}/port/${b.ports[2]}`)).body.admin_status).toBe('up')
    expect(await dc.prisma.switch_connection.count({ where: { suspended: true } })).toBe(0)
  })

  it('takes everything back when one switch does not answer', async () => {
    // Each has switches of its own, so that all wait at the same time: a switch serves one task at a time.
    const prepare = async (name: string, unit: number) => {
      const well = await dc.addSwitch({ rack, unit, name: `${name}-well` })
      const silent = await dc.addSwitch({ rack, unit: unit + 1, name: `${name}-silent`, kind: 'vendorA_snmp' })
      const id = await dc.addServer(name, rack, unit + 2)
      for (const { ports } of [well, silent]) await connect(id, ports[4])
      return { id, well, silent }
    }
    const asked = await prepare('s2', 21)
    const again = await prepare('again', 24)
    const kept = await prepare('kept', 27)
    for (const { id } of [again, kept]) await dc.done(post(`/server/${id}/suspend`))
    for (const { silent } of [asked, again, kept]) silent.agent.silent = true
    // The one that has something to take back from its silent switch finds it there again: it would try for half a minute.
    const back = dc
      .until(() => dc.prisma.task_step.findFirst({ where: { name: { startsWith: 'undo:on_' } } }))
      .then(() => {
        kept.silent.agent.silent = false
      })
    const tasks = await Promise.all([
      dc.done(post(`/server/${asked.id}/suspend`)),
      dc.done(post(`/server/${again.id}/suspend`)),
      dc.done(post(`/server/${kept.id}/resume`)),
    ])
    await back
    for (const task of tasks) expect(task).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })

    expect(await state(asked.id)).toMatchObject({
      state: 'active',
      state_info: expect.stringMatching(/does not answer|reached/),
    })
    expect(admin(asked.well, 5)).toBe(1)
    expect(await dc.prisma.switch_connection.count({ where: { server_id: asked.id, suspended: true } })).toBe(0)
    // What was suspended stays so, whatever fails.
    for (const { id, well, silent } of [again, kept]) {
      expect((await state(id)).state).toBe('suspended')
      expect([admin(well, 5), admin(silent, 5)]).toEqual([2, 2])
      expect(await dc.prisma.switch_connection.count({ where: { server_id: id, suspended: true } })).toBe(2)
    }
  })

  it('works without any cable', async () => {
    const id = await dc.addServer('s3', rack, 12)
    await dc.done(post(`/server/${id}/suspend`))
    expect((await state(id)).state).toBe('suspended')
    await dc.done(post(`/server/${id}/resume`))
    expect((await state(id)).state).toBe('active')
    expect((await post('/server/4711/suspend')).status).toBe(404)
    expect((await dc.api.ann.post(`/dci/v3/server/${id}/suspend`)).status).toBe(403)
  })
})
