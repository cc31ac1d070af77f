import type { Images } from '../../../drivers/hypervisor/image-types.ts'
import { nodePath } from '../../../drivers/hypervisor/linux/paths.ts'
import type { DummyCalls } from '../calls.ts'
import { deleteFile } from '../files.ts'
import { dropImage, takeImage } from '../images.ts'
import { makeImage } from '../made-images.ts'
import { takes } from '../node.ts'

/** Images on a simulated node. */
export const images: DummyCalls<Images> = {
  putImage(image, onProgress, signal) {
    return this.link.do(takes.command, signal, (either) => {
      nodePath(image.path)
      return takeImage(this.node, image, onProgress, either)
    })
  },

  deleteImage({ path }, _folders, signal) {
    return this.link.do(takes.command, signal, async () => dropImage(this.node, nodePath(path)))
  },

  makeImage(internalName, request, onProgress, signal) {
    return this.link.do(takes.volume, signal, () => makeImage(this.node, internalName, request, onProgress))
  },

  dropMadeImage(_internalName, { to }, signal) {
    return this.link.do(takes.command, signal, () => deleteFile(this.node, to))
  },
}
