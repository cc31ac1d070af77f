import { deviceRejected } from '../../domain/shared/errors.ts'
import { volumeWay } from '../../domain/storage/volumes.ts'
import { msg } from '../../shared/text.ts'
import { cleanMessage } from '../clean-message.ts'
import { isSized, type RawVolume } from './raw-volume.ts'
import type { NodeStorage } from './types.ts'
import { isVolumeName } from './types.ts'

const mib = 1 << 20

/** What a storage does with single volumes that are no files. @param place what their paths begin with */
export function rawStorage(
  place: string,
  open: (path: string) => RawVolume,
): Pick<NodeStorage, 'createVolume' | 'growVolume' | 'removeVolume' | 'source'> {
  const at = (name: string) => {
    if (!isVolumeName(name)) throw deviceRejected(msg`${cleanMessage(name)} is no name of a volume`)
    return `${place}/${name}`
  }

  return {
    async createVolume(name, size_mib, signal) {
      await makeWhole(at(name), open, size_mib, async () => {}, signal)
    },
    async growVolume(name, size_mib, signal) {
      const volume = open(at(name))
      await volume.grow(size_mib, signal)
      const grown = await volume.size(signal)
      if (!grown) throw deviceRejected(msg`There is no volume ${at(name)} on the node`)
      return Math.floor(grown.bytes / mib)
    },
    removeVolume: (name, signal) => open(at(name)).remove(signal),
    source: (name) => ({ type: volumeWay(place) === 'rbd' ? 'network' : 'block', path: at(name) }),
  }
}

/**
 * Makes a volume that has its name only when it is whole. The same again is a no-op; another one in its place is refused.
 * @param fill writes into the unfinished one, which reads as zeros
 */
export async function makeWhole(
  path: string,
  open: (path: string) => RawVolume,
  size_mib: number,
  fill: (unfinished: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const present = await open(path).size(signal)
  if (present && isSized(present, size_mib)) return
  if (present) throw deviceRejected(msg`Another volume is already at ${path} on the node`)
  const unfinished = open(`${path}.new`)
  // One that an attempt which was broken off still writes to is not removed.
  await unfinished.remove(signal)
  await unfinished.create(size_mib, signal)
  await fill(`${path}.new`)
  await unfinished.rename(path, signal)
}
