import { bootClasses, IGNORED, requireMac, reservationClasses } from './classes.ts'
import type { KeaConfig } from './client.ts'
import type { DhcpServices, DhcpSubnet, KeaPlaces, Reservation } from './types.ts'

/** Seconds that an address of the boot range is leased for. */
export const RANGE_SECONDS = 600

/** Names that go into answers: of others some clients make file names, and Kea rejects some packets. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * The whole configuration of a location's DHCP server (Kea 2.2 to 2.6, ARM "The DHCPv4 Server"). Of known clients only those with a ticket get a
 * boot file; unknown ones get no answer, not even a rejection, unless `discovery` is on and they are not ignored.
 */
export function renderKea(services: DhcpServices, places: KeaPlaces): KeaConfig {
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
      'client-classes': bootClasses(services),
      subnet4: services.subnets.map((subnet) => renderSubnet(services, subnet)),
      loggers: [{ name: 'kea-dhcp4', severity: 'INFO', output_options: [renderLog(places.log)] }],
    },
  }
}

const renderLog = (output: string) => (output === 'stdout' ? { output } : { output, maxsize: 4 << 20, maxver: 2 })

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
    pools: subnet.range === null ? [] : [{ pool: `${subnet.range.first} - ${subnet.range.last}` }],
    reservations: [
      ...subnet.reservations.map((client) => renderReservation(subnet.id, client)),
      ...(services.discovery ? ignoredIn(subnet, services.ignored ?? []) : []),
    ],
  }
}

/** Reservations of those that are ignored; Kea takes no two for one client. */
function ignoredIn(subnet: DhcpSubnet, ignored: readonly string[]): object[] {
  const known = new Set(subnet.reservations.map(({ mac }) => mac.toLowerCase()))
  const others = new Set(ignored.map((mac) => mac.toLowerCase()).filter((mac) => !known.has(mac)))
  return [...others].map((mac) => {
    requireMac(mac)
    return { 'hw-address': mac, 'client-classes': [IGNORED] }
  })
}

function renderReservation(subnet: number, client: Reservation): object {
  return {
    'hw-address': client.mac,
    ...(client.ip === null ? {} : { 'ip-address': client.ip }),
    ...(client.hostname !== null && hostName.test(client.hostname) ? { hostname: client.hostname } : {}),
    'client-classes': reservationClasses(subnet, client),
  }
}
