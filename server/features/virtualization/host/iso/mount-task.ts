import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import type { Medium } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { judgeRow } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { noteDrive, specWith } from './record.ts'
import { startWith } from './start-with.ts'

const SMALL = 60_000

type Mounted = { started: boolean; waits: boolean }

/** Puts an ISO image that is on the node into the drive of a VM, at once while it runs, or starts the VM from it. */
export const isoMountTask = defineTask({
  name: 'host_iso_mount',
  title: 'Mount ISO image',
  input: z.object({ host_id: z.int(), reboot: z.boolean() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 30 * 60_000,
  async run(t, { host_id, reboot }): Promise<Mounted> {
    const { path, running } = await begin(t, host_id, reboot)
    t.progress(10, msg`Putting the ISO image into the drive`)
    const waits = reboot
      ? await startWith(t, host_id, { path, boot: true }, running)
      : await insert(t, host_id, { path, boot: false })
    await t.stepTx('note', async (work) => {
      await noteDrive(work, host_id, { status: 'mounted', waits })
      await changedHost(work, host_id)
    })
    return { started: reboot, waits: waits !== null }
  },
  settle: async (t, { host_id }, outcome) => {
    if (outcome.status !== 'complete')
      await t.stepTx('give_up', async (work) => {
        await work.tx.host_iso.deleteMany({ where: { host_id, status: 'ready' } })
        await changedHost(work, host_id)
      })
    const started = outcome.status === 'complete' && (outcome.output as Mounted | undefined)?.started === true
    await settleHost(t, host_id, { action: 'host_iso_mount', outcome, started })
  },
})

/** Judges the mounting when its turn has come. Journalled: the record says otherwise once it is under way. */
const begin = (t: TaskContext, host_id: number, reboot: boolean) =>
  t.stepTx('begin', async (work: Work) => {
    await lockRow(work, 'host', host_id)
    const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
    judgeRow(row, reboot ? 'iso_boot' : 'iso_mount')
    const [place] = await work.sql<{ path: string }>(
      `select p.path from host_iso m join iso_node p on p.iso_id = m.iso_id and p.node_id = $2::int
        where m.host_id = $1::int and m.status = 'ready'`,
      [host_id, row.node_id],
    )
    if (!place) throw wrongState(msg`The ISO image is not on the node of the VM any more`)
    return { path: place.path, running: row.state === 'active' }
  })

/** Puts it into the drive; answers why that waits for the next start, in the words that the record keeps, or null. */
async function insert(t: TaskContext, host_id: number, medium: Medium): Promise<string | null> {
  const change = async (content: Medium | null, signal: AbortSignal) => {
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const node = await nodeConnection(row.node_id ?? 0, signal)
    return node.changeMedium(await specWith(host_id, content), signal)
  }
  return t.step(
    'insert',
    async (signal) => {
      const why = await change(medium, signal)
      return why === null ? null : stored(why)
    },
    {
      retries: 1,
      timeoutMs: SMALL,
      undo: async (_, signal) => void (await change(null, signal)),
      undoUnfinished: true,
    },
  )
}

async function changedHost(work: Work, host_id: number): Promise<void> {
  const row = await work.tx.host.findUnique({ where: { id: host_id } })
  if (row) hostChanged(work, row)
}
