import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bmcContract, guidPin } from '../../../drivers/bmc/contract.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import type { IpmiPeer } from '../../peers/ipmi/serve.ts'
import { serveBmc, simulatedBmc } from './bmc.ts'

const driver = bmcDriver('ipmi')
const machine = simulatedBmc({ name: 'srv1', username: 'admin', password: 'a password of twenty' })
let peer: IpmiPeer
let old: IpmiPeer
let gone: number
const target = () => ({ address: '127.0.0.1', port: peer.port, username: 'admin', password: 'a password of twenty' })

beforeAll(async () => {
  machine.users.push({ id: 3, name: 'viewer', password: 'view', privilege: 2, enabled: true })
  peer = await serveBmc(machine, {})
  old = await serveBmc(machine, { suites: [15] })
  const closed = await serveBmc(machine, {})
  gone = closed.port
  await closed.close()
})
afterAll(async () => {
  await peer.close()
  await old.close()
})

bmcContract('a simulated controller', {
  driver,
  target,
  running: async () => machine.on,
  boot: async () => machine.boot?.device ?? 'none',
  sensor: { name: 'FAN1', kind: 'Fan', unit: 'rpm', threshold: 25_200 },
  serial: machine.fru.toString('latin1').match(/SN[0-9A-F]{8}/)![0],
  identity: guidPin,
  console: { type: 'root\rno\r', comes: 'Login incorrect' },
  refusals: [
    { what: 'password', target: () => ({ ...target(), password: 'no' }), code: 'device_rejected', words: /password/ },
    { what: 'user', target: () => ({ ...target(), username: 'no' }), code: 'device_rejected', words: /know this user/ },
    {
      what: 'privilege',
      target: () => ({ ...target(), username: 'viewer', password: 'view' }),
      code: 'device_rejected',
      words: /operator or administrator/,
    },
    {
      what: 'cipher suites',
      target: () => ({ ...target(), port: old.port }),
      code: 'device_rejected',
      words: /no cipher suite in common/,
    },
    {
      what: 'port',
      target: () => ({ ...target(), port: gone }),
      code: 'device_unreachable',
      words: /does not accept IPMI connections/,
    },
  ],
})

describe('the IPMI driver', () => {
  it.each([
    [{ address: 'bmc.example' }, 'address'],
    [{ cipher: 0 }, 'cipher'],
    [{ identity: 'x' }, 'identity'],
  ])('refuses %o', (more, value) => {
    expect(() => driver.connect({ ...target(), ...more })).toThrow(expect.objectContaining({ code: 'refused', value }))
  })

  it('names sensors in the event log and tells what is critical', async () => {
    const bmc = driver.connect(target())
    const signal = AbortSignal.timeout(20_000)
    await bmc.sensors(signal)
    machine.setSensor(1, 96)
    const [last] = (await bmc.events(signal)).slice(-1)
    expect(last).toMatchObject({
      sensor: 'CPU1 Temp',
      words: 'Temperature: upper critical, going high',
      asserted: true,
    })
    expect((await bmc.sensors(signal))[0]).toMatchObject({ name: 'CPU1 Temp', value: 96, health: 'critical' })
    machine.setSensor(1, 45)
    await bmc.close()
  })
})
