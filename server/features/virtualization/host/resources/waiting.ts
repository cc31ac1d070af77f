import type { Work } from '../../../../db/transaction.ts'
import { cancelTask } from '../../../../tasks/cancel.ts'
import { releaseDeferred } from '../../../../tasks/enqueue.ts'

/** What tasks of a VM that wait for its stop are deferred for. */
export const HOST_STOP = 'host_stop'

const waitingOf = async (work: Work, host_id: number) =>
  (
    await work.sql<{ id: number }>(
      `select id from task where entity = 'host' and registry_id = $1::int and status = 'deferred' and defer_reason = $2 order by id`,
      [host_id, HOST_STOP],
    )
  ).map(({ id }) => id)

/** Lets the changes of a VM run that wait for its stop. They go before what is queued from now on. */
export async function releaseWaiting(work: Work, host_id: number): Promise<void> {
  const ids = await waitingOf(work, host_id)
  if (ids.length > 0) await releaseDeferred(work, ids)
}

/** Calls them off, with the VM that they would have changed. */
export async function cancelWaiting(work: Work, host_id: number): Promise<void> {
  for (const id of await waitingOf(work, host_id)) await cancelTask(work, id)
}
