import type { cluster } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { NodeCreate } from '../../../domain/node/schema.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const plain = (path: string) => path.replace(/\/+$/, '') || '/'

/**
 *
 * VMs of a cluster use the same folders on all of its nodes. A node with others is rejected: they would be kept in its
 * record, and never be used.
 * @throws PanelError invalid_input, naming the field
 */
export async function checkFolders(work: Work, home: cluster, body: NodeCreate): Promise<void> {
  const { path, tags } = body.host_storage ?? {}
  if (path !== undefined) {
    const storages = await work.tx.cluster_storage.findMany({ where: { cluster_id: home.id, enabled: true } })
    const folders = storages.flatMap(({ virt_pool }) => {
      const folder = (virt_pool as { vm_storage_path?: string | null }).vm_storage_path
      return folder ? [plain(folder)] : []
    })
    if (!folders.includes(plain(path)))
      throw invalidInput(
        msg`host_storage.path: ${path} is not a storage of the cluster ${home.name}, whose VMs are in ${folders.join(', ') || msg`not a directory`}`,
        'host_storage',
      )
  }
  if (tags?.length) await checkTags(work, home, tags)
  const images = body.image_storage_path
  if (images && plain(images) !== plain(home.image_storage_path))
    throw invalidInput(
      msg`image_storage_path: the cluster ${home.name} keeps its images in ${home.image_storage_path}, on every node`,
      'image_storage_path',
    )
}

/** A node has the storages of its cluster, so the tags that it is to have are those of one of them. */
async function checkTags(work: Work, home: cluster, tags: readonly number[]): Promise<void> {
  const rows = await work.sql<{ tags: number[] }>(
    `select array_agg(st.tag_id) as tags from cluster_storage cs join storage_tagged st on st.storage_id = cs.storage_id
      where cs.cluster_id = $1::int and cs.enabled group by cs.storage_id`,
    [home.id],
  )
  if (!rows.some((row) => tags.every((tag) => row.tags.includes(tag))))
    throw invalidInput(
      msg`host_storage.tags: no storage of the cluster ${home.name} carries all of these tags`,
      'host_storage',
    )
}
