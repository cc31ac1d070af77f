import type { Work } from '../../../db/transaction.ts'
import { missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

type Interfaces = { interface: number; ippool: number[] }[]

/** Refuses pools that do not exist, naming the field. */
export async function checkNetworks(work: Work, interfaces: Interfaces | undefined) {
  const wanted = [...new Set(interfaces?.flatMap((i) => i.ippool) ?? [])]
  if (wanted.length === 0) return
  const known = await work.tx.ippool.findMany({ where: { id: { in: wanted } }, select: { id: true } })
  const missing = wanted.find((id) => !known.some((pool) => pool.id === id))
  if (missing !== undefined) throw missingLink('interfaces', msg`Pool`, missing)
}

/** Ties pools to the cluster's interfaces exactly as given. */
export async function assignPools(work: Work, cluster_id: number, interfaces: Interfaces | undefined) {
  await work.tx.ippool_cluster.deleteMany({ where: { cluster_id } })
  const data = (interfaces ?? []).flatMap((i) =>
    [...new Set(i.ippool)].map((ippool_id) => ({ cluster_id, ippool_id, interface: i.interface })),
  )
  if (data.length) await work.tx.ippool_cluster.createMany({ data })
}
