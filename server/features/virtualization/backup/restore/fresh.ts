import { db } from '../../../../db/pool.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { hostFolder, seedPath } from '../../host/files.ts'
import { passwordIfAny } from '../../host/passwords.ts'
import { makeSeed } from '../../host/seed.ts'
import { seedInput } from '../../host/seed-input.ts'

/** Tells the guest of a VM that was made from a backup who it is now: it keeps its users, and gets names, keys and addresses of its own. */
export async function writeFreshSeed(node: NodeConnection, host_id: number, task: number, signal: AbortSignal) {
  const { prisma } = db()
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const home = await prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  const seed = makeSeed({ ...(await seedInput(row, home, await passwordIfAny(task))), kind: 'clone' })
  await node.writeSeed(seedPath(await hostFolder(row), row), seed, signal)
}
