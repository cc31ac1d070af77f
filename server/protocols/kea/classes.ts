import { type Client, clientsOf, isShared, openNetwork, type Segment } from './segments.ts'
import type { DhcpServices, DhcpSubnet } from './types.ts'

/** Boot programs by TFTP, and where the web server of the control host has them as well. */
export const PROGRAMS = { bios: 'undionly.kpxe', uefiX64: 'snponly.efi', uefiArm64: 'snponly-arm64.efi' } as const
export const PROGRAMS_PATH = '/ipxe/'

/** Where clients that are not known ask for their script: it is the same for all. */
export const SEARCH_PATH = '/boot/search/script'

/** Seconds that a client has its own address for: longer than a control host is away. */
export const OWN_SECONDS = 86_400

/** 32 random bytes. */
const TICKET = /^[A-Za-z0-9_-]{43}$/
const INTERFACE = /^[\w.:@-]{1,15}$/
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i

/** Processor and firmware of a client (option 93, RFC 4578; numbers of the IANA registry): the first that it names. */
const ARCHITECTURES: [name: string, numbers: string[]][] = [
  ['bios', ['0x0000']],
  ['uefi-x64', ['0x0007', '0x0009']],
  ['uefi-arm64', ['0x000b']],
  ['http-x64', ['0x0010']],
  ['http-arm64', ['0x0013']],
]

/** Firmware that fetches its boot program by HTTP: its class, the program, and how classes of it are called. */
const HTTP = [
  ['http-x64', PROGRAMS.uefiX64, 'http'],
  ['http-arm64', PROGRAMS.uefiArm64, 'http-arm64'],
] as const

type KeaClass = Record<string, unknown> & { name: string }

/** Name of the class that the reservations in one segment put their client into. @throws RangeError for what is no MAC address */
function own({ mac, home }: Client): string {
  requireMac(mac)
  return `boots-${home.id}-${mac.replaceAll(':', '').toLowerCase()}`
}

/** @throws RangeError for what is no MAC address */
export function requireMac(mac: string): void {
  if (!MAC.test(mac)) throw new RangeError(`Not a MAC address: ${JSON.stringify(mac)}`)
}

/** Class of clients that get no answer although they have a reservation: it is what they have it for. */
export const IGNORED = 'ignored'

/**
 * Classes of a client. Kea wants a reservation to hold something: `known` is there for those that hold nothing else. In a shared network a
 * client has them wherever it asks, so what hangs on them asks for the interface as well.
 */
export function reservationClasses(segment: Segment, client: Client): string[] {
  const address = isShared(segment) ? `own-address-${segment.interface}` : 'own-address'
  return [client.ip === null ? 'known' : address, ...(client.boot === undefined ? [] : ['boots', own(client)])]
}

/** URL of the web server as a network reaches it. */
const webOf = ({ web }: DhcpServices, subnet: DhcpSubnet | undefined) =>
  `http://${subnet?.server ?? web.address}:${web.port}`

/**
 * All client classes, in the order in which they depend on each other. Of the boot file the first class that a client is in decides; those
 * that need a reservation name KNOWN, which has Kea look at them after the reservation was found.
 *
 * @throws RangeError for a ticket or MAC address of another form: both become part of an expression or address
 */
export function bootClasses(services: DhcpServices, segments: readonly Segment[]): KeaClass[] {
  const classes: KeaClass[] = [
    // Not `.text`: that never matches, and clients load iPXE for ever.
    { name: 'ipxe', test: "substring(option[77].hex,0,4) == 'iPXE'" },
    ...ARCHITECTURES.map(([name, numbers]) => ({
      name,
      test: `not member('ipxe') and (${numbers.map((n) => `substring(option[93].hex,0,2) == ${n}`).join(' or ')})`,
    })),
    ...segments.flatMap(placeClasses),
    { name: 'known' },
    { name: 'own-address', 'valid-lifetime': OWN_SECONDS },
    { name: 'boots' },
    boots('bios', PROGRAMS.bios),
    boots('uefi-x64', PROGRAMS.uefiX64),
    boots('uefi-arm64', PROGRAMS.uefiArm64),
    ...segments.flatMap((segment) =>
      [...clientsOf(segment).values()].flatMap((client) =>
        client.boot ? ticketClasses(segment, client, client.boot.ticket, webOf(services, client.home)) : [],
      ),
    ),
  ]
  // No rejection either: the segment may have another server, whose clients would lose their addresses.
  if (services.discovery)
    classes.push(
      ...searchClasses(services, segments),
      { name: IGNORED },
      { name: 'DROP', test: `member('${IGNORED}')` },
    )
  else classes.push({ name: 'DROP', test: "member('UNKNOWN')" })
  return classes
}

/** Clients without a reservation boot like those with a ticket, but into a script that is no secret. */
function searchClasses(services: DhcpServices, segments: readonly Segment[]): KeaClass[] {
  const unknown = (kind: string) => `member('UNKNOWN') and member('${kind}')`
  return [
    { name: 'unknown-bios', test: unknown('bios'), 'boot-file-name': PROGRAMS.bios },
    { name: 'unknown-uefi-x64', test: unknown('uefi-x64'), 'boot-file-name': PROGRAMS.uefiX64 },
    { name: 'unknown-uefi-arm64', test: unknown('uefi-arm64'), 'boot-file-name': PROGRAMS.uefiArm64 },
    // Behind relays there is the first address alone.
    ...segments.flatMap((segment) => {
      const web = webOf(services, openNetwork(segment))
      if (segment.interface === null || web === webOf(services, undefined)) return []
      const { interface: name } = segment
      const there = (kind: string) => `${unknown(kind)} and member('${placeOf(name)}')`
      return searchFiles(web, `-${name}`, there)
    }),
    ...searchFiles(webOf(services, undefined), '', unknown),
  ]
}

/** Boot files that are fetched by HTTP. @param suffix of the names of classes */
const searchFiles = (web: string, suffix: string, test: (kind: string) => string): KeaClass[] => [
  { name: `unknown-ipxe${suffix}`, test: test('ipxe'), 'boot-file-name': `${web}${SEARCH_PATH}` },
  ...HTTP.map(([kind, program, name]) => ({
    ...httpBoot(`${web}${PROGRAMS_PATH}${program}`),
    name: `unknown-${name}${suffix}`,
    test: test(kind),
  })),
]

/** UEFI takes no other answer for one to HTTP boot (UEFI 2.10, 24.7.3). */
const httpBoot = (file: string) => ({
  'boot-file-name': file,
  'option-data': [{ name: 'vendor-class-identifier', data: 'HTTPClient', 'always-send': true }],
})

const boots = (architecture: string, file: string): KeaClass => ({
  name: `boots-${architecture}`,
  test: `member('KNOWN') and member('boots') and member('${architecture}')`,
  'boot-file-name': file,
})

/** Class of clients that ask at an interface themselves: an expression knows no subnet. @throws RangeError for what is no name of one */
function placeOf(name: string): string {
  if (!INTERFACE.test(name)) throw new RangeError(`Not a name of an interface: ${JSON.stringify(name)}`)
  return `at-${name}`
}

/** What depends on where a client asks. */
function placeClasses(segment: Segment): KeaClass[] {
  const { interface: name } = segment
  if (name === null) return []
  const at = placeOf(name)
  const own = `own-address-${name}`
  const test = `member('KNOWN') and member('${own}') and member('${at}')`
  return [
    { name: at, test: `pkt.iface == '${name}' and pkt4.giaddr == 0.0.0.0` },
    ...(isShared(segment) ? [{ name: own }, { name: `${own}-there`, test, 'valid-lifetime': OWN_SECONDS }] : []),
  ]
}

function ticketClasses(segment: Segment, client: Client, ticket: string, web: string): KeaClass[] {
  if (!TICKET.test(ticket)) throw new RangeError('A ticket has 43 characters of base64url')
  const name = own(client)
  const place = isShared(segment) && segment.interface !== null ? ` and member('${placeOf(segment.interface)}')` : ''
  const among = (kind: string) => `member('KNOWN') and member('${name}') and member('${kind}')${place}`
  return [
    { name },
    { name: `${name}-ipxe`, test: among('ipxe'), 'boot-file-name': `${web}/boot/${ticket}/script` },
    ...HTTP.map(([kind, program, short]) => ({
      ...httpBoot(`${web}${PROGRAMS_PATH}${program}`),
      name: `${name}-${short}`,
      test: among(kind),
    })),
  ]
}
