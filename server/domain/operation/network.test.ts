import { describe, expect, it } from 'vitest'
import { installedNetwork, type NetworkPort } from './network.ts'

const [A, B, C] = ['52:54:00:00:00:0a', '52:54:00:00:00:0b', '52:54:00:00:00:0c']
const access = (vlan_id: number | null, more: Partial<NetworkPort> = {}): NetworkPort => ({
  ...{ name: 'leaf p1', mac: null, aggregate: null, vlan_id, is_trunk: false, trunk_members: [] },
  ...more,
})
const trunk = (vlan_id: number | null, trunk_members: number[], more: Partial<NetworkPort> = {}) =>
  access(vlan_id, { is_trunk: true, trunk_members, ...more })
const of = (ports: NetworkPort[], vlans: (number | null)[] = [100], macs: string[] = [A, B]) =>
  installedNetwork({
    ...{ boot_mac: A, macs, ports },
    addresses: vlans.map((vlan, at) => ({ address: `192.0.2.${at + 1}/24`, vlan })),
  })

describe('the tag of an installed system', () => {
  it.each<[string, NetworkPort[], number | null, string[]]>([
    ['the untagged VLAN of the port', [access(100)], null, []],
    ['the native VLAN of a trunk', [trunk(100, [200])], null, []],
    ['tagged on a trunk', [trunk(1, [100, 200])], 100, []],
    ['tagged on a trunk without a native one', [trunk(null, [100])], 100, []],
    ['tagged at the port that it boots by', [trunk(1, [100], { mac: A }), access(300, { name: 'leaf p2' })], 100, []],
    ['tagged at all ports', [trunk(1, [100]), trunk(2, [100])], 100, []],
    ['none that the port carries', [access(300)], null, ['missing']],
    ['left over from the time before the port was no trunk', [access(1, { trunk_members: [100] })], null, ['missing']],
    [
      'carried otherwise by another port, and it is not known which is meant',
      [access(100), trunk(1, [100])],
      null,
      ['other_ports'],
    ],
    ['of an address, and no port is known', [], null, ['no_port']],
  ])('is right for a VLAN that is %s', (_, ports, vlan, notices) => {
    const network = of(ports)
    expect(network.vlan).toBe(vlan)
    expect(network.notices.map(({ kind }) => kind)).toEqual(notices)
  })

  it('is none for addresses without a VLAN, whatever is known of ports', () => {
    for (const ports of [[], [access(7)], [trunk(1, [100])]])
      expect(of(ports, [null, 100])).toMatchObject({ vlan: null, notices: [], addresses: [{}, {}] })
    expect(of([trunk(1, [100])], [])).toEqual({ addresses: [], vlan: null, bond_mac: [], notices: [] })
  })

  it('leaves out addresses of another VLAN than the main one, and says so', () => {
    const network = of([trunk(1, [100, 200])], [100, 200, null, 100])
    expect(network.addresses.map(({ address }) => address)).toEqual(['192.0.2.1/24', '192.0.2.3/24', '192.0.2.4/24'])
    expect(network.notices).toEqual([{ kind: 'other_vlan', about: '192.0.2.2/24', vlan: 200 }])
  })
})

describe('the bond of an installed system', () => {
  const ae = (mac: string | null, aggregate = 'leaf ae0') => access(100, { mac, aggregate })
  it.each<[string, NetworkPort[], string[], string[], string[]]>([
    ['cards that are known at their ports', [ae(B), ae(A)], [A, B, C], [A, B], []],
    ['all cards, when all cables lead into one', [ae(null), ae(null)], [A, B], [A, B], []],
    ['none, when it is not known which cards they are', [ae(null), ae(A)], [A, B, C], [], ['cards']],
    ['none, when the card that it boots by is another', [ae(B), ae(C), access(100, { mac: A })], [A, B, C], [], []],
    ['none for a single member', [ae(A), access(100, { mac: B })], [A, B], [], []],
    ['none for members of different ones', [ae(A), ae(B, 'leaf ae1')], [A, B], [], []],
    ['none without an aggregation', [access(100, { mac: A }), access(100, { mac: B })], [A, B], [], []],
  ])('has %s', (_, ports, macs, bond, notices) => {
    const network = of(ports, [100], macs)
    expect(network.bond_mac).toEqual(bond)
    expect(network.notices.map(({ kind }) => kind)).toEqual(notices)
  })

  it('does not hang on how addresses of cards are spelt', () => {
    expect(of([ae(A.toUpperCase()), ae(B.toUpperCase())], [100], [A, B, C]).bond_mac).toEqual([A, B])
  })
})
