import { db } from '../../../../db/pool.ts'
import type { Rescue } from '../../../../domain/host/rescue.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostFolder, rescueDiskPath, rescueSeedPath } from '../files.ts'
import { limitStarted } from '../network-rules.ts'
import { begin, specOf, switchOff } from './begin.ts'
import { noteRescue } from './start.ts'
import type { Switched } from './task.ts'

const SMALL = 60_000

/** Brings a VM back to its own system, which is started when the rescue system ran, and removes what the rescue needed. */
export async function backToOwn(t: TaskContext, host_id: number): Promise<Switched> {
  const begun = await begin(t, host_id, 'rescue_off')
  if (begun.already) return { already: true, started: false }
  const { node_id, running } = begun
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const folder = await hostFolder(row)
  const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
  // Journalled: it is null once the switch is under way.
  const before = await t.step('before', async () => row.rescue as Rescue | null)

  t.progress(20, msg`Requesting a shutdown of the rescue system`)
  await switchOff(t, row, begun)
  t.progress(60, msg`Starting the VM's own system`)
  await t.step('define', async (signal) => (await node(signal)).defineDomain(await specOf(host_id, null), signal), {
    undo: async (_, signal) => (await node(signal)).defineDomain(await specOf(host_id, before), signal),
    undoUnfinished: true,
    timeoutMs: SMALL,
  })
  await t.stepTx('note', (work) => noteRescue(work, host_id, null), {
    undo: (work) => noteRescue(work, host_id, before),
  })
  if (running) {
    await t.step('start', async (signal) => (await node(signal)).startDomain(row.internal_name, signal), {
      undo: async (_, signal) => (await node(signal)).destroyDomain(row.internal_name, signal),
      undoUnfinished: true,
      timeoutMs: SMALL,
    })
    await t.step('limits', (signal) => limitStarted(host_id, signal), { retries: 1, timeoutMs: SMALL })
  }
  // The VM runs its own system: what cannot be removed now is no reason to take that back, and goes with the next rescue or the VM.
  for (const [name, path] of [
    ['disk', rescueDiskPath(folder, row)],
    ['seed', rescueSeedPath(folder, row)],
  ] as const)
    await t.step(`remove_${name}`, (signal) => removeOrLeave(t, node_id, path, signal), { timeoutMs: SMALL })
  return { already: false, started: running }
}

async function removeOrLeave(t: TaskContext, node_id: number, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await (await nodeConnection(node_id, signal)).deleteFile(path, signal)
    return true
  } catch (err) {
    if (!(err instanceof PanelError)) throw err
    t.log.warn({ err, path }, 'left on the node')
    return false
  }
}
