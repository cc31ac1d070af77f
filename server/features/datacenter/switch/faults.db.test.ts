import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { switchDrivers } from '../../../drivers/switch/registry.ts'
import type { PortReading, SwitchConnection, SwitchInventory } from '../../../drivers/switch/types.ts'
import { quote } from '../../../shared/text.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { pollSwitch } from './poll.ts'
import { storeInventory } from './store.ts'

const reading = (if_index: string, change: Partial<PortReading> = {}): PortReading => ({
  if_index,
  name: `p${if_index}`,
  description: '',
  alias: '',
  type: 6,
  speed: '1G',
  speed_type: '1G',
  speed_mbps: 1000,
  duplex: 'full',
  admin_status: 'up',
  oper_status: 'up',
  mac: null,
  ...change,
})
const system = {
  name: 'fake',
  description: '',
  location: '',
  contact: '',
  object_id: '',
  uptime_s: 1,
  model: '',
  serial: '',
  firmware: '',
}
const inventory = (...ports: PortReading[]): SwitchInventory => ({ system, ports })

/** A switch that does whatever a test wants. */
const device = {
  vlan: 1,
  at_once: 0,
  most_at_once: 0,
  ports: [reading('1'), reading('2'), reading('3')],
  host_key: null as string | null,
  trouble: {} as Partial<Record<keyof SwitchConnection, () => Promise<never> | Promise<void>>>,
}
async function act<T>(name: keyof SwitchConnection, then: () => T): Promise<T> {
  device.most_at_once = Math.max(device.most_at_once, ++device.at_once)
  try {
    await device.trouble[name]?.()
    await new Promise((resolve) => setImmediate(resolve))
    return then()
  } finally {
    device.at_once--
  }
}
const portOf = (if_index: string) => ({
  at: new Date(),
  port: device.ports.find((port) => port.if_index === if_index) ?? reading(if_index),
})
const connection = (): SwitchConnection => ({
  get host_key() {
    return device.host_key
  },
  close: () => {},
  readInventory: () => act('readInventory', () => inventory(...device.ports)),
  readCounters: () => Promise.reject(new Error('not asked for')),
  readTables: () =>
    act('readTables', () => ({
      vlans: [],
      neighbours: [],
      macs: [],
      aggregates: [],
      missing: [],
      faults: [],
      port_vlans: device.ports.map(({ if_index }) => ({
        if_index,
        vlan_id: device.vlan,
        is_trunk: false,
        trunk_members: [],
      })),
    })),
  readPort: (if_index) => act('readPort', () => portOf(if_index).port),
  readPortVlan: (if_index) =>
    act('readPortVlan', () => ({ if_index, vlan_id: device.vlan, is_trunk: false, trunk_members: [] })),
  setAdminStatus: (if_index, admin_status) =>
    act('setAdminStatus', () => {
      device.ports = device.ports.map((port) => (port.if_index === if_index ? { ...port, admin_status } : port))
      return portOf(if_index)
    }),
  setAlias: (if_index) => act('setAlias', () => portOf(if_index)),
  setPortVlan: (if_index, change) =>
    act('setPortVlan', () => {
      device.vlan = change.vlan_id
      return { at: new Date(), vlan: { if_index, ...change } }
    }),
  createVlan: async () => {},
  deleteVlan: async () => {},
  setSpeedDuplex: (if_index) => act('setSpeedDuplex', () => portOf(if_index)),
})

for (const driver of switchDrivers) vi.spyOn(driver, 'connect').mockImplementation(connection)
afterAll(() => void vi.restoreAllMocks())

let dc: DeviceFixture
let id = 0
let ports: number[] = []
const path = () => `/dci/v3/switch/${id}`
const at = (number: number) => `${path()}/port/${ports[number - 1]}`
const get = async (where: string) => (await dc.api.admin.get(where)).body
const post = (where: string, body?: object) => dc.api.admin.post(where, body)
const fails = (code: 'device_rejected' | 'device_unreachable', words: string) => () =>
  Promise.reject(new PanelError(code, quote(words)))

beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  const rack = await dc.addRack()
  const body = {
    name: 'odd',
    ip: '192.0.2.1',
    device: 'snmp_common',
    rack,
    unit: 1,
    size: 1,
    snmp_params: dc.snmp_params,
  }
  id = await dc.made(post('/dci/v3/switch', body))
  await dc.done(post(`${path()}/poll`))
  ports = (await dc.prisma.switch_port.findMany({ where: { switch_id: id }, orderBy: { id: 'asc' } })).map(
    (port) => port.id,
  )
  expect(ports).toHaveLength(3)
})
beforeEach(() => {
  device.trouble = {}
})
afterAll(() => dc.close())

describe('a switch that misbehaves', () => {
  it('half changed: the row has what was done, and why the rest was not', async () => {
    device.trouble = { setSpeedDuplex: fails('device_rejected', 'The switch rejected the change: no such medium') }
    expect(await dc.done(post(at(1), { vlan_id: 77, speed: '10M' }))).toMatchObject({ status: 'failed' })
    expect(await get(at(1))).toMatchObject({
      vlan_id: 77,
      speed: '1G',
      fault: expect.stringMatching(/no such medium/),
      task_id: null,
    })
    device.trouble = {}
    await dc.done(post(at(1), { vlan_id: 1 }))
    expect(await get(at(1))).toMatchObject({ vlan_id: 1, fault: null })
  })

  it('gone silent: the row keeps what was known', async () => {
    const silent = fails('device_unreachable', 'The switch at 192.0.2.1 does not answer over SNMP')
    device.trouble = { setAdminStatus: silent, readPort: silent, readInventory: silent, readTables: silent }
    expect(await dc.done(post(`${at(2)}/off`))).toMatchObject({ status: 'failed', error_code: 'device_unreachable' })
    expect(await get(at(2))).toMatchObject({
      admin_status: 'up',
      fault: expect.stringMatching(/does not answer/),
      task_id: null,
    })
    expect(await dc.done(post(`${path()}/poll`))).toMatchObject({ status: 'failed' })
    expect(await get(path())).toMatchObject({
      status: 'fail',
      fault: expect.stringMatching(/does not answer/),
      total_port: 3,
    })
  })

  it('met by a fault of ours: no internals are shown', async () => {
    device.trouble = { setAdminStatus: () => Promise.reject(new TypeError('community private is undefined')) }
    expect(await dc.done(post(`${at(2)}/off`))).toMatchObject({ status: 'failed', error_code: 'internal' })
    expect((await get(at(2))).fault).toMatch(/^Internal error in step admin_status; the log of the panel has the cause/)
  })

  it('full of strange texts: they are kept as far as a database keeps texts', async () => {
    const strange = { name: 'a\u0000b', alias: `<script>\ud800${'x'.repeat(2000)}`, mac: null }
    device.ports = [reading('1'), reading('2'), reading('3', strange)]
    expect(await dc.done(post(`${path()}/poll`))).toMatchObject({ status: 'complete' })
    const { name, description } = await get(at(3))
    expect(name).toBe('a\ufffdb')
    expect(description.startsWith('<script>\ufffdx')).toBe(true)
    device.ports = [reading('1'), reading('2'), reading('3')]
  })

  it('that is asked for much at once is spoken to by one at a time', async () => {
    device.most_at_once = 0
    const answers = await Promise.all(
      [1, 2, 3, 1, 2, 3].map((number, n) => post(`${at(number)}/${n < 3 ? 'off' : 'on'}`)),
    )
    answers.push(await post(`${path()}/poll`))
    for (const { body } of answers) expect(await dc.ended(body.task)).toMatchObject({ status: 'complete' })
    expect(device.most_at_once).toBe(1)
    const rows = (await get(`${path()}/port`)).list
    expect(rows.map((row: { admin_status: string }) => row.admin_status)).toEqual(
      device.ports.map((port) => port.admin_status),
    )
  })

  it('that is being read is changed when that is over', async () => {
    let free = () => {}
    device.trouble = { readInventory: () => new Promise<void>((resolve) => (free = resolve)) }
    device.most_at_once = 0
    const reading = pollSwitch(id, AbortSignal.timeout(60_000))
    await dc.until(async () => device.at_once === 1)
    const { body } = await post(`${at(1)}/off`)
    const begun = { task_id: body.task, name: 'admin_status' }
    await dc.until(() => dc.prisma.task_step.findFirst({ where: begun }))
    device.trouble = {}
    free()
    await reading
    expect(await dc.ended(body.task)).toMatchObject({ status: 'complete' })
    expect(device.most_at_once).toBe(1)
    // What was read before the change does not replace it.
    expect(await get(at(1))).toMatchObject({ admin_status: 'down' })
    await dc.done(post(`${at(1)}/on`))
  })

  it('whose port became an uplink while its change waited leaves it alone', async () => {
    let free = () => {}
    device.trouble = { setAdminStatus: () => new Promise<void>((resolve) => (free = resolve)) }
    const first = await post(`${at(1)}/on`)
    const second = await post(at(2), { vlan_id: 99 })
    await dc.until(async () => device.at_once === 1)
    await dc.made(post(`${at(2)}/uplink`, { is_uplink: true }))
    device.trouble = {}
    free()
    expect(await dc.ended(first.body.task)).toMatchObject({ status: 'complete' })
    expect(await dc.ended(second.body.task)).toMatchObject({ status: 'failed', error: expect.stringMatching(/uplink/) })
    expect(device.vlan).not.toBe(99)
    await dc.made(post(`${at(2)}/uplink`, { is_uplink: false }))
  })

  it('read before a change: the old reading does not replace the new one', async () => {
    const before = new Date()
    await dc.done(post(`${at(1)}/off`))
    await transaction(async (work) => {
      await storeInventory(work, id, inventory(reading('1'), reading('2')), before)
      return true
    })
    expect(await get(at(1))).toMatchObject({ admin_status: 'down' })
    expect(await get(at(3))).toMatchObject({ gone: true })
    await dc.done(post(`${path()}/poll`))
    expect(await get(at(3))).toMatchObject({ gone: false })
  })

  it('shows its host key once, until it has another address', async () => {
    device.host_key = 'SHA256:first'
    await dc.done(post(`${path()}/poll`))
    device.host_key = 'SHA256:second'
    await dc.done(post(`${path()}/poll`))
    expect((await get(path())).host_key).toBe('SHA256:first')
    await dc.made(post(path(), { ip: '192.0.2.2' }))
    await dc.done(post(`${path()}/poll`))
    expect((await get(path())).host_key).toBe('SHA256:second')
  })

  it('that was removed meanwhile leaves no task behind', async () => {
    let free = () => {}
    device.trouble = { readInventory: () => new Promise<void>((resolve) => (free = resolve)) }
    const poll = await post(`${path()}/poll`)
    const change = await post(`${at(1)}/on`)
    await dc.until(async () => device.at_once === 1)
    await dc.made(dc.api.admin.delete(path()))
    device.trouble = {}
    free()
    for (const { body } of [poll, change]) expect(await dc.ended(body.task)).toMatchObject({ status: 'failed' })
    expect(await dc.prisma.switch_port.count({ where: { switch_id: id } })).toBe(0)
  })
})
