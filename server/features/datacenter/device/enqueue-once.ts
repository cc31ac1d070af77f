import type { z } from 'zod'
import type { Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { Task } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'

/**
 * Queues a task, or answers the one under the same key that waits or runs.
 * @param key one waiting or running task each
 * @param behindRunning one that runs is no answer, because it may have read already what is asked about: another waits behind it
 * @returns fresh: false when there was one already
 */
export async function enqueueOnce<S extends z.ZodType>(
  work: Work,
  definition: Task<S>,
  input: z.input<S>,
  key: string,
  about: { registry_id: number; entity: string },
  { behindRunning = false } = {},
): Promise<{ consul_id: number; fresh: boolean }> {
  const keys = behindRunning ? [key, `${key}:behind`] : [key]
  for (let attempt = 0; attempt < 5; attempt++)
    for (const dedupeKey of keys) {
      const made = await enqueue(work, definition, input, { ...about, account_id: null, dedupeKey })
      if (made) return { consul_id: made.consul_id, fresh: true }
      const other = await work.tx.task.findFirst({
        where: { dedupe_key: dedupeKey },
        select: { consul_id: true, status: true },
      })
      // Without one it has ended between the two statements.
      if (other && (other.status !== 'running' || dedupeKey === keys.at(-1)))
        return { consul_id: other.consul_id, fresh: false }
    }
  throw wrongState(msg`The device is busy: try again in a moment`)
}
