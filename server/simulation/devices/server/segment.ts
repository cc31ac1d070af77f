import { subnetsOf } from '../../../protocols/kea/subnets.ts'
import type { SimulatedDebian } from '../../peers/debian/debian.ts'
import { keaInForce } from '../../peers/debian/kea.ts'
import { webAnswer } from '../../peers/debian/web.ts'
import type { DhcpOffer, Segment } from './types.ts'

type Named = { name?: string; 'boot-file-name'?: string }
type Reserved = { 'hw-address'?: string; 'ip-address'?: string; 'client-classes'?: string[] }
type Subnet = { 'next-server'?: string; reservations?: Reserved[]; pools?: { pool?: string }[] }

/** What servers reach of a control host: its DHCP server, by the configuration that is in force there, and its web server. */
export const segmentOf = (host: SimulatedDebian): Segment => ({
  ask: (request) => webAnswer(host, request),
  offer(mac): DhcpOffer | null {
    const { Dhcp4 } = keaInForce(host) ?? {}
    const known = (subnetsOf(Dhcp4 ?? {}) as Subnet[]).flatMap((subnet) => {
      const own = subnet.reservations?.find((one) => one['hw-address']?.toLowerCase() === mac.toLowerCase())
      return own ? [{ subnet, own }] : []
    })
    // In a shared network the subnet that has its address, else one with a range.
    const found =
      known.find(({ own }) => own['ip-address']) ?? known.find(({ subnet }) => subnet.pools?.length) ?? known[0]
    if (!found) return null
    const { subnet, own } = found
    const [first = null] = subnet.pools?.[0]?.pool?.split(' - ') ?? []
    // The class of iPXE among those that its reservation puts the client into.
    const names = (own['client-classes'] ?? []).map((name) => `${name}-ipxe`)
    const boot = ((Dhcp4?.['client-classes'] ?? []) as Named[]).find(({ name = '' }) => names.includes(name))
    return {
      address: own['ip-address'] ?? first,
      script: boot?.['boot-file-name'] ?? null,
      server: subnet['next-server'] ?? '',
    }
  },
})
