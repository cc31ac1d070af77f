import { db } from '../../../db/pool.ts'
import { addressesOfMac, type Lease } from '../../../protocols/kea/leases.ts'
import type { Asking } from '../../../protocols/netboot/desk.ts'

/** Leases of the DHCP server of a location, those of a network card among them; null: they are not known. May reject, which is no more than that. */
export type Leases = (mac: string) => Promise<readonly Lease[] | null>
export const noLeases: Leases = async () => null

type Booting = { server_id: number; location_id: number; mac: string }
type Known = { own: boolean; reserved: boolean; others: boolean }

/** `reserved`: its card has an address of its own in the network of the one that asks ($2). */
const KNOWN = `
  select exists (select from ip i where i.server_id = $1::int and host(i.ip_addr) = host($2::inet)) as own,
         exists (select from ip i where i.server_id is distinct from $1::int and i.ip_addr = $2::inet) as others,
         exists (select from ipnet n join ip i on i.ip_addr << n.net and i.server_id = $1::int
                  where n.location_id = $3::int and $2::inet << n.net
                    and $4 = (select m.mac from server_mac m where m.server_id = $1::int order by m.position, m.mac limit 1)) as reserved`

/**
 * Whether the server of an operation asks: from an address that is reserved for it, or that its network card has a lease of. Where leases are not known, from one
 * that is nobody's else, unless another is reserved for it there.
 */
export async function isAskedBy({ server_id, location_id, mac }: Booting, { address }: Asking, leases: Leases) {
  if (address === null) return false
  const { rows } = await db().pool.query<Known>(KNOWN, [server_id, address, location_id, mac])
  const [known] = rows
  if (known?.own) return true
  const list = await leases(mac).catch(() => null)
  if (list) return addressesOfMac(list, mac).includes(address)
  return known?.others === false && !known.reserved
}
