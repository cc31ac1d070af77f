import { db } from '../../db/pool.ts'
import type { Work } from '../../db/transaction.ts'
import { hostImageEndpoints } from '../../features/virtualization/image/endpoints.ts'
import { type frontDoor, tasksOver } from './front-door.ts'
import { demoImages, demoStanding } from './plan/images.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>
const DAY_MS = 86_400_000
const before = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Makes the images of the plan, as people would; then they are as old as the plan says. */
export async function makeImages(ask: Ask, cluster: number, signal: AbortSignal): Promise<void> {
  const { prisma } = db()
  for (const { of, days_ago, ...body } of demoImages) {
    const host = await prisma.host.findFirst({ where: { name: of, cluster_id: cluster } })
    if (host?.state !== 'active' || (await prisma.image.findFirst({ where: { host_id: host.id, name: body.name } })))
      continue
    const params = { host_id: host.id }
    const made = await ask(hostImageEndpoints.createImage, { params, body: { ...body, cleared: false } })
    await tasksOver([made.task], signal)
    await prisma.image.updateMany({ where: { id: made.id }, data: { created_at: before(days_ago) } })
  }
}

/** Adds the records that show the other states. */
export async function noteImages({ tx }: Work, cluster: number): Promise<void> {
  for (const { of, days_ago, fault, ...data } of demoStanding) {
    const host = await tx.host.findFirst({ where: { name: of, cluster_id: cluster } })
    if (!host || (await tx.image.findFirst({ where: { host_id: host.id, name: data.name } }))) continue
    await tx.image.create({
      data: {
        ...data,
        account_id: host.account_id,
        cleared: false,
        size_mib: 20_480,
        size_bytes: 1_400_000_000,
        sha256: '0'.repeat(64),
        os_id: host.os_id,
        os_name: host.os_name ?? of,
        os_group: host.os_group ?? 'linux',
        login_user: host.login_user,
        efi_boot: host.efi_boot,
        host_id: host.id,
        host_name: of,
        fault: fault ?? null,
        created_at: before(days_ago),
      },
    })
  }
}

/** Removes the records of all images that the demo's accounts have or its nodes keep; the files go with the simulated nodes. */
export async function removeImages({ tx }: Work, cluster: number, owners: number[]): Promise<void> {
  const nodes = await tx.node.findMany({ where: { cluster_id: cluster }, select: { id: true } })
  const kept = await tx.image_node.findMany({ where: { node_id: { in: nodes.map(({ id }) => id) } } })
  const ids = kept.map(({ image_id }) => image_id)
  await tx.image.deleteMany({ where: { OR: [{ account_id: { in: owners } }, { id: { in: ids } }] } })
}
