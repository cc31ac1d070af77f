import type { DhcpSubnet, Reservation } from './types.ts'

/** A client that is known in a segment: `home` is the network whose address, and whose way to boot files, it gets there. */
export type Client = Reservation & { home: DhcpSubnet }

/** Networks whose clients ask in the same place: those of one interface. Behind relays each network is by itself. */
export type Segment = { interface: string | null; subnets: DhcpSubnet[] }

export function segmentsOf(subnets: readonly DhcpSubnet[]): Segment[] {
  const near = new Map<string, Segment>()
  const all: Segment[] = []
  for (const subnet of subnets) {
    const name = 'interface' in subnet.via ? subnet.via.interface : null
    const known = name === null ? undefined : near.get(name)
    if (known) {
      known.subnets.push(subnet)
      continue
    }
    const segment: Segment = { interface: name, subnets: [subnet] }
    all.push(segment)
    if (name !== null) near.set(name, segment)
  }
  return all
}

/** Of several subnets at an interface Kea looks at the first alone, unless they are one shared network. */
export const isShared = ({ subnets }: Segment): boolean => subnets.length > 1

/** The network that clients get an address of which have none of their own: the first with a range. */
export const openNetwork = ({ subnets }: Segment): DhcpSubnet | undefined =>
  subnets.find(({ ranges }) => ranges.length > 0) ?? subnets[0]

/** Clients of a segment by their MAC address, each at the first network in which it has an address of its own. */
export function clientsOf(segment: Segment): Map<string, Client> {
  const clients = new Map<string, Client>()
  const open = openNetwork(segment)
  for (const subnet of segment.subnets)
    for (const client of subnet.reservations) {
      const mac = client.mac.toLowerCase()
      const before = clients.get(mac)
      if (before && (before.ip !== null || client.ip === null)) continue
      clients.set(mac, { ...client, home: client.ip === null ? (open ?? subnet) : subnet })
    }
  return clients
}
