import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Images } from '../../image-types.ts'
import { bringImage, dropImage } from '../images.ts'
import type { LxdNode } from '../lxd-node.ts'
import { unavailable } from '../unavailable.ts'

/** Images that are brought to LXD; none are made. */
export function images(node: LxdNode): Images {
  const { ssh, link } = node
  return {
    putImage: (image, onProgress, signal) => node.do(signal, () => bringImage(ssh, link, image, onProgress, signal)),
    deleteImage: (image, _folders, signal) => node.do(signal, () => dropImage(ssh, link, image, signal)),

    makeImage: async (_internalName, _request, _onProgress, signal) =>
      unavailable(signal, deviceRejected(msg`Images cannot be made of containers yet`)),

    /** Nothing was ever made. */
    dropMadeImage: async (_internalName, _request, signal) => signal.throwIfAborted(),
  }
}
