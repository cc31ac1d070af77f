import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rawStorage } from '../raw-storage.ts'
import { rootOf, type StorageDriver, type StorageReading } from '../types.ts'
import { answerOf, lastLine } from './answers.ts'
import { judgeHealth } from './health.ts'
import { rbdVolume } from './image.ts'
import { connectedTo, removeAccess, writeAccess } from './node-files.ts'
import { CephPrograms } from './programs.ts'

const mib = 1 << 20
const MOST_VOLUMES = 100_000
/** Each image is opened for its size. */
const LIST_MS = 300_000
/** Managers report every two to five seconds. */
const COUNTED_MS = 15_000
/** An object of the pool by which it is known again. */
const MARKER = 'datahall_storage'

const count = z.number().nonnegative()
const space = z.object({
  pools: z.array(z.object({ name: z.string(), stats: z.object({ stored: count, max_avail: count }) })),
})
const images = z.array(z.object({ image: z.string(), size: count, snapshot: z.string().optional() }))

/** RBD images in a pool. Nodes run nothing for it: QEMU speaks with the cluster itself, and programs of Ceph make and list images. */
export const cephStorage: StorageDriver<'ceph'> = (ssh, place) => {
  const { identity, pool, user, access } = place
  const programs = new CephPrograms(ssh, { pool, user })
  const rados = (...words: string[]) => ['--pool', pool, ...words]
  const othersPool = () =>
    deviceRejected(msg`The pool ${pool} of Ceph belongs to another storage already: choose another pool`)

  /** The storage that has marked the pool; null: none yet. */
  async function owner(signal: AbortSignal): Promise<string | null> {
    const found = await programs.try('rados', rados('get', MARKER, '-'), signal)
    if (found.code === 0) return found.stdout.trim().slice(0, 100)
    if (/error getting .*\(2\)/.test(found.stderr)) return null
    throw deviceRejected(msg`The pool ${pool} of Ceph cannot be used: ${lastLine(found)}`)
  }

  async function connect(signal: AbortSignal) {
    if (!access) throw new Error('Nothing says how this storage is reached')
    const before = await connectedTo(ssh, pool, signal)
    if (before !== null && before !== identity) throw othersPool()
    await writeAccess(ssh, { identity, pool }, await access(signal), signal)
    try {
      const there = await owner(signal)
      if (there === identity) return
      if (there !== null) throw othersPool()
      // Of two nodes that come at the same moment, both write the same.
      await programs.run('rados', rados('put', MARKER, '-'), signal, { stdin: identity })
      await awaitSize(signal)
    } catch (error) {
      // One that was connected before may have VMs that run from it.
      if (before === null) await removeAccess(ssh, { identity, pool }, signal)
      throw error
    }
  }

  async function disconnect(signal: AbortSignal) {
    const known = await connectedTo(ssh, pool, signal)
    if (known === null || known === identity) await removeAccess(ssh, { identity, pool }, signal)
  }

  async function check(signal: AbortSignal): Promise<StorageReading> {
    const health = await programs.try('ceph', ['health', 'detail', '--format', 'json'], signal)
    if (health.code !== 0) throw deviceRejected(msg`The monitors of Ceph do not answer: ${lastLine(health)}`)
    const { stopped, lost } = judgeHealth(health.stdout)
    // Before anything is read or written, which would wait.
    if (stopped) throw deviceRejected(msg`Ceph does not serve all of its data: ${stopped}`)
    const there = await owner(signal)
    if (there === null)
      throw deviceRejected(msg`The pool ${pool} of Ceph is not this storage: the object ${MARKER} is missing`)
    if (there !== identity) throw deviceRejected(msg`The pool ${pool} of Ceph is another storage`)
    await probe(signal)
    const counted = await size(signal)
    if (!counted)
      throw deviceRejected(
        msg`Ceph does not say how large the pool ${pool} is: its managers (ceph-mgr) are probably not running`,
      )
    return { ...counted, lost }
  }

  /** How large the pool is; null while its managers do not say. */
  async function size(signal: AbortSignal) {
    const { pools } = answerOf(space, await programs.run('ceph', ['df', '--format', 'json'], signal))
    const stats = pools.find(({ name }) => name === pool)?.stats
    const total = (stats?.stored ?? 0) + (stats?.max_avail ?? 0)
    if (!stats || total === 0) return null
    return { total_mib: Math.floor(total / mib), used_mib: Math.ceil(stats.stored / mib) }
  }

  /** Waits until a pool that was made a moment ago is in a report of the managers. Whether it is, a check will say. */
  async function awaitSize(signal: AbortSignal): Promise<void> {
    for (const end = Date.now() + COUNTED_MS; Date.now() < end && !(await size(signal)); )
      await delay(1000, undefined, { signal })
  }

  async function probe(signal: AbortSignal) {
    const name = `datahall_probe_${randomUUID()}`
    await programs.run('rados', rados('put', name, '-'), signal, { stdin: name })
    try {
      if ((await programs.run('rados', rados('get', name, '-'), signal)) !== name)
        throw deviceRejected(msg`The pool ${pool} of Ceph does not return what was written to it`)
    } finally {
      await programs.run('rados', rados('rm', name), signal)
    }
  }

  return {
    connect,
    disconnect,
    check,
    async volumes(signal) {
      const words = ['ls', '--long', '--pool', pool, '--format', 'json']
      const said = await programs.run('rbd', words, signal, { timeoutMs: LIST_MS })
      return answerOf(images, said)
        .filter(({ snapshot }) => snapshot === undefined)
        .slice(0, MOST_VOLUMES)
        .map((one) => ({ name: cleanMessage(one.image).slice(0, 255), size_mib: Math.ceil(one.size / mib) }))
    },
    ...rawStorage(rootOf(place), (path) => rbdVolume(ssh, path)),
  }
}
