import type { Work } from '../../../db/transaction.ts'
import { IPV6 } from '../../../domain/ip/family.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { type Address, COLUMNS, given, noted, type Recipient } from './address.ts'

/**
 * Gives the first free IPv6 subnet of `bits` bits from the pools. What is answered is its first address, with the whole subnet beside
 * it; nothing else gets an address in it. With `nets` only ranges of these networks count, 0 being ranges of none.
 * @throws PanelError `no_resources` when no pool has room for it
 */
export async function allocatePrefix(
  work: Work,
  wanted: Recipient & { pools: readonly number[]; nets?: readonly number[]; bits: number },
): Promise<Address> {
  const [row] = await work.sql<Address>(
    `select ${COLUMNS} from ip_allocate_prefix($1::int[], $2::int, jsonb_populate_record(null::ip, $3::jsonb), $4::int[]) i
       left join ipnet n on n.id = i.ipnet_id`,
    [wanted.pools, wanted.bits, given(wanted), wanted.nets ?? null],
  )
  if (row) return noted(work, row, 'create')
  const some = await work.tx.iprange.count({ where: { ippool_id: { in: [...wanted.pools] }, family: IPV6 } })
  throw noResources(
    some === 0
      ? msg`No pool with IPv6 addresses was chosen, and the cluster has none`
      : msg`No free IPv6 subnet of /${wanted.bits} is left in the pools`,
    'ipv6_prefix',
  )
}
