import type { cluster, os } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { RESCUE_TAG } from '../../../domain/os/tags.ts'
import type { RepositoryIndex } from '../../../domain/repository/schema.ts'
import { invalidInput, missingLink } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { osChanged } from './changes.ts'

/** Brings the systems of a repository in line with its index. Those that left it stay for the VMs made from them, but cannot be chosen any more. */
export async function storeImages(work: Work, repository_id: number, images: RepositoryIndex['images']): Promise<void> {
  const { tx } = work
  const all = await tx.cluster.findMany({ select: { id: true, virtualization_type: true } })
  for (const { min_disk_mib, updated_at, ...image } of images) {
    const data = {
      ...image,
      hdd_mib_required: min_disk_mib,
      size_bytes: BigInt(image.size_bytes),
      updated_at: readDate(updated_at),
      state: 'active',
    }
    const clusters = all.filter((one) => runs(one, image))
    const known = await tx.os.findUnique({ where: { repository_id_name: { repository_id, name: image.name } } })
    const os = known
      ? await tx.os.update({ where: { id: known.id }, data })
      : // Systems that users cannot install are not shown to them.
        await tx.os.create({ data: { repository_id, adminonly: image.tags.includes(RESCUE_TAG), ...data } })
    if (!known && clusters.length)
      await tx.os_cluster.createMany({ data: clusters.map((c) => ({ os_id: os.id, cluster_id: c.id })) })
    osChanged(work, os, known ? 'update' : 'create')
  }
  const names = images.map((image) => image.name)
  await tx.os.updateMany({ where: { repository_id, name: { notIn: names } }, data: { state: 'obsolete' } })
}

const readDate = (text: string | undefined) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null)

/** The systems of a repository that is removed go with it. */
export const deleteImages = (work: Work, repository_id: number) => work.tx.os.deleteMany({ where: { repository_id } })

type Runs = Pick<cluster, 'virtualization_type'>

/** Containers are made of LXD's archives, VMs of disks. */
export const runs = ({ virtualization_type }: Runs, { format }: Pick<os, 'format'>) =>
  (virtualization_type === 'lxd') === (format === 'lxd')

/** @throws PanelError invalid_input when the cluster cannot run the system */
export function rejectOther(home: Runs & { name: string }, system: Pick<os, 'name' | 'format'>, field: string): void {
  if (runs(home, system)) return
  const words =
    system.format === 'lxd'
      ? msg`${system.name} is an image of a container, and the cluster ${home.name} runs virtual machines`
      : msg`${system.name} is an image of a virtual machine, and the cluster ${home.name} runs containers`
  throw invalidInput(words, field)
}

/** Makes exactly these systems available on the cluster; without a list, all there are. */
export async function assignOs(work: Work, cluster_id: number, os: number[] | undefined) {
  await work.tx.os_cluster.deleteMany({ where: { cluster_id } })
  const cluster = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  const found = await work.tx.os.findMany({ where: os ? { id: { in: os } } : {} })
  const known = os ? found : found.filter((one) => runs(cluster, one))
  const missing = os?.find((id) => !known.some((row) => row.id === id))
  if (missing !== undefined) throw missingLink('os', msg`System`, missing)
  for (const one of known) rejectOther(cluster, one, 'os')
  if (known.length) await work.tx.os_cluster.createMany({ data: known.map((row) => ({ os_id: row.id, cluster_id })) })
}
