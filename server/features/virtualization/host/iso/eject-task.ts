import { z } from 'zod'
import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { judgeRow } from '../judge.ts'
import { settleHost } from '../real-state.ts'
import { mediumOf } from './medium.ts'
import { noteDrive, specWith } from './record.ts'
import { startWith } from './start-with.ts'

const SMALL = 60_000

type Ejected = { already: boolean; started: boolean }

/** Takes the ISO image out of the drive of a VM, which is restarted when it was started from it. */
export const isoEjectTask = defineTask({
  name: 'host_iso_eject',
  title: 'Eject ISO image',
  /** `finish`: the VM has the system now that was installed from it. */
  input: z.object({ host_id: z.int(), finish: z.boolean() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 30 * 60_000,
  async run(t, { host_id, finish }): Promise<Ejected> {
    const begun = await t.stepTx('begin', (work) => begin(work, host_id))
    if (begun === null) return { already: true, started: false }
    const restart = begun.running && begun.reboot
    if (restart) await startWith(t, host_id, null, true)
    else {
      t.progress(20, msg`Ejecting the ISO image`)
      await takeOut(t, host_id)
    }
    await t.stepTx('forget', async (work) => {
      await work.tx.host_iso.deleteMany({ where: { host_id } })
      const row = await work.tx.host.update({
        where: { id: host_id },
        data: { ...(finish && systemOf(begun)), version: { increment: 1 } },
      })
      hostChanged(work, row)
    })
    return { already: false, started: restart }
  },
  settle: async (t, { host_id }, outcome) => {
    if (outcome.status !== 'complete')
      await t.stepTx('keep', async (work) => void (await noteDrive(work, host_id, { leaving: false })))
    const started = outcome.status === 'complete' && (outcome.output as Ejected | undefined)?.started === true
    await settleHost(t, host_id, { action: 'host_iso_eject', outcome, started })
  },
})

type Begun = { running: boolean; reboot: boolean; name: string; os_group: string }

/** Judges when the turn has come; null: there is nothing in the drive any more. */
async function begin(work: Work, host_id: number): Promise<Begun | null> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  judgeRow(row, 'iso_eject')
  const drive = await work.tx.host_iso.findUnique({ where: { host_id } })
  if (!drive) return null
  const { name, os_group } = await work.tx.iso.findUniqueOrThrow({ where: { id: drive.iso_id } })
  return { running: row.state === 'active', reboot: drive.reboot, name, os_group }
}

/** The system is none of the catalogue: the panel knows its name, and no passwords. */
const systemOf = ({ name, os_group }: Begun) => ({
  os_id: null,
  os_name: name,
  os_group,
  guest_password: null,
  password_at_start: false,
})

async function takeOut(t: TaskContext, host_id: number): Promise<void> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const before = await t.step('before', () => mediumOf(row))
  const change = async (content: typeof before, signal: AbortSignal) => {
    const node = await nodeConnection(row.node_id ?? 0, signal)
    await node.changeMedium(await specWith(host_id, content), signal)
  }
  await t.step('eject', (signal) => change(null, signal), {
    retries: 1,
    timeoutMs: SMALL,
    undo: (_, signal) => change(before, signal),
    undoUnfinished: true,
  })
}
