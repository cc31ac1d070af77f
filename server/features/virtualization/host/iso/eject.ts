import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { cancelTask } from '../../../../tasks/cancel.ts'
import { claimHost, hostChanged, ownHost, queueHostTask } from '../claim.ts'
import { isoEjectTask } from './eject-task.ts'

/**
 * Takes the image out of the drive of a VM. One that was started from it is started from its disks again.
 * @param finish its system was installed from it, and is from now on what the record names
 * @throws PanelError `wrong_state` when there is none, or it is being taken out already
 */
export const ejectIso = (ctx: Context, id: number, finish: boolean) =>
  ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id), select: { id: true } })
    const present = own && (await held(work, id))
    // A medium that is not in the drive yet is called off without an action on the VM.
    if (present?.status === 'downloading') return callOff(work, ctx, present, finish)
    const { row } = await claimHost(work, ctx, id, 'iso_eject')
    if (!present) throw wrongState(msg`The VM has no ISO image in its drive`, 'iso_status')
    if (present.status !== 'mounted')
      throw wrongState(msg`The ISO image is being mounted: wait until it is in the drive`, present.status)
    if (present.leaving) throw wrongState(msg`The ISO image is being ejected already`)
    await work.tx.host_iso.update({ where: { host_id: id }, data: { leaving: true } })
    const { name } = await work.tx.iso.findUniqueOrThrow({ where: { id: present.iso_id } })
    const task = await queueHostTask(work, ctx, row, {
      definition: isoEjectTask,
      input: { host_id: id, finish },
      params: { iso: name, ...(finish && { installed: true }) },
    })
    return { id, task: task.consul_id }
  })

type Held = { host_id: number; iso_id: number; status: string; leaving: boolean; task: number | null }

async function held(work: Work, host_id: number): Promise<Held | undefined> {
  const [row] = await work.sql<Held>(
    'select host_id, iso_id, status, leaving, task from host_iso where host_id = $1::int for update',
    [host_id],
  )
  return row
}

async function callOff(work: Work, ctx: Context, { host_id, task }: Held, finish: boolean) {
  if (finish) throw wrongState(msg`The ISO image is not in the drive yet: there is nothing to finish`)
  // What waits for the end of the task finds out by itself that it was called off.
  if (task === null || !(await cancelTask(work, task)))
    throw wrongState(msg`The ISO image is being mounted: wait until it is in the drive`)
  const row = await work.tx.host.findFirstOrThrow({ where: ownHost(ctx.actor, host_id) })
  hostChanged(work, row)
  return { id: host_id, task }
}
