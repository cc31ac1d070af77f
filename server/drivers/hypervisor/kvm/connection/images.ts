import type { Images } from '../../image-types.ts'
import { putImage } from '../../linux/images.ts'
import { deleteImage } from '../delete-image.ts'
import type { KvmNode } from '../kvm-node.ts'
import { removeMadeImage } from '../make-image.ts'

/** Images that are brought to the node or made on it. */
export function images(node: KvmNode): Images {
  const { ssh, exports } = node
  return {
    putImage: (image, onProgress, signal) => node.do(signal, () => putImage(ssh, image, onProgress, signal)),
    deleteImage: (image, folders, signal) => node.do(signal, () => deleteImage(ssh, image, folders, signal)),

    makeImage: (internalName, request, onProgress, signal) =>
      node.do(signal, () => exports.image(internalName, request, onProgress, signal)),

    dropMadeImage: (internalName, request, signal) =>
      node.do(signal, async () => {
        await exports.dropImage(internalName, request, signal)
        await removeMadeImage(ssh, request.to, signal)
      }),
  }
}
