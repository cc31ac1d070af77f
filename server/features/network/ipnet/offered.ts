import type { Work } from '../../../db/transaction.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** SQL: whether the network `n`, or none, is offered to everybody: it is connected to no cluster. */
export const OFFERED_TO_ALL = 'not exists (select from ipnet_cluster nc where nc.ipnet_id = n.id)'

/** SQL: the same for VMs of a cluster, an expression: networks that are connected to clusters are offered only there. */
export const offeredIn = (cluster: string) =>
  `(${OFFERED_TO_ALL} or exists (select from ipnet_cluster nc where nc.ipnet_id = n.id and nc.cluster_id = ${cluster}))`

/**
 * Networks of these pools from which VMs of a cluster get addresses, 0 standing for ranges of none: the `nets` of `allocate`.
 * They stay so until the commit.
 */
export async function netsFor(
  work: Work,
  pools: readonly number[],
  { cluster_id, publicOnly }: { cluster_id: number; publicOnly: boolean },
): Promise<number[]> {
  await work.sql(
    `select n.id from ipnet n where n.id in (select r.ipnet_id from iprange r where r.ippool_id = any ($1::int[]))
      order by n.id for key share`,
    [pools],
  )
  const rows = await work.sql<{ id: number }>(
    `select distinct coalesce(n.id, 0) as id from iprange r left join ipnet n on n.id = r.ipnet_id
      where r.ippool_id = any ($1::int[]) and (coalesce(n.is_public, true) or not $3::boolean) and ${offeredIn('$2::int')}`,
    [pools, cluster_id, publicOnly],
  )
  return rows.map((row) => row.id)
}

/** Refuses an address of a network that is connected to other clusters only. @throws PanelError `invalid_input` with the field */
export async function requireOffered(work: Work, cluster_id: number, address: string, field: string): Promise<void> {
  const [other] = await work.sql<{ name: string }>(
    `select n.name from ipnet n where n.net >>= $1::inet and not ${offeredIn('$2::int')}`,
    [address, cluster_id],
  )
  if (other)
    throw invalidInput(
      msg`${field}: ${address} lies in the network ${other.name}, which is connected to other clusters only`,
      field,
    )
}
