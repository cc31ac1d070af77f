import { testDatabase } from '../../../e2e/support/database.ts'
import type { Database } from '../../db/pool.ts'
import { transaction, type Work } from '../../db/transaction.ts'
import { openBus } from '../../events/bus.ts'
import type { Task } from '../define.ts'
import { type EnqueueOptions, enqueue } from '../enqueue.ts'
import { startWorker, type Worker, type WorkerOptions } from '../worker.ts'

/** A database (by default a fresh one) with a bus, workers in this process, and ways to look at what tasks did. */
export async function harness(open: () => Promise<Database & { drop(): Promise<void> }> = testDatabase) {
  const database = await open()
  const messages = openBus(database.url)
  const workers: Worker[] = []

  const row = (id: number) => database.prisma.task.findUniqueOrThrow({ where: { id } })
  const rows = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[]

  /**
   * Resolves when `check` holds; looks again every few milliseconds. Only what never comes runs into the limit: on a machine that is
   * busy enough workers lose leases again and again.
   */
  async function until<T>(
    what: string,
    check: () => Promise<T | null | undefined | false>,
    timeoutMs = 240_000,
    everyMs = 5,
  ): Promise<T> {
    const end = performance.now() + timeoutMs
    for (;;) {
      const found = await check()
      if (found) return found
      if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }

  const steps = (id: number) =>
    rows<{ name: string; state: string; attempt: number; output: unknown; error: string | null }>(
      'select name, state, attempt, output, error from task_step where task_id = $1 order by ord, started_at',
      [id],
    )

  return {
    database,
    row,
    rows,
    until,
    steps,
    /** Without beats: tasks start or stop only by notification, or at their time. */
    worker(definitions: readonly Task[], options: Omit<WorkerOptions, 'definitions'> = {}) {
      const made = startWorker({ definitions, leaseMs: 3_600_000, beatMs: 3_600_000, ...options })
      workers.push(made)
      return made
    },
    enqueue<T extends Task>(definition: T, input: unknown, options: Partial<EnqueueOptions> = {}, within?: Work) {
      const put = (work: Work) =>
        enqueue(work, definition as Task, input, { registry_id: 0, entity: 'host', account_id: null, ...options })
      return within ? put(within) : transaction(put)
    },
    async add(definition: Task, input: unknown, options: Partial<EnqueueOptions> = {}): Promise<number> {
      return (await this.enqueue(definition, input, options))!.id
    },
    /** The record once the task is over. */
    ended: (id: number, timeoutMs?: number) =>
      until(
        `task ${id} ends`,
        async () => {
          const task = await row(id)
          return task.ended_at ? task : null
        },
        timeoutMs,
      ),
    /** All workers that hold tasks count as dead from now on. */
    expire: () => rows("update task set lease_until = now() where status = 'running'"),
    async close() {
      await Promise.all(workers.map((one) => one.stop(0)))
      await messages.close()
      await database.drop()
    },
  }
}

export type Harness = Awaited<ReturnType<typeof harness>>
