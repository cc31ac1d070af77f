// A worker that backs up and restores as the panel's does: it runs already and has its connection to the node; the store is opened for
// each task. The disk comes over SSH from the node, and goes over SSH into the store.
import { randomBytes } from 'node:crypto'
import { initStore } from '../../../server/backup-store/marker.ts'
import { openStore, type Store } from '../../../server/backup-store/store.ts'
import { sshLocation } from '../../../server/drivers/backup-location/ssh/connection.ts'
import { kvmDriver } from '../../../server/drivers/hypervisor/kvm/driver.ts'
import type { NodeConnection } from '../../../server/drivers/hypervisor/types.ts'
import { storeDisk } from '../../../server/features/virtualization/backup/read-disk.ts'
import { writeVolume } from '../../../server/features/virtualization/backup/restore/write-volume.ts'
import { newRoot, storeKeys } from '../../../server/protocols/chunk-store/keys.ts'

/** `begin` comes first, with a folder that is empty; `path` is that of a disk on the node. */
export type Asked =
  | { kind: 'begin'; port: number; privateKey: string; folder: string }
  | { kind: 'backup'; path: string }
  | { kind: 'restore'; path: string }
/** Most memory so far, MiB; or what went wrong. */
export type Told = { memory: number } | { fault: string }

const subject = '6f1c8d1e-0000-4000-8000-000000000001'
const signal = AbortSignal.timeout(3600_000)
const keys = storeKeys(newRoot())

type Last = { file: string; digest: Buffer; checkpoint: string | null }
let node: NodeConnection | null = null
let open: () => ReturnType<typeof sshLocation.connect>
let last: Last | null = null

async function begin({ port, privateKey, folder }: Extract<Asked, { kind: 'begin' }>): Promise<void> {
  const way = { address: '127.0.0.1', port, auth: { privateKey }, hostKey: null }
  node?.close()
  node = await kvmDriver.connect({ ...way, username: 'root' }, signal)
  open = () => sshLocation.connect({ ...way, login: 'root', path: `${folder}/store` }, signal)
  last = null
  const files = await open()
  await files.makeFolder('')
  await initStore(files, keys, { chunk_bytes: 1 << 20, location: 'bench' })
  files.close()
}

async function withStore<T>(work: (store: Store, on: NodeConnection) => Promise<T>): Promise<T> {
  if (!node) throw new Error('begin comes first')
  const files = await open()
  const store = await openStore({ files, keys })
  try {
    return await work(store, node)
  } finally {
    await store.close()
    files.close()
  }
}

const backup = (path: string) =>
  withStore(async (store, on) => {
    const parent = last && (await store.getIndex({ subject, backup: last.file }, last.digest))
    const request = {
      disks: [{ path, format: 'qcow2' as const, target_dev: 'vda' }],
      checkpoint: `dh-${randomBytes(10).toString('hex')}`,
      parent: last?.checkpoint ?? null,
      scratch: path.slice(0, path.lastIndexOf('/')),
      floor_mib: 64,
    }
    const exported = await on.exportDisks(null, request, signal)
    const [disk] = exported.disks
    if (!disk || (parent && !disk.incremental)) throw new Error('Nothing tells what has changed')
    const { file, digest } = await storeDisk(disk, store, parent, {
      subject,
      progress: () => {},
      note: async () => {},
      signal,
    })
    await exported.finish(signal)
    last = { file, digest: Buffer.from(digest, 'hex'), checkpoint: exported.checkpoint }
  })

const restore = (path: string) =>
  withStore(async (store, on) => {
    if (!last) throw new Error('Nothing was backed up')
    const index = await store.getIndex({ subject, backup: last.file }, last.digest)
    await on.createVolume({ path, size_mib: index.size / 2 ** 20, backing: null }, signal)
    const volume = await on.exportVolume({ path, format: 'qcow2' }, signal)
    await writeVolume(store, index, volume, signal, () => {})
    await volume.close(signal)
  })

async function act(asked: Asked): Promise<Told> {
  try {
    await (asked.kind === 'begin' ? begin(asked) : asked.kind === 'backup' ? backup(asked.path) : restore(asked.path))
    return { memory: process.resourceUsage().maxRSS / 1024 }
  } catch (fault) {
    return { fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }
  }
}

process.on('message', (asked: Asked) => void act(asked).then((told) => process.send?.(told)))
process.on('disconnect', () => process.exit(0))
