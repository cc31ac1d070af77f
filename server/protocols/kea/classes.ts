import type { DhcpServices, Reservation } from './types.ts'

/** Boot programs by TFTP, and where the web server of the control host has them as well. */
export const PROGRAMS = { bios: 'undionly.kpxe', uefiX64: 'snponly.efi', uefiArm64: 'snponly-arm64.efi' } as const
export const PROGRAMS_PATH = '/ipxe/'

/** Where clients that are not known ask for their script: it is the same for all. */
export const SEARCH_PATH = '/boot/search/script'

/** Seconds that a client has its own address for: longer than a control host is away. */
export const OWN_SECONDS = 86_400

/** 32 random bytes. */
const TICKET = /^[A-Za-z0-9_-]{43}$/
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

/** Name of the class that a reservation in one segment puts its client into. @throws RangeError for what is no MAC address */
function own(subnet: number, client: Reservation): string {
  requireMac(client.mac)
  return `boots-${subnet}-${client.mac.replaceAll(':', '').toLowerCase()}`
}

/** @throws RangeError for what is no MAC address */
export function requireMac(mac: string): void {
  if (!MAC.test(mac)) throw new RangeError(`Not a MAC address: ${JSON.stringify(mac)}`)
}

/** Class of clients that get no answer although they have a reservation: it is what they have it for. */
export const IGNORED = 'ignored'

/** Classes of a client. Kea wants a reservation to hold something: `known` is there for those that hold nothing else. */
export function reservationClasses(subnet: number, client: Reservation): string[] {
  return [
    client.ip === null ? 'known' : 'own-address',
    ...(client.boot === undefined ? [] : ['boots', own(subnet, client)]),
  ]
}

/**
 * All client classes, in the order in which they depend on each other. Of the boot file the first class that a client is in decides; those
 * that need a reservation name KNOWN, which has Kea look at them after the reservation was found.
 *
 * @throws RangeError for a ticket or MAC address of another form: both become part of an expression or address
 */
export function bootClasses(services: DhcpServices): KeaClass[] {
  const classes: KeaClass[] = [
    // Not `.text`: that never matches, and clients load iPXE for ever.
    { name: 'ipxe', test: "substring(option[77].hex,0,4) == 'iPXE'" },
    ...ARCHITECTURES.map(([name, numbers]) => ({
      name,
      test: `not member('ipxe') and (${numbers.map((n) => `substring(option[93].hex,0,2) == ${n}`).join(' or ')})`,
    })),
    { name: 'known' },
    { name: 'own-address', 'valid-lifetime': OWN_SECONDS },
    { name: 'boots' },
    boots('bios', PROGRAMS.bios),
    boots('uefi-x64', PROGRAMS.uefiX64),
    boots('uefi-arm64', PROGRAMS.uefiArm64),
    ...services.subnets.flatMap((subnet) =>
      subnet.reservations.flatMap((client) => {
        const web = `http://${subnet.server ?? services.web.address}:${services.web.port}`
        return client.boot ? ticketClasses(own(subnet.id, client), client.boot.ticket, web) : []
      }),
    ),
  ]
  // No rejection either: the segment may have another server, whose clients would lose their addresses.
  if (services.discovery)
    classes.push(...searchClasses(services), { name: IGNORED }, { name: 'DROP', test: `member('${IGNORED}')` })
  else classes.push({ name: 'DROP', test: "member('UNKNOWN')" })
  return classes
}

/** Clients without a reservation boot like those with a ticket, but into a script that is no secret. */
function searchClasses({ web }: DhcpServices): KeaClass[] {
  const unknown = (kind: string) => `member('UNKNOWN') and member('${kind}')`
  const first = `http://${web.address}:${web.port}`
  return [
    { name: 'unknown-bios', test: unknown('bios'), 'boot-file-name': PROGRAMS.bios },
    { name: 'unknown-uefi-x64', test: unknown('uefi-x64'), 'boot-file-name': PROGRAMS.uefiX64 },
    { name: 'unknown-uefi-arm64', test: unknown('uefi-arm64'), 'boot-file-name': PROGRAMS.uefiArm64 },
    { name: 'unknown-ipxe', test: unknown('ipxe'), 'boot-file-name': `${first}${SEARCH_PATH}` },
    ...HTTP.map(([kind, program, name]) => ({
      ...httpBoot(`${first}${PROGRAMS_PATH}${program}`),
      name: `unknown-${name}`,
      test: unknown(kind),
    })),
  ]
}

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

function ticketClasses(name: string, ticket: string, web: string): KeaClass[] {
  if (!TICKET.test(ticket)) throw new RangeError('A ticket has 43 characters of base64url')
  const among = (kind: string) => `member('KNOWN') and member('${name}') and member('${kind}')`
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
