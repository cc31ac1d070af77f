import type { cluster } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { NodeCreate } from '../../../domain/node/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
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
  if (tags?.length)
    throw new PanelError('invalid_input', msg`host_storage.tags: storages have no tags yet`, { value: 'host_storage' })
  if (path !== undefined) {
    const storages = await work.tx.cluster_storage.findMany({ where: { cluster_id: home.id, enabled: true } })
    const folders = storages.flatMap(({ virt_pool }) => {
      const folder = (virt_pool as { vm_storage_path?: string | null }).vm_storage_path
      return folder ? [plain(folder)] : []
    })
    if (!folders.includes(plain(path)))
      throw new PanelError(
        'invalid_input',
        msg`host_storage.path: ${path} is not a storage of the cluster ${home.name}, whose VMs are in ${folders.join(', ') || msg`not a directory`}`,
        { value: 'host_storage' },
      )
  }
  const images = body.image_storage_path
  if (images && plain(images) !== plain(home.image_storage_path))
    throw new PanelError(
      'invalid_input',
      msg`image_storage_path: the cluster ${home.name} keeps its images in ${home.image_storage_path}, on every node`,
      { value: 'image_storage_path' },
    )
}
