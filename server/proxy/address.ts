import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isWithin } from '../process/client-address.ts'
import { msg, type Text } from '../shared/text.ts'

/** Never a controller: loopback, broadcast, unspecified, and the metadata services of clouds. */
const FORBIDDEN: readonly (readonly [why: Text, ...nets: string[]])[] = [
  [msg`is an address of the panel itself`, '127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128'],
  [msg`is link-local`, '169.254.0.0/16', 'fe80::/10'],
  [msg`is a metadata address of a cloud`, '100.100.100.200/32', '192.0.0.192/32', 'fd00:ec2::/32', '168.63.129.16/32'],
  [msg`is not the address of a single device`, '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8'],
  // Forms of IPv6 that carry an IPv4 address: a translator on the way would lead there.
  [
    msg`contains another address`,
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    '2001::/32',
    '::/96',
    '::ffff:0:0:0/96',
  ],
]

export type OwnPlaces = {
  /** Whether this controller may be local: simulated ones are. */
  loopback: boolean
  /** Ports of the panel, which no controller has. */
  ports: (port: number) => boolean
  /** Addresses of the panel host; by default those of its interfaces. */
  addresses?: readonly string[]
}

/**
 * Why the panel must not connect to an address and port; null when a controller may be there. The address is taken as
 * it is stored and never resolved: anything but four decimal parts or IPv6 is rejected.
 */
export function whyNoController(address: string, port: number, own: OwnPlaces): Text | null {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return msg`has no port`
  const exact = address.includes(':') ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address)
  if (!exact || address.includes('%') || /^0\d|\.0\d/.test(address)) return msg`is not an address`
  // ::ffff:10.0.0.1 is 10.0.0.1 for every socket.
  const plain = ipaddr.process(address)
  const text = plain.toString()
  const local = isWithin(text, ['127.0.0.0/8', '::1/128'])
  if (local && own.loopback) return own.ports(port) ? msg`is the panel itself` : null
  for (const [why, ...nets] of FORBIDDEN) if (isWithin(text, nets)) return why
  if ((own.addresses ?? interfaceAddresses()).includes(text)) return msg`is an address of the panel itself`
  return null
}

const interfaceAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => ipaddr.process(address.split('%')[0] as string).toString()),
  )
