import { RANGE_SECONDS } from '../../../protocols/kea/render.ts'
import { subnetsOf } from '../../../protocols/kea/subnets.ts'

type Reserved = { 'hw-address': string; 'ip-address'?: string; hostname?: string }
type Subnet = { id: number; reservations?: Reserved[]; pools?: { pool: string }[] }

/** Most servers have a fixed address once their system is installed; every third asks for it. */
const EVERY = 3
/** A card of no server: what had an address before its server was removed. */
const UNKNOWN = '52:54:00:d3:00:01'

/** Leases that clients of a configuration have, each renewed when half of its time is over. @param now seconds since 1970 */
export function simulatedLeases(Dhcp4: Record<string, unknown>, now: number): object[] {
  const subnets = subnetsOf(Dhcp4) as unknown as Subnet[]
  const clients = subnets.flatMap(({ id, reservations = [], pools = [] }) => [
    ...reservations
      .filter((one) => one['ip-address'])
      .filter((_, place) => place % EVERY === 0)
      .map((one) => ({ ip: one['ip-address'], mac: one['hw-address'], hostname: one.hostname ?? '', id })),
    ...pools.slice(0, 1).map(({ pool }) => ({ ip: pool.split(/ *- */).at(-1), mac: UNKNOWN, hostname: '', id })),
  ])
  return clients.map(({ ip, mac, hostname, id }, place) => ({
    ...{ 'ip-address': ip, 'hw-address': mac, 'subnet-id': id, hostname, state: 0 },
    ...{ cltt: now - ((now + place * 37) % (RANGE_SECONDS / 2)), 'valid-lft': RANGE_SECONDS },
  }))
}
