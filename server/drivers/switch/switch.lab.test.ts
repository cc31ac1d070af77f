import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentLab, inDevice, type LabDevice, labDevices } from '../../../e2e/lab/api.ts'
import { labSignIn } from '../../../e2e/lab/device.ts'
import { soon } from '../../shared/testing/soon.ts'
import type { SnmpParams } from '../snmp-params.ts'
import { switchContract } from './contract.ts'
import { switchDriver } from './registry.ts'
import type { SwitchConnection, SwitchTarget } from './types.ts'

const lab = currentLab()
const [real] = labDevices(lab, 'switch')
const [vendorB] = labDevices(lab, 'vendor_b')
if (!real || !vendorB) throw new Error('These tests need a lab with a switch: lab.ts up --switches 1')
const { readCommunity, writeCommunity, authPassword, privacyPassword, netconf } = labSignIn

const v2c = (community: string): SnmpParams => ({ version: 'snmp_v2c', community })
const target = (device: LabDevice, snmp: SnmpParams): SwitchTarget => ({
  address: device.address,
  snmp,
  ssh: null,
  netconf: device.kind === 'vendor_b' ? netconf : null,
  host_key: null,
})

const host = (number: number) => `192.0.2.${number}`
/** Whether packets go from one host behind the switch to another; each port has its own. */
async function ping(from: number, to: number): Promise<boolean> {
  const inside = ['ip', 'netns', 'exec', `h${from}`]
  // What address resolution learned while the way was closed would keep it closed.
  await inDevice(real!, [...inside, 'ip', 'neighbour', 'flush', 'dev', 'eth0'])
  const { code } = await inDevice(real!, [...inside, 'ping', '-q', '-c', '4', '-i', '0.25', '-W', '1', host(to)])
  return code === 0
}
const numberOf = (port: string) => Number(port.slice(1))

switchContract('snmpd and Open vSwitch', {
  driver: switchDriver('snmp_common'),
  target: () => target(real, v2c(writeCommunity)),
  ports: ['p1', 'p2'],
  vlans: { existing: 10, fresh: 777, tagged: 888 },
  neighbour: { port: 'p1', system_name: 'server1' },
  refusals: [
    {
      what: 'a wrong community',
      target: () => target(real, v2c('guess')),
      code: 'device_unreachable',
      words: /does not answer over SNMP.*community/,
    },
    {
      what: 'an unknown user',
      target: () => target(real, { version: 'snmp_v3', security_username: 'nobody' }),
      code: 'device_rejected',
      words: /does not know this user/,
    },
  ],
  traffic: async (port) => {
    const flood = ['ping', '-q', '-c', '20', '-i', '0.01', '-s', '1000', host(3)]
    await inDevice(real, ['ip', 'netns', 'exec', `h${numberOf(port)}`, ...flood])
  },
  passes: (port) => ping(numberOf(port), 3),
  connected: () => ping(1, 2),
})

switchContract('vendor B over NETCONF', {
  driver: switchDriver('vendorB_without_els'),
  target: () => target(vendorB, v2c(readCommunity)),
  ports: ['ge-0/0/0', 'ge-0/0/1'],
  vlans: { existing: 10, fresh: 777, tagged: 888 },
  neighbour: { port: 'ge-0/0/0', system_name: 'server1' },
  refusals: [],
})

describe('a real agent', () => {
  let device: SwitchConnection
  let p3 = ''
  let p4 = ''
  beforeAll(async () => {
    device = switchDriver('snmp_common').connect(target(real, v2c(writeCommunity)))
    const { ports } = await device.readInventory(soon())
    p3 = ports.find((port) => port.name === 'p3')?.if_index ?? ''
    p4 = ports.find((port) => port.name === 'p4')?.if_index ?? ''
  })
  afterAll(() => device.close())

  const auth = (auth_protocol: 'MD5' | 'SHA') => ({ auth_protocol, auth_password: authPassword })
  const both = (auth_protocol: 'MD5' | 'SHA', privacy_protocol: 'DES' | 'AES') => ({
    ...auth(auth_protocol),
    security_level: 'auth_with_privacy' as const,
    privacy_protocol,
    privacy_password: privacyPassword,
  })
  test.each<[string, Partial<SnmpParams>]>([
    ['plain', { security_level: 'no_auth_or_privacy' }],
    ['md5', { security_level: 'auth_without_privacy', ...auth('MD5') }],
    ['sha', { security_level: 'auth_without_privacy', ...auth('SHA') }],
    ['md5des', both('MD5', 'DES')],
    ['md5aes', both('MD5', 'AES')],
    ['shades', both('SHA', 'DES')],
    ['shaaes', both('SHA', 'AES')],
  ])('is read with version 3 as %s, and written where it allows that', async (security_username, params) => {
    const connection = switchDriver('snmp_common').connect(
      target(real, { version: 'snmp_v3', security_username, ...params }),
    )
    const { system, ports } = await connection.readInventory(soon())
    expect(system.name).toBe('switch1')
    expect(ports.some((port) => port.name === 'p4')).toBe(true)
    const attempt = connection.setAlias(p4, `by ${security_username}`, soon())
    if (['plain', 'md5'].includes(security_username)) {
      await expect(attempt).rejects.toMatchObject({
        code: 'device_rejected',
        message: expect.stringMatching(/write access/),
      })
    } else await attempt
    connection.close()
  })

  test.each<[string, Partial<SnmpParams>, RegExp]>([
    ['authentication', { ...both('SHA', 'AES'), auth_password: 'wrong-password' }, /Wrong authentication password/],
    ['privacy', { ...both('SHA', 'AES'), privacy_password: 'wrong-password' }, /does not answer|Wrong privacy/],
  ])('says that the %s password is wrong', async (_what, params, words) => {
    const connection = switchDriver('snmp_common').connect(
      target(real, { version: 'snmp_v3', security_username: 'shaaes', ...params }),
    )
    await expect(connection.readInventory(soon())).rejects.toThrow(words)
    connection.close()
  })

  test('is read with version 1', async () => {
    const connection = switchDriver('snmp_common').connect(
      target(real, { version: 'snmp_v1', community: readCommunity }),
    )
    expect((await connection.readInventory(soon())).system.name).toBe('switch1')
    expect((await connection.readTables(soon())).port_vlans).toHaveLength(real.ports)
    connection.close()
  })

  test('shows what was changed by hand', async () => {
    const byHand = ['ovs-vsctl', '--db=unix:/run/ovs/db.sock', 'set', 'port', 'p3']
    const vlanOf = async () => (await device.readTables(soon())).port_vlans.find((port) => port.if_index === p3)
    await inDevice(real, [...byHand, 'tag=99'])
    await expect.poll(async () => (await vlanOf())?.vlan_id, { timeout: 30_000 }).toBe(99)
    await device.setPortVlan(p3, { vlan_id: 10, is_trunk: false, trunk_members: [] }, soon())
    expect(await vlanOf()).toMatchObject({ vlan_id: 10, is_trunk: false })
    expect(await ping(3, 4)).toBe(true)
    await device.deleteVlan(99, soon())
  })

  test('learns addresses of those who speak', async () => {
    await ping(3, 4)
    const { stdout } = await inDevice(real, ['ip', 'netns', 'exec', 'h4', 'cat', '/sys/class/net/eth0/address'])
    const mac = stdout.trim()
    await expect
      .poll(async () => (await device.readTables(soon())).macs.find((each) => each.mac === mac), {
        timeout: 30_000,
      })
      .toMatchObject({ if_index: p4, vlan_id: 10 })
  })
})
