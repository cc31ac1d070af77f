import { db } from '../../db/pool.ts'
import { hostEndpoints } from '../../features/virtualization/host/endpoints.ts'
import { snapshotEndpoints } from '../../features/virtualization/host/snapshot/endpoints.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { type DemoSnapshot, demoSnapshots } from './plan/snapshots.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>

/** Takes the snapshots of the plan and goes back to them, one after another, as people would; then they are made as old as the plan says. */
export async function makeSnapshots(ask: Ask, cluster: number, signal: AbortSignal): Promise<void> {
  await Promise.all(
    Object.entries(demoSnapshots).map(async ([name, plan]) => {
      const host = await db().prisma.host.findFirst({ where: { name, cluster_id: cluster } })
      if (host?.state !== 'active') return
      await ask(hostEndpoints.edit, { params: { host_id: host.id }, body: { snapshot_ram: true } })
      for (const one of plan) await act(ask, host.id, one, signal)
    }),
  )
}

async function act(ask: Ask, host_id: number, one: DemoSnapshot, signal: AbortSignal): Promise<void> {
  const { prisma } = db()
  const known = await prisma.snapshot.findFirst({ where: { host_id, name: one.name } })
  if ('backTo' in one) {
    if (known)
      await tasksOver([(await ask(snapshotEndpoints.revert, { params: { snapshot_id: known.id } })).task], signal)
    return
  }
  if (known) return
  const { days_ago, ...body } = one
  const made = await ask(snapshotEndpoints.create, { params: { host_id }, body })
  await tasksOver([made.task], signal)
  const made_at = new Date(Date.now() - days_ago * 86_400_000)
  await prisma.snapshot.updateMany({ where: { id: made.id, state: 'ok' }, data: { made_at } })
}
