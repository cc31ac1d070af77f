import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg, quote } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rawStorage } from '../raw-storage.ts'
import { run } from '../run.ts'
import { rootOf, type StorageDriver } from '../types.ts'
import { readProperties } from './properties.ts'
import { zfsVolume } from './volume.ts'

const mib = 1 << 20
/** By this property a dataset is known again. */
const OWNER = 'datahall:storage'

/** Volumes below a dataset of the node, which may be a pool itself. Letting go of it needs nothing. */
export const zfsStorage: StorageDriver<'zfs'> = (ssh, place) => {
  const { pool, identity } = place
  const read = async (signal: AbortSignal) => {
    const found = await readProperties(ssh, pool, [OWNER, 'used', 'available', 'readonly'], signal)
    if (!found) throw deviceRejected(msg`The node has no ZFS pool or dataset ${pool}`)
    const owner = found.get(OWNER) ?? '-'
    return { owner: owner === '-' ? null : owner, of: (name: string) => found.get(name) ?? '' }
  }

  return {
    ...rawStorage(rootOf(place), (path) => zfsVolume(ssh, path)),
    async connect(signal) {
      const { owner } = await read(signal)
      if (owner !== null && owner !== identity)
        throw deviceRejected(msg`${pool} on the node belongs to another storage already: choose another place`)
      if (owner === null) await run(ssh, ['zfs', 'set', `${OWNER}=${identity}`, '--', pool], signal)
    },
    disconnect: async () => {},
    async check(signal) {
      const { owner, of } = await read(signal)
      if (owner === null)
        throw deviceRejected(msg`${pool} on the node is not this storage: it does not carry its property`)
      if (owner !== identity) throw deviceRejected(msg`${pool} on the node is another storage`)
      if (of('readonly') === 'on') throw deviceRejected(msg`${pool} on the node is read-only`)
      const [used, available] = [Number(of('used')), Number(of('available'))]
      const health = await run(ssh, ['zpool', 'list', '-H', '-o', 'health', '--', pool.split('/')[0] ?? ''], signal)
      // Neither reads nor writes come to an end there, or what is on it is not whole: zpoolconcepts(7), Device Failure and Recovery.
      if (!['ONLINE', 'DEGRADED'].includes(health.trim()))
        throw deviceRejected(msg`the pool is ${quote(health.trim())}: mend it on the node (zpool status)`)
      return {
        total_mib: Math.floor((used + available) / mib),
        used_mib: Math.ceil(used / mib),
        lost: health.trim() === 'DEGRADED' ? msg`a disk of the pool has failed` : null,
      }
    },
    async volumes(signal) {
      const text = await run(
        ssh,
        ['zfs', 'list', '-H', '-p', '-t', 'volume', '-d', '1', '-o', 'name,used', '--', pool],
        signal,
      )
      return text.split('\n').flatMap((line) => {
        const [name, size] = line.split('\t')
        return name?.startsWith(`${pool}/`)
          ? [{ name: cleanMessage(name.slice(pool.length + 1)).slice(0, 255), size_mib: Math.ceil(Number(size) / mib) }]
          : []
      })
    },
  }
}
