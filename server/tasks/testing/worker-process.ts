import pg from 'pg'
import { openDatabase, setDatabase } from '../../db/pool.ts'
import { openBus } from '../../events/bus.ts'
import { startWorker } from '../worker.ts'
import { boundary, counter, poison, steps } from './definitions.ts'

// A worker in a process of its own, for tests that kill and pause it. Options come as JSON in the first argument.
export type ProcessOptions = {
  url: string
  leaseMs: number
  concurrency?: number
  maxRecoveries?: number
  /** Only these kinds of the boundary test. */
  boundaries?: number[]
  /** Kill -9 of this process right before or after a write: `before end s2`, `after begin s1`, `before finish`. */
  dieAt?: string
}

const options = JSON.parse(process.argv[2]!) as ProcessOptions
if (options.dieAt) dieAt(options.dieAt)
const database = openDatabase(options.url, { connections: 4 })
setDatabase(database)
const messages = openBus(options.url)
const worker = startWorker({
  definitions: options.boundaries?.map(boundary) ?? [steps, counter, poison],
  leaseMs: options.leaseMs,
  concurrency: options.concurrency ?? 10,
  ...(options.maxRecoveries === undefined ? {} : { maxRecoveries: options.maxRecoveries }),
})
process.on('message', async (graceMs: number) => {
  await worker.stop(graceMs)
  await messages.close()
  process.exit(0)
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')

/** The engine's writes go through one statement, so that is where the process can be ended at a known place. */
function dieAt(place: string) {
  const [when, op, name] = place.split(' ')
  const query = pg.Pool.prototype.query as (...given: unknown[]) => Promise<unknown>
  const isPlace = (statement: unknown) => {
    const { name: prepared, values } = statement as { name?: string; values?: unknown[] }
    if (prepared !== 'task_write') return false
    const writes = JSON.parse(String(values?.[0])) as { op: string; name?: string }[]
    return writes.some((write) => write.op === op && (name === undefined || write.name === name))
  }
  const die = () => process.kill(process.pid, 'SIGKILL')
  pg.Pool.prototype.query = async function (this: pg.Pool, ...given: unknown[]) {
    const here = isPlace(given[0])
    if (here && when === 'before') {
      die()
      await new Promise(() => {})
    }
    const answer = await query.apply(this, given)
    if (here) {
      die()
      await new Promise(() => {})
    }
    return answer
  } as typeof pg.Pool.prototype.query
}
