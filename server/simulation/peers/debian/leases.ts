import { RANGE_SECONDS } from '../../../protocols/kea/render.ts'
import { subnetsOf } from '../../../protocols/kea/subnets.ts'

type Reserved = { 'hw-address': string; 'ip-address'?: string; hostname?: string; 'client-classes'?: string[] }
type Subnet = { id: number; 'next-server'?: string; reservations?: Reserved[]; pools?: { pool: string }[] }
type Client = { ip: string; mac: string; hostname: string; id: number }

/** Most servers have a fixed address once their system is installed; every third asks for it. */
const EVERY = 3
/** A card of no server: what had an address before its server was removed. */
const UNKNOWN = '52:54:00:d3:00:01'

const subnetsIn = (Dhcp4: Record<string, unknown>) => subnetsOf(Dhcp4) as unknown as Subnet[]
const leased = ({ ip, mac, hostname, id }: Client, cltt: number) => ({
  ...{ 'ip-address': ip, 'hw-address': mac, 'subnet-id': id, hostname, state: 0 },
  ...{ cltt, 'valid-lft': RANGE_SECONDS },
})

/** Leases that clients of a configuration have, each renewed when half of its time is over. @param now seconds since 1970 */
export function simulatedLeases(Dhcp4: Record<string, unknown>, now: number): object[] {
  const clients = subnetsIn(Dhcp4).flatMap(({ id, reservations = [], pools = [] }) => [
    ...reservations
      .flatMap((one) => {
        const { 'ip-address': ip, 'hw-address': mac, hostname = '' } = one
        return ip === undefined ? [] : [{ ip, mac, hostname, id }]
      })
      .filter((_, place) => place % EVERY === 0),
    ...pools.slice(0, 1).flatMap(({ pool }) => {
      const ip = pool.split(/ *- */).at(-1)
      return ip === undefined ? [] : [{ ip, mac: UNKNOWN, hostname: '', id }]
    }),
  ])
  return clients.map((one, place) => leased(one, now - ((now + place * 37) % (RANGE_SECONDS / 2))))
}

/** The subnet, the reservation and the address that a card gets; null: none is its own. */
export function servedAs(Dhcp4: Record<string, unknown>, mac: string) {
  const known = subnetsIn(Dhcp4).flatMap((subnet) => {
    const own = subnet.reservations?.find((one) => one['hw-address'].toLowerCase() === mac.toLowerCase())
    return own ? [{ subnet, own }] : []
  })
  // In a shared network the subnet that has its address, else one with a range.
  const found =
    known.find(({ own }) => own['ip-address']) ?? known.find(({ subnet }) => subnet.pools?.length) ?? known[0]
  if (!found) return null
  const [first = null] = found.subnet.pools?.[0]?.pool.split(' - ') ?? []
  return { ...found, address: found.own['ip-address'] ?? first }
}

/** The lease of a card that has asked. @param now seconds since 1970 */
export function simulatedLeaseOf(Dhcp4: Record<string, unknown>, mac: string, now: number): object[] {
  const served = servedAs(Dhcp4, mac)
  if (!served || served.address === null) return []
  return [leased({ ip: served.address, mac, hostname: served.own.hostname ?? '', id: served.subnet.id }, now)]
}
