import { vi } from 'vitest'
import { DummyConnection } from '../../../../../simulation/hypervisor/connection.ts'
import { dummyNode } from '../../../../../simulation/hypervisor/node.ts'
import { t } from '../../queue-fixture.ts'

/** A storage in a folder of all nodes of the cluster. */
export async function addStorage(name: string, folder = `/srv/${name}`): Promise<number> {
  const { body } = await t.admin.post('/vm/v3/storage', { name, type: 'file', storage_params: {} })
  await t.done(
    await t.admin.post(`/vm/v3/cluster/${t.cluster}/storage/${body.id}`, { virt_pool: { vm_storage_path: folder } }),
  )
  return body.id
}

export const readDisk = async (id: number) => (await t.admin.get(`/vm/v3/disk/${id}`)).body
export const promisedOf = async (id: number) => (await t.admin.get(`/vm/v3/storage/${id}`)).body.promised_mib as number

/** What the nodes have of a disk: its volumes, its VM's definition, and seeds. */
export async function onNodes(disk_id: number) {
  const one = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: disk_id } })
  const row = one.host_id === null ? null : await t.database.prisma.host.findUnique({ where: { id: one.host_id } })
  // Disk 2 is not disk 20.
  const own = new RegExp(`/${row ? row.internal_name : `disk-${disk_id}`}(?!\\d)`)
  const nodes = await t.database.prisma.node.findMany({ orderBy: { id: 'asc' } })
  const volumes: string[] = []
  for (const node of nodes) {
    const { files } = await dummyNode(node.ip).store.read()
    for (const [path, file] of Object.entries(files))
      if (own.test(path) && file.kind === 'volume') volumes.push(`${node.name} ${path}`)
  }
  const home = nodes.find(({ id }) => id === one.node_id)
  const { store } = dummyNode(home?.ip ?? '')
  const { domains, files } = await store.read()
  const domain = row ? domains[row.internal_name] : undefined
  const seeds = Object.keys(files).filter((path) => own.test(path) && files[path]?.kind === 'seed')
  return { one, row, volumes, domain, seeds, files, store, home }
}

const original = DummyConnection.prototype.moveDisk

/** Moves stand still at half until their task ends them, or with `loses` until the node is gone. Answers when one has come so far. */
export function standStillAtHalf(): { reached: Promise<void>; restore: () => void } {
  let tell = () => {}
  const reached = new Promise<void>((resolve) => {
    tell = resolve
  })
  const spy = vi.spyOn(DummyConnection.prototype, 'moveDisk').mockImplementation(async function (
    this: DummyConnection,
    spec,
    move,
    onCopied,
    signal,
  ) {
    const half = new AbortController()
    const until = (done: number, all: number) => {
      onCopied(done, all)
      if (done >= all / 2) half.abort(new Error('half'))
    }
    await original.call(this, spec, move, until, AbortSignal.any([signal, half.signal])).catch(() => {})
    tell()
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      this.closed.then(reject)
    })
  })
  return { reached, restore: () => spy.mockRestore() }
}
