import { db } from '../../db/pool.ts'
import { clusterEndpoints } from '../../features/virtualization/cluster/endpoints.ts'
import { hostEndpoints } from '../../features/virtualization/host/endpoints.ts'
import { snapshotEndpoints } from '../../features/virtualization/host/snapshot/endpoints.ts'
import { nodeEndpoints } from '../../features/virtualization/node/endpoints.ts'
import { type frontDoor, tasksDone } from './front-door.ts'
import { demoContainerSystem, demoContainers, demoLxd } from './plan/containers.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>

/** Makes the cluster of containers, with addresses of the same pool as the VMs. @returns its id */
export async function makeContainerCluster(ask: Ask, pool: number): Promise<number> {
  const known = await db().prisma.cluster.findUnique({ where: { name: demoLxd.cluster } })
  const body = {
    name: demoLxd.cluster,
    virtualization_type: 'lxd' as const,
    os_storage_path: '/share',
    image_storage_path: '/images',
    interfaces: [{ interface: 0, ippool: [pool] }],
    overselling: 2,
    comment: 'Simulated: nothing of it exists',
  }
  return (known ?? (await ask(clusterEndpoints.create, { body }))).id
}

/** Attaches its node. @returns the tasks */
export async function attachContainerNode(ask: Ask, cluster: number): Promise<number[]> {
  if ((await db().prisma.node.count({ where: { cluster_id: cluster } })) > 0) return []
  const body = { ...demoLxd.node, cluster, ssh_port: 22, password: 'demo' }
  return [(await ask(nodeEndpoints.create, { body })).task]
}

/** Makes the containers, and the snapshots that some have. */
export async function makeContainers(
  ask: Ask,
  cluster: number,
  owners: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = db()
  const os = (await prisma.os.findFirst({ where: { name: demoContainerSystem.name, format: 'lxd' } }))?.id
  const tasks: number[] = []
  for (const { owner, snapshot: _, ...host } of demoContainers) {
    if (await prisma.host.findFirst({ where: { name: host.name, cluster_id: cluster } })) continue
    const body = { ...host, account: owners[owner], cluster, os, password: 'demo-password' }
    tasks.push((await ask(hostEndpoints.create, { body })).task)
  }
  await tasksDone(tasks, signal)
  for (const { name, snapshot } of demoContainers) {
    const host = await prisma.host.findFirst({ where: { name, cluster_id: cluster } })
    if (snapshot === undefined || !host) continue
    if ((await prisma.snapshot.count({ where: { host_id: host.id } })) > 0) continue
    const made = await ask(snapshotEndpoints.create, { params: { host_id: host.id }, body: { name: 'before-update' } })
    await tasksDone([made.task], signal)
    const made_at = new Date(Date.now() - snapshot * 86_400_000)
    await prisma.snapshot.updateMany({ where: { id: made.id, state: 'ok' }, data: { made_at } })
  }
}

/** Deletes the containers, their node and their cluster. Absent in demos of earlier versions. */
export async function removeContainers(ask: Ask, cluster: number | undefined, signal: AbortSignal): Promise<void> {
  const { prisma } = db()
  if (cluster === undefined || !(await prisma.cluster.findUnique({ where: { id: cluster } }))) return
  const hosts = await prisma.host.findMany({ where: { cluster_id: cluster, state: { not: 'deleting' } } })
  await tasksDone(await all(hosts, ({ id }) => ask(hostEndpoints.delete, { params: { host_id: id } })), signal)
  await prisma.backup.deleteMany({ where: { cluster_id: cluster } })
  const nodes = await prisma.node.findMany({ where: { cluster_id: cluster } })
  await tasksDone(await all(nodes, ({ id }) => ask(nodeEndpoints.delete, { params: { node_id: id } })), signal)
  await ask(clusterEndpoints.delete, { params: { cluster_id: cluster } })
}

async function all<T>(list: readonly T[], begin: (one: T) => Promise<{ task: number }>): Promise<number[]> {
  const tasks: number[] = []
  for (const one of list) tasks.push((await begin(one)).task)
  return tasks
}
