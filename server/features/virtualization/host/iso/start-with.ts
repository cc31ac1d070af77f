import { db } from '../../../../db/pool.ts'
import type { Medium } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import type { TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { limitStarted } from '../network-rules.ts'
import { switchOff } from '../rescue/begin.ts'
import { mediumOf } from './medium.ts'
import { specWith } from './record.ts'

const SMALL = 60_000

/**
 * Starts a VM with this in its drive, after it was shut down when it runs. Its definition starts from its disks again: from a medium that is
 * to be started from it is started this once, restarts by the guest itself included.
 * @returns null: nothing waits for a start
 */
export async function startWith(
  t: TaskContext,
  host_id: number,
  medium: Medium | null,
  running: boolean,
): Promise<string | null> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  const node_id = row.node_id ?? 0
  const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
  const define = async (content: Medium | null, signal: AbortSignal) =>
    (await node(signal)).defineDomain(await specWith(host_id, content), signal)
  // Journalled: it is another one once the change is under way.
  const before = await t.step('before', () => mediumOf(row))
  t.progress(20, msg`Requesting a shutdown of the guest`)
  await switchOff(t, row, { already: false, running, node_id })
  t.progress(70, msg`Starting`)
  await t.step('define', (signal) => define(medium, signal), {
    undo: (_, signal) => define(before, signal),
    undoUnfinished: true,
    timeoutMs: SMALL,
  })
  await t.step('start', async (signal) => (await node(signal)).startDomain(row.internal_name, signal), {
    undo: async (_, signal) => (await node(signal)).destroyDomain(row.internal_name, signal),
    undoUnfinished: true,
    timeoutMs: SMALL,
  })
  if (medium?.boot)
    await t.step('next_start', (signal) => define({ ...medium, boot: false }, signal), { retries: 1, timeoutMs: SMALL })
  await t.step('limits', (signal) => limitStarted(host_id, signal), { retries: 1, timeoutMs: SMALL })
  return null
}
