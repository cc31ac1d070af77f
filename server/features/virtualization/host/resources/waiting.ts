import type { Work } from '../../../../db/transaction.ts'
import { cancelTask } from '../../../../tasks/cancel.ts'
import { releaseDeferred } from '../../../../tasks/enqueue.ts'

/** What tasks of a VM that wait for its stop, or its start, are deferred for. */
export const HOST_STOP = 'host_stop'
export const HOST_START = 'host_start'
type Moment = typeof HOST_STOP | typeof HOST_START

const waitingOf = async (work: Work, host_id: number, moments: readonly Moment[]) =>
  (
    await work.sql<{ id: number }>(
      `select id from task where entity = 'host' and registry_id = $1::int and status = 'deferred' and defer_reason = any($2::text[]) order by id`,
      [host_id, moments],
    )
  ).map(({ id }) => id)

/** Lets the changes of a VM run that wait for this moment. They go before what is queued from now on. */
export async function releaseWaiting(work: Work, host_id: number, moment: Moment): Promise<void> {
  const ids = await waitingOf(work, host_id, [moment])
  if (ids.length > 0) await releaseDeferred(work, ids)
}

/** Calls them off, with the VM that they would have changed. */
export async function cancelWaiting(work: Work, host_id: number): Promise<void> {
  for (const id of await waitingOf(work, host_id, [HOST_STOP, HOST_START])) await cancelTask(work, id)
}
