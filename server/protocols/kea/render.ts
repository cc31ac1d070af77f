import { bootClasses, IGNORED, requireMac, reservationClasses } from './classes.ts'
import type { KeaConfig } from './client.ts'
import { type Client, clientsOf, isShared, type Segment, segmentsOf } from './segments.ts'
import type { DhcpServices, DhcpSubnet, KeaPlaces } from './types.ts'

/** Seconds that an address of the boot range is leased for. */
export const RANGE_SECONDS = 600

/** Names that go into answers: of others some clients make file names, and Kea rejects some packets. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * The whole configuration of a location's DHCP server (Kea 2.2 to 2.6, ARM "The DHCPv4 Server"). Of known clients only those with a ticket get a
 * boot file; unknown ones get no answer, not even a rejection, unless `discovery` is on and they are not ignored.
 */
export function renderKea(services: DhcpServices, places: KeaPlaces): KeaConfig {
  const segments = segmentsOf(services.subnets)
  const subnets = (segment: Segment) => renderSegment(services, segment)
  return {
    Dhcp4: {
      'interfaces-config': {
        interfaces: [...services.interfaces],
        // Clients without an address are answered by frames of their own.
        'dhcp-socket-type': 'raw',
        // An interface may be without a cable when the host starts.
        'service-sockets-max-retries': 100_000,
        'service-sockets-retry-wait-time': 5000,
      },
      'control-socket': { 'socket-type': 'unix', 'socket-name': places.controlSocket },
      'lease-database': { type: 'memfile', persist: true, name: places.leaseFile, 'lfc-interval': 3600 },
      'hooks-libraries': places.leaseHook === null ? [] : [{ library: places.leaseHook }],
      'valid-lifetime': RANGE_SECONDS,
      'calculate-tee-times': true,
      authoritative: true,
      // An installed system names itself otherwise than its boot ROM did, and must get the same address.
      'match-client-id': false,
      'host-reservation-identifiers': ['hw-address'],
      'reservations-global': false,
      'reservations-in-subnet': true,
      'reservations-out-of-pool': false,
      'early-global-reservations-lookup': segments.some(isShared),
      reservations: sharedReservations(services, segments.filter(isShared)),
      'client-classes': bootClasses(services, segments),
      subnet4: segments.filter((one) => !isShared(one)).flatMap(subnets),
      'shared-networks': segments
        .filter(isShared)
        .map((one) => ({ name: String(one.interface), subnet4: subnets(one) })),
      loggers: [{ name: 'kea-dhcp4', severity: 'INFO', output_options: [renderLog(places.log)] }],
    },
  }
}

const renderLog = (output: string) => (output === 'stdout' ? { output } : { output, maxsize: 4 << 20, maxver: 2 })

/** Subnets of a segment with the reservations of clients that are looked up there. */
function renderSegment(services: DhcpServices, segment: Segment): object[] {
  const clients = clientsOf(segment)
  return segment.subnets.map((subnet) => ({
    ...renderSubnet(services, subnet),
    reservations: isShared(segment)
      ? [...clients.values()].flatMap((client) =>
          client.ip !== null && client.home === subnet ? [{ ...named(client), 'ip-address': client.ip }] : [],
        )
      : [
          ...[...clients.values()].map((client) => ({
            ...named(client),
            ...(client.ip === null ? {} : { 'ip-address': client.ip }),
            'client-classes': reservationClasses(segment, client),
          })),
          ...ignored(services, clients),
        ],
  }))
}

/**
 * Classes of the clients of shared networks. Kea gives them those of a subnet's reservation only when it has found the address: too late for the time of a
 * lease, and for all classes that depend on them (ARM, "Host Reservation Modes", early lookup).
 */
function sharedReservations(services: DhcpServices, segments: readonly Segment[]): object[] {
  const classes = new Map<string, Set<string>>()
  for (const segment of segments)
    for (const [mac, client] of clientsOf(segment)) {
      const all = classes.get(mac) ?? new Set()
      for (const name of reservationClasses(segment, client)) all.add(name)
      classes.set(mac, all)
    }
  return [
    ...[...classes].map(([mac, names]) => ({ 'hw-address': mac, 'client-classes': [...names] })),
    ...(segments.length > 0 ? ignored(services, classes) : []),
  ]
}

function renderSubnet(services: DhcpServices, subnet: DhcpSubnet): object {
  const options = [
    ...(subnet.gateway === null ? [] : [{ name: 'routers', data: subnet.gateway }]),
    ...(subnet.nameservers.length === 0 ? [] : [{ name: 'domain-name-servers', data: subnet.nameservers.join(', ') }]),
  ]
  return {
    id: subnet.id,
    subnet: subnet.cidr,
    ...('interface' in subnet.via
      ? { interface: subnet.via.interface }
      : { relay: { 'ip-addresses': [...subnet.via.relays] } }),
    'next-server': subnet.server ?? services.web.address,
    'option-data': options,
    pools: subnet.ranges.map(({ first, last }) => ({ pool: `${first} - ${last}` })),
  }
}

/** Reservations of those that are ignored; Kea takes no two for one client. */
function ignored(services: DhcpServices, known: { has(mac: string): boolean }): object[] {
  const macs = services.discovery ? (services.ignored ?? []) : []
  const others = new Set(macs.map((mac) => mac.toLowerCase()).filter((mac) => !known.has(mac)))
  return [...others].map((mac) => {
    requireMac(mac)
    return { 'hw-address': mac, 'client-classes': [IGNORED] }
  })
}

const named = ({ mac, hostname }: Client) => ({
  'hw-address': mac,
  ...(hostname !== null && hostName.test(hostname) ? { hostname } : {}),
})
