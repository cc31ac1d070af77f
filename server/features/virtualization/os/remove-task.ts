import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, type PanelError } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { osChanged } from './changes.ts'
import { imageLock, imagePath } from './image.ts'

/** VMs that a refusal names. */
const NAMED = 5
/** Time to look into each disk of a node. */
const LOOK_MS = 10 * 60_000

type Removal = { os_id: number; node_id: number }

/** Removes an image from a node, unless disks of VMs stand on it. */
export const osRemoveTask = defineTask({
  name: 'os_remove',
  title: 'Remove system image from node',
  /** `same`: other systems that have the same file. */
  input: z.object({ os_id: z.int(), node_id: z.int(), same: z.array(z.int()) }),
  locks: ({ os_id, node_id, same }) => [os_id, ...same].map((id) => imageLock(id, node_id)),
  timeoutMs: 30 * 60_000,
  async run(t, { os_id, node_id, same }) {
    const image = await t.stepTx('begin', (work) => begin(work, { os_id, node_id }))
    const shared = await db().prisma.os_node.count({ where: { node_id, os_id: { in: same }, sha256: image.sha256 } })
    t.progress(20, msg`Looking for disks that stand on the image`)
    if (shared === 0)
      await t.step(
        'remove',
        async (signal) => {
          const above = await (await nodeConnection(node_id, signal)).deleteImage(image, await folders(node_id), signal)
          if (above.length > 0) throw await stays(node_id, above)
        },
        { retries: 1, timeoutMs: LOOK_MS },
      )
    await t.stepTx('forget', async (work) => {
      await work.tx.os_node.deleteMany({ where: { os_id, node_id } })
      await noteChange(work, os_id)
    })
  },
  async settle(t, { os_id, node_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', async (work) => {
      const where = { os_id, node_id, state: 'deleting' }
      const fault = outcome.error?.message ?? null
      const { count } = await work.tx.os_node.updateMany({ where, data: { state: 'ready', fault } })
      if (count > 0) await noteChange(work, os_id)
    })
  },
})

/** Looks once more now that the image is held: a copy that went first has brought it again, for a VM that needs it. */
async function begin(work: Work, { os_id, node_id }: Removal): Promise<{ path: string; sha256: string }> {
  const [there] = await work.sql<{ sha256: string; state: string }>(
    'select sha256, state from os_node where os_id = $1::int and node_id = $2::int for update',
    [os_id, node_id],
  )
  if (there?.state !== 'deleting') throw inUse(msg`A VM needs the image again: it stays`)
  const os = await work.tx.os.findUniqueOrThrow({ where: { id: os_id } })
  const { cluster_id } = await work.tx.node.findUniqueOrThrow({ where: { id: node_id } })
  const { os_storage_path } = await work.tx.cluster.findUniqueOrThrow({ where: { id: cluster_id } })
  // The one that is there, which may be older than the catalogue's.
  const { sha256 } = there
  return { path: imagePath(os_storage_path, { sha256, format: os.format }), sha256 }
}

/** Where disks are on a node: the storages of its cluster. */
async function folders(node_id: number): Promise<string[]> {
  const { prisma } = db()
  const { cluster_id } = await prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  const storages = await prisma.cluster_storage.findMany({ where: { cluster_id } })
  const paths = storages.map(({ virt_pool }) => (virt_pool as { vm_storage_path?: string | null }).vm_storage_path)
  return [...new Set(paths.map((path) => (path ?? '/vm').replace(/\/$/, '')))]
}

/** Why an image stays, with the VMs whose disks these are. */
async function stays(node_id: number, above: readonly string[]): Promise<PanelError> {
  const hosts = await db().prisma.host.findMany({ where: { node_id }, select: { name: true, internal_name: true } })
  const files = above.map((path) => path.slice(path.lastIndexOf('/') + 1))
  const names = files.map((file) => hosts.find((one) => file.startsWith(`${one.internal_name}-`))?.name ?? file)
  const some = [...new Set(names)]
  const list = joined(
    some.slice(0, NAMED).map((name) => msg`${name}`),
    ', ',
  )
  return inUse(
    some.length > NAMED
      ? msg`The image stays: disks of ${some.length} VMs stand on it, of them ${list}. Delete or reinstall these VMs first`
      : msg`The image stays: disks stand on it (${list}). Delete or reinstall these VMs first`,
  )
}

async function noteChange(work: Work, os_id: number) {
  const os = await work.tx.os.findUnique({ where: { id: os_id } })
  if (os) osChanged(work, os, 'update')
}
