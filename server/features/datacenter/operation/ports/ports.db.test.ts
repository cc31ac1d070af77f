import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { switchDriver } from '../../../../drivers/switch/registry.ts'
import type { SwitchConnection } from '../../../../drivers/switch/types.ts'
import { SnmpSession } from '../../../../protocols/snmp/session.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import { msg } from '../../../../shared/text.ts'
import { pollSwitch } from '../../poll/poll-switch.ts'
import { putBack } from './back.ts'
import { putIntoProvisioning } from './into.ts'
import { access, PROVISIONING, portsFixture } from './ports-fixture.ts'
import { portsBackWhenAnswering } from './task.ts'

let t: Awaited<ReturnType<typeof portsFixture>>
beforeAll(async () => {
  t = await portsFixture()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const OWN = access(10)
const TRUNK = { ...OWN, tagged: [20, 30] }
const THERE = access(PROVISIONING)
const into = (operation: { id: number; server_id: number }) => putIntoProvisioning(operation, PROVISIONING, soon())
const back = ({ id }: { id: number }) => putBack({ operation_id: id }, soon(), [])
const portOf = async (n: number) =>
  (await t.api.admin.get(`/dci/v3/switch/${t.leaf}/port/${t.ports[n - 1]}`)).body as Record<string, unknown>

/** The connections to switches that are made from now on, with what happens before each call. */
function calls(before: (name: string) => Promise<void> | void) {
  const driver = switchDriver('snmp_common')
  const connect = driver.connect.bind(driver)
  vi.spyOn(driver, 'connect').mockImplementation((target) => {
    const device = connect(target)
    return new Proxy(device, {
      get(of, name) {
        const value = of[name as keyof SwitchConnection] as unknown
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          await before(String(name))
          return value.apply(of, given)
        }
      },
    })
  })
}

it('ports are in the provisioning VLAN while an operation holds them, and then as they were', async () => {
  const operation = await t.begun(await t.wired(1, 3))
  await into(operation)
  expect([t.has(1), t.has(2), t.has(3)]).toEqual([THERE, OWN, THERE])
  expect(await portOf(3)).toMatchObject({
    ...{ vlan_id: PROVISIONING, is_trunk: false },
    provisioning: {
      ...{ operation: operation.id, vlan: PROVISIONING, fault: null },
      before: { vlan_id: 10, is_trunk: true, trunk_members: [20, 30] },
    },
  })
  expect(await back(operation)).toEqual({ left: null, failed: null })
  expect([t.has(1), t.has(3)]).toEqual([OWN, TRUNK])
  expect(await portOf(3)).toMatchObject({ vlan_id: 10, is_trunk: true, trunk_members: [20, 30], provisioning: null })
  expect(await t.held()).toBe(0)
})

it('wherever a worker dies, ports are put back by the next one, and what they had is noted before it is changed', async () => {
  const dead = new Error('killed')
  let died = 0
  const server_id = await t.wired(4, 5)
  for (let n = 1; ; n++) {
    const operation = await t.begun(server_id)
    let left = n
    calls((name) => {
      if (name === 'setPortVlan' || name === 'readPortVlan') if (--left === 0) throw dead
    })
    const whole = async () => {
      await into(operation)
      await back(operation)
    }
    const fault = await whole().catch((thrown: unknown) => thrown)
    vi.restoreAllMocks()
    if (fault) {
      expect(fault).toBe(dead)
      died++
      // Every second one is taken over from the beginning, as a task is that is repeated.
      if (n % 2 === 0) await into(operation)
      await back(operation)
    }
    expect([t.has(4), t.has(5), await t.held()]).toEqual([OWN, OWN, 0])
    if (!fault) break
  }
  // Each of two ports is read and set, and read and set again.
  expect(died).toBe(8)
})

it('a change that was cut off in the middle is taken back as a whole, whatever the device shows of it', async () => {
  const server_id = await t.wired(14, 3)
  let cut = 0
  for (let n = 1; ; n++) {
    const operation = await t.begun(server_id)
    let left = n
    const set = SnmpSession.prototype.set
    const spied = vi.spyOn(SnmpSession.prototype, 'set').mockImplementation(async function (
      this: SnmpSession,
      ...given
    ) {
      if (left <= 0) throw new Error('killed')
      left--
      await set.apply(this, given)
      if (left === 0) throw new Error('killed')
    })
    const whole = async () => {
      await into(operation)
      await back(operation)
    }
    await whole().catch(() => {})
    const isCut = left === 0
    spied.mockRestore()
    if (isCut) cut++
    await back(operation)
    expect([t.has(14), t.has(3), await t.held()], `cut after ${n} exchanges`).toEqual([OWN, TRUNK, 0])
    if (!isCut) break
  }
  console.info(`${cut} places where a change was cut off`)
  expect(cut).toBeGreaterThan(8)
})

it('what others have changed meanwhile is left as it is, and said at the port and in the list of problems', async () => {
  const operation = await t.begun(await t.wired(6))
  await into(operation)
  const device = switchDriver('snmp_common').connect({
    ...{ address: '127.0.0.1', ssh: null, netconf: null, host_key: null },
    snmp: { version: 'snmp_v2c', community: 'private', port: await portOfAgent() },
  })
  const { if_index } = (await portOf(6)) as { if_index: string }
  await device.setPortVlan(if_index, { vlan_id: 55, is_trunk: false, trunk_members: [] }, soon())
  device.close()
  const { left, failed } = await back(operation)
  expect(left).toMatch(/port6 of leaf was changed meanwhile and is left as it is, with VLAN 55: .* it had VLAN 10/)
  expect(failed).toBeNull()
  expect([t.has(6), await t.held()]).toEqual([access(55), 0])
  expect(await portOf(6)).toMatchObject({ fault: left, vlan_id: 55, provisioning: null })
  expect(await problems()).toMatchObject([{ kind: 'port', part: 'port6', cause: left }])
  await t.api.database.prisma.switch_port.updateMany({ data: { fault: null } })
})
const portOfAgent = async () =>
  (
    (await t.api.database.prisma.net_switch.findUniqueOrThrow({ where: { id: t.leaf } })).snmp_params as {
      port: number
    }
  ).port
const problems = async () =>
  (await t.api.admin.get(`/vm/v3/problem?entity=switch&id=${t.leaf}`)).body.list.filter(
    ({ kind }: { kind: string }) => kind === 'port' || kind === 'provisioning',
  )

describe('a switch that is away', () => {
  it('keeps its ports as a problem with what they should be, until the button mends it', async () => {
    const operation = await t.begun(await t.wired(7))
    await into(operation)
    await t.away()
    const { failed } = await back(operation)
    expect(failed).toMatch(/port7 of leaf is still in the provisioning VLAN 900 and should have VLAN 10: .*SNMP/)
    // As long as the operation is under way, that will be tried by itself.
    expect(await problems()).toEqual([])
    await t.api.database.prisma.operation.update({
      where: { id: operation.id },
      data: { status: 'fail', ended_at: new Date() },
    })
    expect(await problems()).toMatchObject([{ kind: 'provisioning', severity: 'fault', part: 'port7', cause: failed }])
    const mend = () => t.api.admin.post(`/dci/v3/switch/${t.leaf}/ports_back`)
    t.startWorker()
    const first = await mend()
    expect(await t.ended(first.body.task)).toMatchObject({ status: 'failed', error: expect.stringContaining('port7') })
    await t.back()
    expect(await t.ended((await mend()).body.task)).toMatchObject({ status: 'complete' })
    await t.stopWorker()
    expect([t.has(7), await t.held(), await problems()]).toEqual([OWN, 0, []])
    expect(await mend()).toMatchObject({ status: 409 })
    expect((await t.api.ann.post(`/dci/v3/switch/${t.leaf}/ports_back`)).status).toBe(403)
    expect((await t.api.admin.post('/dci/v3/switch/9999/ports_back')).status).toBe(404)
  })

  it('has its ports put back when it answers again, and is asked more and more seldom while it refuses', async () => {
    const { prisma } = t.api.database
    const operation = await t.begun(await t.wired(12))
    await into(operation)
    await t.away()
    await back(operation)
    const ended = { status: 'fail', ended_at: new Date() }
    const poll = () => pollSwitch(t.leaf, soon())
    const tasks = () =>
      prisma.task.findMany({
        where: { name: 'switch_ports_back', registry_id: t.leaf, input: { path: ['by_itself'], equals: true } },
        orderBy: { id: 'asc' },
      })
    await expect(poll()).rejects.toThrow()
    await t.back()
    // The operation would do it itself as long as it is under way.
    await poll()
    expect(await tasks()).toEqual([])
    await prisma.operation.update({ where: { id: operation.id }, data: ended })
    calls((name) => {
      if (name === 'setPortVlan') throw new PanelError('device_rejected', msg`No`)
    })
    await poll()
    t.startWorker()
    expect(await t.ended((await tasks())[0]?.consul_id ?? 0)).toMatchObject({ status: 'complete' })
    await t.stopWorker()
    await poll()
    expect(await tasks()).toHaveLength(1)
    const row = () => prisma.operation_port.findUniqueOrThrow({ where: { switch_port_id: t.ports[11] ?? 0 } })
    expect(await row()).toMatchObject({ tries: 1, fault: expect.stringContaining('port12') })
    const due = { retry_at: new Date(Date.now() - 1000) }
    await prisma.operation_port.updateMany({ data: { ...due, tries: 20 } })
    await poll()
    expect(((await row()).retry_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000)
    vi.restoreAllMocks()
    t.startWorker()
    expect(await t.ended((await tasks())[1]?.consul_id ?? 0)).toMatchObject({ status: 'complete' })
    await t.stopWorker()
    expect([t.has(12), await t.held(), await problems()]).toEqual([OWN, 0, []])
    await poll()
    expect(await tasks()).toHaveLength(2)
  })

  it('is not asked for ever', async () => {
    const { prisma } = t.api.database
    const operation = await t.begun(await t.wired(13))
    await into(operation)
    await prisma.operation.update({ where: { id: operation.id }, data: { status: 'fail', ended_at: new Date() } })
    await prisma.operation_port.updateMany({ data: { tries: 53 } })
    expect(await portsBackWhenAnswering(t.leaf)).toBe(false)
    await prisma.operation_port.updateMany({ data: { tries: 52 } })
    expect(await portsBackWhenAnswering(t.leaf)).toBe(true)
    expect(await portsBackWhenAnswering(t.leaf)).toBe(false)
    const task = await prisma.task.findFirstOrThrow({ where: { name: 'switch_ports_back' }, orderBy: { id: 'desc' } })
    t.startWorker()
    expect(await t.ended(task.consul_id)).toMatchObject({ status: 'complete' })
    await t.stopWorker()
    expect(t.has(13)).toEqual(OWN)
  })

  it('gives its ports to the next operation, which puts back what they had before the first', async () => {
    const [first, next] = [await t.begun(await t.wired(8)), await t.begun(await t.server())]
    await into(first)
    await t.api.database.prisma.switch_connection.updateMany({
      where: { server_id: first.server_id },
      data: { server_id: next.server_id },
    })
    await into(next)
    expect(await back(first)).toEqual({ left: null, failed: null })
    expect(t.has(8)).toEqual(THERE)
    await back(next)
    expect([t.has(8), await t.held()]).toEqual([OWN, 0])
  })
})

it('VLANs of a port that is held are refused in words, its note is not, and it does not count as a difference', async () => {
  const operation = await t.begun(await t.wired(9))
  const at = `/dci/v3/switch/${t.leaf}/port/${t.ports[8]}`
  await t.api.database.prisma.switch_port.update({
    where: { id: t.ports[8] ?? 0 },
    data: { wanted_vlan: 10, wanted_trunk: false, wanted_members: [] },
  })
  await into(operation)
  for (const body of [{ vlan_id: 20 }, { is_trunk: true, trunk_members: [5] }, { note: 'n', vlan_id: 20 }])
    expect(await t.refused(t.api.admin.post(at, body), 409)).toMatch(/port9 is in the provisioning VLAN 900/)
  expect((await t.api.admin.post(at, { note: 'n' })).status).toBe(200)
  expect((await t.api.admin.get(`/dci/v3/switch/${t.leaf}/drift`)).body.list).toEqual([])
  expect((await t.api.admin.post(`${at}/drift/enforce`, { kind: 'vlan' })).status).toBeGreaterThanOrEqual(400)
  await back(operation)
  expect((await t.api.admin.post(at, { vlan_id: 10 })).status).toBe(200)
})

it('a change that was asked for before is waited for', async () => {
  const operation = await t.begun(await t.wired(10))
  const at = `/dci/v3/switch/${t.leaf}/port/${t.ports[9]}`
  const { body } = await t.api.admin.post(at, { vlan_id: 20 })
  const moved = into(operation)
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  await moved
  await t.stopWorker()
  expect(t.has(10)).toEqual(THERE)
  await back(operation)
  expect(t.has(10)).toEqual(access(20))
})

it('a port that could not be put back is not touched', async () => {
  const operation = await t.begun(await t.wired(11))
  const driver = switchDriver('snmp_common')
  const connect = driver.connect.bind(driver)
  vi.spyOn(driver, 'connect').mockImplementation((target) =>
    Object.assign(connect(target), {
      readPortVlan: async () => ({ if_index: '11', vlan_id: null, is_trunk: true, trunk_members: [20] }),
    }),
  )
  await expect(into(operation)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('port11') })
  expect([t.has(11), await t.held()]).toEqual([OWN, 0])
})

it('the cable of a controller is left alone', async () => {
  const operation = await t.begun(await t.wired(12, 13))
  await t.api.database.prisma.switch_connection.updateMany({
    where: { switch_port_id: t.ports[12] ?? 0 },
    data: { is_ipmi_connection: true },
  })
  await into(operation)
  expect([t.has(12), t.has(13)]).toEqual([THERE, OWN])
  await back(operation)
})

it('a link aggregation is moved instead of its members, and an uplink never', async () => {
  const { prisma } = t.api.database
  const server_id = await t.wired(15, 16)
  const lag = await prisma.switch_port.findUniqueOrThrow({ where: { id: t.ports[13] ?? 0 } })
  await prisma.switch_port.updateMany({
    where: { id: { in: [t.ports[14] ?? 0, t.ports[15] ?? 0] } },
    data: { aggregate: lag.if_index },
  })
  const operation = await t.begun(server_id)
  await into(operation)
  expect([t.has(14), t.has(15), t.has(16), await t.held()]).toEqual([THERE, OWN, OWN, 1])
  await back(operation)
  expect([t.has(14), await t.held()]).toEqual([OWN, 0])
  await prisma.switch_port.update({ where: { id: lag.id }, data: { is_uplink: true } })
  await expect(into(operation)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('uplink') })
  expect([t.has(14), await t.held()]).toEqual([OWN, 0])
})

it('the setting takes numbers of VLANs, from administrators', async () => {
  for (const vlan of [0, 4095, 1.5])
    expect(await t.setVlan(vlan)).toMatchObject({ status: 400, body: { error: { value: 'provisioning_vlan' } } })
  const path = `/dci/v3/location/${t.site}`
  expect((await t.api.ann.post(`${path}/provisioning_vlan`, { provisioning_vlan: 5 })).status).toBe(403)
  expect((await t.setVlan(null)).status).toBe(200)
  expect((await t.api.admin.get(path)).body.provisioning_vlan).toBeNull()
  await t.setVlan(PROVISIONING)
  expect((await t.api.admin.get(path)).body.provisioning_vlan).toBe(PROVISIONING)
})
