import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { rbdImage } from '../../../domain/storage/volumes.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { noDriver, type RawSize, type RawVolume } from '../raw-volume.ts'
import { answerOf, lastLine } from './answers.ts'
import { CephPrograms } from './programs.ts'

/** Removing an image or going back to a snapshot visits each of its objects. */
const LONG_MS = 600_000
/** Copying one reads and writes all of it. */
const COPY_MS = 2 * 3600_000
/** Errno of rbd, as its exit codes. */
const [ABSENT, BUSY, NOT_EMPTY] = [2, 16, 39]

const described = z.object({ size: z.number().nonnegative() })
const snapshots = z.array(z.object({ name: z.string() }))

export type RbdVolume = RawVolume & {
  /** Names of the snapshots of the image. */
  snapshots(signal: AbortSignal): Promise<string[]>
  /** Keeps the present state under a name, goes back to it, or removes it. What is used by a running VM is not gone back from. */
  snapshot(how: 'create' | 'rollback' | 'rm', name: string, signal: AbortSignal): Promise<void>
  /** A new image of the same pool with what a snapshot has. */
  copy(snapshot: string, to: string, signal: AbortSignal): Promise<void>
}

/** An image of RBD, by the programs of Ceph on a node that is connected to its pool. */
export function rbdVolume(ssh: SshConnection, at: string): RbdVolume {
  const image = rbdImage(at)
  if (!image) throw noDriver(at)
  const { pool, name } = image
  const programs = new CephPrograms(ssh, image)
  const spec = `${pool}/${name}`
  const long = { timeoutMs: LONG_MS }
  const beside = (path: string) => {
    const other = rbdImage(path)
    if (!other || other.pool !== pool) throw noDriver(path)
    return `${pool}/${other.name}`
  }

  async function size(signal: AbortSignal): Promise<RawSize | null> {
    const found = await programs.try('rbd', ['info', spec, '--format', 'json'], signal)
    if (found.code === ABSENT) return null
    if (found.code !== 0) throw deviceRejected(msg`Ceph rejected a request of the node: ${lastLine(found)}`)
    return { bytes: answerOf(described, found.stdout).size, step: 1 }
  }

  async function remove(signal: AbortSignal, isCleared = false): Promise<void> {
    const removed = await programs.try('rbd', ['rm', spec, '--no-progress'], signal, long)
    if (removed.code === 0 || removed.code === ABSENT) return
    if (removed.code === NOT_EMPTY && !isCleared) {
      await programs.run('rbd', ['snap', 'purge', spec, '--no-progress'], signal, long)
      return remove(signal, true)
    }
    if (removed.code === BUSY)
      throw deviceRejected(msg`The image ${name} in Ceph is still used by a running VM or a copy of it`)
    throw deviceRejected(msg`Ceph rejected a request of the node: ${lastLine(removed)}`)
  }

  return {
    size,
    async create(size_mib, signal) {
      await programs.run('rbd', ['create', spec, '--size', `${size_mib}M`], signal)
    },
    async grow(size_mib, signal) {
      const now = await size(signal)
      if (now && now.bytes >= size_mib * (1 << 20)) return
      await programs.run('rbd', ['resize', spec, '--size', `${size_mib}M`, '--no-progress'], signal)
    },
    async rename(to, signal) {
      await programs.run('rbd', ['rename', spec, beside(to)], signal)
    },
    async copy(snapshot, to, signal) {
      const words = ['cp', `${spec}@${snapshot}`, beside(to), '--no-progress']
      await programs.run('rbd', words, signal, { timeoutMs: COPY_MS })
    },
    remove: (signal) => remove(signal),
    async snapshots(signal) {
      const words = ['snap', 'ls', spec, '--format', 'json']
      return answerOf(snapshots, await programs.run('rbd', words, signal)).map((one) => one.name)
    },
    async snapshot(how, snapshot, signal) {
      const quiet = how === 'rm' ? [] : ['--no-progress']
      await programs.run('rbd', ['snap', how, `${spec}@${snapshot}`, ...quiet], signal, long)
    },
  }
}
