import pg from 'pg'
import { keepCompiled } from '../../../e2e/support/forked.ts'
import { openDatabase, setDatabase } from '../../db/pool.ts'
import { openBus } from '../../events/bus.ts'
import { startWorker } from '../worker.ts'
import { brooder, counter, fragile, poison, steps } from './definitions.ts'
import { holdTasks } from './hold.ts'

// A worker in a process of its own, for tests that kill and pause it. Options come as JSON in the first argument.
export type ProcessOptions = {
  url: string
  leaseMs: number
  concurrency?: number
  maxRecoveries?: number
  /** Task id to the write before or after which it is held: see `holdTasks`. */
  holds?: Record<number, string>
}

/** What the parent may send: a number of milliseconds to stop within, or to write late what is held. */
export type Order = { stop: number } | { writeLate: true }
/** Messages of the process: that it works, that all tasks are held, how the late writes were answered. */
export type Said = { ready: true } | { held: true } | { late: Record<number, string> }

const say = (said: Said) => process.send?.(said)

const options = JSON.parse(process.argv[2]!) as ProcessOptions
const held = options.holds && holdTasks(options.holds, () => say({ held: true }))
const database = openDatabase(options.url, { connections: 4, idleInTransactionMs: 1000 })
setDatabase(database)
const messages = openBus(options.url)
const worker = startWorker({
  definitions: [steps, counter, poison, fragile, brooder],
  leaseMs: options.leaseMs,
  concurrency: options.concurrency ?? 10,
  ...(options.maxRecoveries === undefined ? {} : { maxRecoveries: options.maxRecoveries }),
})
process.on('message', async (order: Order) => {
  if ('writeLate' in order) {
    const late = await held!.writeLate(new pg.Pool({ connectionString: options.url, max: 1 }))
    say({ late })
    return
  }
  await worker.stop(order.stop)
  await messages.close()
  process.exit(0)
})
process.on('disconnect', () => process.exit(1))
keepCompiled()
say({ ready: true })
