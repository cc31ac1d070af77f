import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { bringToNode, isoNodeLock } from '../../iso/node-file.ts'
import { claimHost, hostChanged, queueHostTask } from '../claim.ts'
import { isoMountTask } from './mount-task.ts'
import { noteDrive } from './record.ts'

const by = z.object({ account_id: z.int(), isAdmin: z.boolean(), email: z.string() })

/** Brings an ISO image to the node of a VM, and then has it put into the drive. The VM is not held up meanwhile. */
export const isoPrepareTask = defineTask({
  name: 'host_iso_prepare',
  title: 'Bring ISO image to the node of a VM',
  /** `by`: who has asked, whose right it is when the turn has come. */
  input: z.object({ host_id: z.int(), iso_id: z.int(), node_id: z.int(), reboot: z.boolean(), by }),
  locks: ({ node_id }) => [isoNodeLock(node_id)],
  timeoutMs: 12 * 3600_000,
  async run(t, { host_id, iso_id, reboot, by: actor }) {
    const row = await db().prisma.host.findUnique({ where: { id: host_id } })
    if (!row || row.node_id === null) throw wrongState(msg`The VM has no node`)
    await bringToNode(t, iso_id, row.node_id)
    return t.stepTx('hand_over', async (work) => {
      const { count } = await noteDrive(work, host_id, { status: 'ready' })
      if (count === 0) throw wrongState(msg`The ISO image was called off`)
      const asker = { actor, expectedVersion: null }
      const claimed = await claimHost(work, asker, host_id, reboot ? 'iso_boot' : 'iso_mount')
      const { name } = await work.tx.iso.findUniqueOrThrow({ where: { id: iso_id } })
      const task = await queueHostTask(work, asker, claimed.row, {
        definition: isoMountTask,
        input: { host_id, reboot },
        consul_id: t.consulId,
        params: { iso: name, reboot },
      })
      return { task: task.id }
    })
  },
  async settle(t, { host_id, iso_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('give_up', async (work) => {
      await work.tx.host_iso.deleteMany({ where: { host_id, iso_id, status: { in: ['downloading', 'ready'] } } })
      const row = await work.tx.host.findUnique({ where: { id: host_id } })
      if (row) hostChanged(work, row)
    })
  },
})
