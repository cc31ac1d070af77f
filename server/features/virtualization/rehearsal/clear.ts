import type { rehearsal } from '../../../../generated/prisma/client.ts'
import { diskVolume, filesBeside, placeOfVolume } from '../../../domain/storage/volumes.ts'
import { isolatedBridge } from '../../../drivers/hypervisor/isolated-bridge.ts'
import { nodeConnection } from '../node/connections.ts'

/**
 * Removes all that a rehearsal has made on its node, wherever it was broken off. Repeatable.
 * @throws PanelError when the node does not answer, or refuses
 */
export async function clearRehearsal(
  { id, node_id, internal_name, files }: Pick<rehearsal, 'id' | 'node_id' | 'internal_name' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  if (node_id === null || internal_name === null) return
  const node = await nodeConnection(node_id, signal)
  await node.destroyDomain(internal_name, signal)
  await node.undefineDomain(internal_name, signal)
  for (const path of files) {
    if (!path.endsWith('.iso')) {
      // What a worker that is gone was writing is served still.
      const disks = [{ ...diskVolume(path), target_dev: 'vda' }]
      await node.endExport(null, { disks, scratch: filesBeside(placeOfVolume(path)), keep: null }, signal)
    }
    await node.deleteFile(path, signal)
  }
  await node.removeIsolatedBridge(isolatedBridge(id), signal)
}
