import { requireLinks } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { msg } from '../../../shared/text.ts'

type Interfaces = { interface: number; ippool: number[] }[]

/** Refuses pools that do not exist, naming the field. */
export async function checkNetworks(work: Work, interfaces: Interfaces | undefined) {
  const pools = interfaces?.flatMap((i) => i.ippool) ?? []
  await requireLinks(work, 'ippool', msg`Pool`, 'interfaces', pools)
}

/** Ties pools to the cluster's interfaces exactly as given. */
export async function assignPools(work: Work, cluster_id: number, interfaces: Interfaces | undefined) {
  await work.tx.ippool_cluster.deleteMany({ where: { cluster_id } })
  const data = (interfaces ?? []).flatMap((i) =>
    [...new Set(i.ippool)].map((ippool_id) => ({ cluster_id, ippool_id, interface: i.interface })),
  )
  if (data.length) await work.tx.ippool_cluster.createMany({ data })
}
