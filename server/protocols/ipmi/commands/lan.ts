import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { netFn } from '../message.ts'
import { unless } from '../session.ts'
import type { Commander } from './commander.ts'

export type LanParameters = {
  address: string
  source: 'static' | 'dhcp' | 'bios' | 'other' | 'unknown'
  mac: string
  netmask: string
  gateway: string
  /** 1 to 4094, or null without a tag. */
  vlan: number | null
}

const parameter = { address: 3, source: 4, mac: 5, netmask: 6, gateway: 12, vlan: 20 } as const
const sources = ['unknown', 'static', 'dhcp', 'bios', 'other'] as const
/** The channel a request comes in on. */
const thisChannel = 0x0e

const dotted = (bytes: Buffer) => (bytes.length < 4 ? '' : [...bytes.subarray(0, 4)].join('.'))
const colons = (bytes: Buffer) =>
  bytes.length < 6
    ? ''
    : bytes
        .subarray(0, 6)
        .toString('hex')
        .replace(/..(?!$)/g, '$&:')

/** The network settings of the controller (Get LAN Configuration Parameters, IPMI 2.0, 23.2); what it lacks is empty. */
export async function lanParameters(on: Commander, signal: AbortSignal): Promise<LanParameters> {
  const read = async (number: number) => {
    const request = { netFn: netFn.transport, command: 0x02, data: Buffer.from([thisChannel, number, 0, 0]) }
    const data = await on.command(request, signal).catch(unless(null, 0x80, 0xc9, 0xcc))
    return data ? atLeast(data, 1, msg`LAN parameter`).subarray(1) : Buffer.alloc(0)
  }
  const address = await read(parameter.address)
  const source = await read(parameter.source)
  const mac = await read(parameter.mac)
  const netmask = await read(parameter.netmask)
  const gateway = await read(parameter.gateway)
  const vlan = await read(parameter.vlan)
  return {
    address: dotted(address),
    source: sources[(source[0] ?? 0) & 0x0f] ?? 'unknown',
    mac: colons(mac),
    netmask: dotted(netmask),
    gateway: dotted(gateway),
    vlan: vlan.length >= 2 && (vlan[1]! & 0x80) !== 0 ? vlan.readUInt16LE(0) & 0x0fff : null,
  }
}
