import { z } from 'zod'
import type { disk_move } from '../../../../../../generated/prisma/client.ts'
import { diskVolume } from '../../../../../domain/storage/volumes.ts'
import { msg } from '../../../../../shared/text.ts'
import { defineTask } from '../../../../../tasks/define.ts'
import { nodeConnection } from '../../../node/connections.ts'
import { copyAcross } from './across.ts'
import { arrive, NO_DOMAIN, removeOld, routeOf, settleMove } from './record.ts'
import { look, tellProgress } from './task.ts'

const LOOK_MS = 20_000

export const freeDiskMoveTask = defineTask({
  name: 'disk_move',
  title: 'Move a disk to another storage or node',
  input: z.object({ disk_id: z.int(), keeps_image: z.boolean(), limit: z.int().nullable() }),
  locks: ({ disk_id }) => [`disk:${disk_id}`],
  timeoutMs: 72 * 3600_000,
  async run(t, { disk_id, keeps_image, limit }) {
    const { one, to, from, node_id } = await t.step('read', () => routeOf(disk_id), { timeoutMs: LOOK_MS })
    await t.step('look', (signal) => look(NO_DOMAIN, to.node_id, to.storage_id, signal), { timeoutMs: LOOK_MS })
    await t.step('look_at_source', (signal) => look(NO_DOMAIN, node_id, one.storage_id, signal), {
      timeoutMs: LOOK_MS,
    })
    const stays = to.node_id === node_id
    await t.step('copy', async (signal) => {
      const [source, goal] = [await nodeConnection(node_id, signal), await nodeConnection(to.node_id, signal)]
      const { size_mib } = one
      const onCopied = tellProgress(t)
      if (!stays) return copyAcross({ source, goal, from, to: to.path, size_mib, limit, onCopied }, signal)
      const copy = {
        from: diskVolume(from),
        to: { path: to.path, size_mib },
        keepsImage: keeps_image,
        limit,
      }
      return source.copyVolume(copy, onCopied, signal)
    })
    await t.stepTx('arrive', (work) => arrive(work, disk_id, 'new', [from]))
    t.progress(95, msg`Removing the old volume`)
    await t.step('file', (signal) => removeOld(disk_id, signal))
    return { storage_id: to.storage_id, node_id: to.node_id } satisfies Partial<disk_move>
  },
  /** The record says where it is: as long as it has not arrived, the old volume is the disk. */
  async settle(t, { disk_id }, outcome) {
    if (outcome.status !== 'complete') await settleMove(t, disk_id)
  },
})
