import { z } from 'zod'
import type { image } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { diskVolume, filesBeside } from '../../../domain/storage/volumes.ts'
import type { ImageRequest, MadeImage } from '../../../drivers/hypervisor/image-types.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome } from '../../../tasks/define.ts'
import { hostChanged } from '../host/claim.ts'
import { diskPath, storagePath } from '../host/files.ts'
import { judgeRow } from '../host/judge.ts'
import { settleHost } from '../host/real-state.ts'
import { nodeConnection } from '../node/connections.ts'
import { requireStorage, requireStoragesOf } from '../storage/ready.ts'
import { utilityBoot } from '../utility-guest/guest.ts'
import { imageChanged, updateImage } from './changes.ts'
import { requireImageRoom } from './limit.ts'
import { imageLock, imagePathOn } from './place.ts'

const LOOK_MS = 20_000
/** What a guest overwrites while its disk is read: its file system keeps so much. */
const FLOOR_MIB = 512

/** Makes an image of the main disk of a VM, on its node. */
export const imageCreateTask = defineTask({
  name: 'image_create',
  title: 'Make an image of a virtual machine',
  input: z.object({ host_id: z.int(), image_id: z.int() }),
  locks: ({ host_id, image_id }) => [`host:${host_id}`, imageLock(image_id)],
  timeoutMs: 24 * 3600_000,
  async run(t, { host_id, image_id }) {
    const { node_id, name, request } = await t.stepTx('begin', (work) => begin(work, host_id, image_id))
    const { prisma } = db()
    const { storage_id, cleared } = await prisma.image.findUniqueOrThrow({ where: { id: image_id } })
    t.progress(2, msg`Looking for the disk of the VM`)
    await t.step(
      'look',
      async (signal) => {
        await (await nodeConnection(node_id, signal)).domain(name, signal)
        await requireStoragesOf(host_id, node_id, signal)
        if (storage_id !== null) await requireStorage(storage_id, node_id, signal)
      },
      { timeoutMs: LOOK_MS },
    )
    const made = await t.step(
      'make',
      async (signal) => {
        const node = await nodeConnection(node_id, signal)
        await node.ensureDirectories([request.to.slice(0, request.to.lastIndexOf('/'))], signal)
        const tell = (percent: number) =>
          t.progress(5 + Math.floor(percent * 0.9), msg`Reading and compressing the disk`)
        const clear = cleared && { clear: await utilityBoot(node_id) }
        return node.makeImage(name, { ...request, ...clear }, tell, signal)
      },
      {
        undo: async (_, signal) => (await nodeConnection(node_id, signal)).dropMadeImage(name, request, signal),
        undoUnfinished: true,
      },
    )
    await t.stepTx('finish', (work) => finish(work, { host_id, image_id, node_id }, made))
    return { image_id, frozen: made.frozen }
  },
  async settle(t, { host_id, image_id }, outcome) {
    if (outcome.status !== 'complete') await t.stepTx('note_failure', (work) => noteFailure(work, image_id, outcome))
    await settleHost(t, host_id, { action: 'image_create', outcome })
  },
})

type Begun = { node_id: number; name: string; request: ImageRequest }

/** Judged when its turn has come: what the image gets is what the VM has now. */
async function begin(work: Work, host_id: number, image_id: number): Promise<Begun> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  judgeRow(row, 'image')
  const image = await work.tx.image.findUnique({ where: { id: image_id } })
  if (image?.state !== 'creating') throw wrongState(msg`The image was deleted before it was made`)
  const main = await work.tx.disk.findFirst({ where: { host_id, is_main: true } })
  if (!main || row.node_id === null) throw wrongState(msg`The VM has no main disk`)
  const folder = await storagePath(row.cluster_id, main.storage_id)
  const to = await imagePathOn(image, row.node_id)
  await work.tx.image_node.deleteMany({ where: { image_id, node_id: { not: row.node_id } } })
  await work.tx.image_node.upsert({
    where: { image_id_node_id: { image_id, node_id: row.node_id } },
    create: { image_id, node_id: row.node_id, state: 'copying', path: to },
    update: { path: to },
  })
  return {
    node_id: row.node_id,
    name: row.internal_name,
    request: {
      disk: { ...diskVolume(diskPath(folder, row, main)), target_dev: main.target_dev ?? 'vda' },
      to,
      scratch: filesBeside(folder),
      floor_mib: FLOOR_MIB,
    },
  }
}

type Ids = { host_id: number; image_id: number; node_id: number }

async function finish(work: Work, { host_id, image_id, node_id }: Ids, made: MadeImage): Promise<void> {
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  await requireImageRoom(work, row, made.size_bytes)
  await work.tx.image_node.update({
    where: { image_id_node_id: { image_id, node_id } },
    data: { state: 'ready', updated_at: new Date() },
  })
  const { size_bytes, sha256, size_mib, frozen } = made
  await updateImage(work, image_id, { state: 'active', fault: null, size_bytes, sha256, size_mib, frozen })
  hostChanged(work, row)
}

/** One that was called off before its turn leaves nothing; one that failed is shown with its reason until it is deleted. */
async function noteFailure(work: Work, id: number, outcome: Outcome): Promise<void> {
  const known: image | null = await work.tx.image.findUnique({ where: { id } })
  if (known?.state !== 'creating') return
  await work.tx.image_node.deleteMany({ where: { image_id: id } })
  if (!outcome.started || outcome.status === 'aborted') {
    await work.tx.image.delete({ where: { id } })
    imageChanged(work, known, 'delete')
  } else await updateImage(work, id, { state: 'crashed', fault: outcome.error?.message ?? null })
}
