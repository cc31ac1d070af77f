import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { pduDrivers } from '../../../drivers/pdu/registry.ts'
import type { OutletPower, PduConnection, PduReading } from '../../../drivers/pdu/types.ts'
import { msg } from '../../../shared/text.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { storePduReading } from './store.ts'

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
/** A PDU of two outlets that does whatever a test wants. */
const device = {
  outlets: ['up', 'up'] as OutletPower[],
  busy: false,
  trouble: null as (() => Promise<void>) | null,
}
const reading = (outlets: OutletPower[]): PduReading => ({
  system,
  load: { current_ma: null, power_w: null },
  outlets: outlets.map((power_status, n) => ({
    identity: n + 1,
    name: '',
    power_status,
    current_ma: null,
    power_w: null,
  })),
})
const connection = (): PduConnection => ({
  close: () => {},
  read: async () => reading(device.outlets),
  readOutlets: async (identities) =>
    reading(device.outlets).outlets.filter(({ identity }) => identities.includes(identity)),
  async setOutlet(identity, power) {
    device.busy = true
    await device.trouble?.()
    const switched = device.outlets[identity - 1] !== power
    device.outlets[identity - 1] = power
    device.busy = false
    return { at: new Date(), switched, outlet: reading(device.outlets).outlets[identity - 1]! }
  },
})
for (const driver of pduDrivers) vi.spyOn(driver, 'connect').mockImplementation(connection)
afterAll(() => void vi.restoreAllMocks())

let dc: DeviceFixture
let rack = 0
let path = ''
let ports: number[] = []
const at = (number: number) => `${path}/port/${ports[number - 1]}`
const get = async (where: string) => (await dc.api.admin.get(where)).body
const post = (where: string, body?: object) => dc.api.admin.post(where, body)
const connect = (server_id: number, number: number) =>
  dc.made(post('/dci/v3/pdu_connection', { server_id, pdu_port_id: ports[number - 1] }))

beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
  const body = { name: 'odd', ip: '192.0.2.1', device: 'apc_snmp', rack, unit: 1, size: 1, snmp_params: dc.snmp_params }
  path = `/dci/v3/pdu/${await dc.made(post('/dci/v3/pdu', body))}`
  await dc.done(post(`${path}/poll`))
  ports = (await dc.prisma.pdu_port.findMany({ orderBy: { identity: 'asc' } })).map((port) => port.id)
})
beforeEach(() => {
  device.trouble = null
})
afterAll(() => dc.close())

describe('a PDU', () => {
  it('does not switch off what has become protected while the command waited', async () => {
    const server = await dc.addServer('late', rack, 10)
    await connect(server, 2)
    let free = () => {}
    device.trouble = () => new Promise<void>((resolve) => (free = resolve))
    const first = await post(`${at(1)}/on`)
    const second = await post(`${at(2)}/off`)
    expect(second.status).toBe(200)
    await dc.until(async () => device.busy)
    await dc.made(post(`/dci/v3/server/${server}`, { is_protected: true }))
    device.trouble = null
    free()
    expect(await dc.ended(first.body.task)).toMatchObject({ status: 'complete' })
    expect(await dc.ended(second.body.task)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/protected/),
    })
    expect(device.outlets).toEqual(['up', 'up'])
    expect((await get(at(2))).fault).toMatch(/feeds server late, which is protected/)
  })

  it('that took the command and then fell silent is asked again later; nothing is made up', async () => {
    device.trouble = async () => {
      device.outlets[0] = 'down'
      throw new PanelError('device_unreachable', msg`The PDU at 192.0.2.1 does not answer over SNMP`)
    }
    expect(await dc.done(post(`${at(1)}/off`))).toMatchObject({ status: 'failed' })
    expect(await get(at(1))).toMatchObject({ power_status: 'down', fault: expect.stringMatching(/does not answer/) })
  })

  it('read before a command: the old reading neither replaces the new one nor wakes the server', async () => {
    device.outlets = ['up', 'up']
    await dc.done(post(`${path}/poll`))
    const server = await dc.addServer('fed', rack, 11)
    await connect(server, 1)
    const before = new Date()
    await dc.done(post(`${at(1)}/off`))
    await transaction(async (work) => {
      await storePduReading(work, Number(path.split('/').at(-1)), reading(['up', 'up']), before)
      return true
    })
    expect((await get(at(1))).power_status).toBe('down')
    expect((await get(`/dci/v3/server/${server}`)).power_status).toBe('off')
  })

  it('without an answer for an outlet leaves the power of its server unknown', async () => {
    device.outlets = ['unknown', 'up']
    await dc.done(post(`${path}/poll`))
    const server = (await get(at(1))).server.id
    expect((await get(`/dci/v3/server/${server}`)).power_status).toBe('unknown')
    device.outlets = ['up']
    await dc.done(post(`${path}/poll`))
    expect(await get(at(2))).toMatchObject({ gone: true, power_status: 'unknown' })
    expect((await get(`/dci/v3/server/${server}`)).power_status).toBe('on')
  })
})
