import { z } from 'zod'
import type { host, host_interface } from '../../../../../generated/prisma/client.ts'
import type { Actor } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { type Family, IPV4, IPV6 } from '../../../../domain/ip/family.ts'
import { invalidInput } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Address } from '../../../network/allocation/address.ts'
import { allocate, poolsFor } from '../../../network/allocation/allocate.ts'
import { allocateNamed } from '../../../network/allocation/named.ts'
import { allocatePrefix } from '../../../network/allocation/prefix.ts'
import { netsFor } from '../../../network/ipnet/offered.ts'
import { checkNamed, checkPools } from '../asked-addresses.ts'

/** More than any VM has, and few enough to be given in one go. */
const MOST = 256

/** Addresses that one interface is to get; what is null is not asked for. Pools null: those of its network in the cluster. */
export const wantedAddresses = z.object({
  named: z
    .object({
      name: z.string(),
      ip_pool: z.int().optional(),
      ip_network: z.int().optional(),
      without_allocation: z.boolean().optional(),
    })
    .nullable(),
  ipv4: z.object({ pools: z.array(z.int()).nullable(), count: z.int() }).nullable(),
  /** `bits`: a whole subnet; null: one address. */
  ipv6: z.object({ pools: z.array(z.int()).nullable(), bits: z.int().nullable() }).nullable(),
  /** Only from pools and networks that are open to all accounts. */
  public_only: z.boolean(),
})
export type WantedAddresses = z.infer<typeof wantedAddresses>

type Asked = {
  named?: { name?: string | undefined; ip_pool?: number | undefined; ip_network?: number | undefined } | undefined
  without_allocation?: boolean | undefined
  ipv4_number?: number | undefined
  ipv4_pool?: readonly number[] | undefined
  ipv6?: { pools?: readonly number[] | undefined; bits?: number | undefined } | undefined
}

/** What the fields of a body are called, for refusals. */
type Fields = { named: string; count: string; ipv4_pool: string; ipv6_pool: string }

/** Checks what is asked for as far as that can be done before addresses are taken. @throws PanelError with the field */
export async function checkWanted(
  work: Work,
  actor: Actor,
  cluster_id: number,
  asked: Asked,
  fields: Fields,
): Promise<WantedAddresses> {
  const count = asked.ipv4_number ?? 0
  if (count < 0 || count > MOST) throw invalidInput(msg`${fields.count}: from 0 to ${MOST}`, fields.count)
  const v4 = asked.ipv4_pool?.length ? [...new Set(asked.ipv4_pool)] : null
  const v6 = asked.ipv6?.pools?.length ? [...new Set(asked.ipv6.pools)] : null
  if (v4) await checkPools(work, actor, cluster_id, v4, fields.ipv4_pool)
  if (v6) await checkPools(work, actor, cluster_id, v6, fields.ipv6_pool)
  const given = asked.named && {
    ...asked.named,
    ...(asked.without_allocation !== undefined && { without_allocation: asked.without_allocation }),
  }
  const named = given ? await checkNamed(work, actor, cluster_id, given, fields.named) : null
  return {
    named,
    ipv4: count > 0 ? { pools: v4, count } : null,
    ipv6: asked.ipv6 ? { pools: v6, bits: asked.ipv6.bits ?? null } : null,
    public_only: !actor.isAdmin,
  }
}

/** How many addresses of IPv4 these are: what accounts have a limit of. */
export const ipv4Count = ({ named, ipv4 }: WantedAddresses) =>
  (ipv4?.count ?? 0) + (named && !named.name.includes(':') ? 1 : 0)

export const isNothing = ({ named, ipv4, ipv6 }: WantedAddresses) => !named && !ipv4 && !ipv6

type Owner = Pick<host, 'id' | 'account_id' | 'cluster_id' | 'domain'>

/** Gives an interface its addresses, all or none. @throws PanelError `no_resources`, `in_use`, `refused` */
export async function giveWanted(
  work: Work,
  row: Owner,
  at: Pick<host_interface, 'id' | 'cluster_interface'>,
  wanted: WantedAddresses,
): Promise<Address[]> {
  const recipient = {
    host_id: row.id,
    interface_id: at.id,
    cluster_interface: at.cluster_interface,
    account_id: row.account_id,
    ...(row.domain && { domain: row.domain }),
  }
  const from = async (family: Family, given: number[] | null) => {
    const publicOnly = wanted.public_only
    const own = { cluster_id: row.cluster_id, interface: at.cluster_interface ?? -1, family, publicOnly }
    const pools = given ?? (await poolsFor(work, own))
    return { pools, nets: await netsFor(work, pools, { cluster_id: row.cluster_id, publicOnly }) }
  }
  const { named, ipv4, ipv6 } = wanted
  const all: Address[] = []
  if (named) all.push(await allocateNamed(work, named, recipient))
  if (ipv4) {
    const source = await from(IPV4, ipv4.pools)
    all.push(...(await allocate(work, { ...source, count: ipv4.count, family: IPV4, ...recipient })))
  }
  if (ipv6) {
    const source = await from(IPV6, ipv6.pools)
    if (ipv6.bits !== null) all.push(await allocatePrefix(work, { ...source, bits: ipv6.bits, ...recipient }))
    else all.push(...(await allocate(work, { ...source, count: 1, family: IPV6, ...recipient })))
  }
  return all
}
