import type { SimulatedDebian } from '../../peers/debian/debian.ts'
import { keaInForce } from '../../peers/debian/kea.ts'
import { servedAs } from '../../peers/debian/leases.ts'
import { webAnswer } from '../../peers/debian/web.ts'
import type { DhcpOffer, Segment } from './types.ts'

type Named = { name?: string; 'boot-file-name'?: string }

/** What servers reach of a control host: its DHCP server, by the configuration that is in force there, and its web server. */
export const segmentOf = (host: SimulatedDebian): Segment => ({
  ask: (request) => webAnswer(host, request),
  offer(mac): DhcpOffer | null {
    const { Dhcp4 = {} } = keaInForce(host) ?? {}
    const served = servedAs(Dhcp4, mac)
    if (!served) return null
    // The class of iPXE among those that its reservation puts the client into.
    const names = (served.own['client-classes'] ?? []).map((name) => `${name}-ipxe`)
    const boot = ((Dhcp4['client-classes'] ?? []) as Named[]).find(({ name = '' }) => names.includes(name))
    return {
      address: served.address,
      script: boot?.['boot-file-name'] ?? null,
      server: served.subnet['next-server'] ?? '',
    }
  },
})
