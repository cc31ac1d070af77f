import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { openBus } from '../../server/events/bus.ts'
import { configureDummy } from '../../server/simulation/hypervisor/config.ts'
import { databaseKeeper } from '../../server/simulation/node-states.ts'
import { taskDefinitions } from '../../server/task-definitions.ts'
import { holdTasks } from '../../server/tasks/testing/hold.ts'
import { startWorker } from '../../server/tasks/worker.ts'
import { keepCompiled } from './forked.ts'

/** `holds`: task id to the write before or after which it stands still; `only`: the kinds of tasks that it takes, else all. `leaseMs`: see `killedAt`. */
export type HostWorkerOptions = {
  url: string
  masterKey: string
  leaseMs?: number
  holds: Record<number, string>
  only?: readonly string[]
}

/** No process that waits for a processor comes near it. */
const LONG_MS = 600_000

const { url, masterKey, leaseMs = LONG_MS, holds, only } = JSON.parse(process.argv[2] ?? '') as HostWorkerOptions
openMasterKey('/nowhere', masterKey)
holdTasks(holds, () => process.send?.('held'))
setDatabase(openDatabase(url, { connections: 30, connectionMs: 60_000, idleInTransactionMs: 10_000 }))
openBus(url)
configureDummy({ keeper: databaseKeeper(), speed: 0 })
const definitions = taskDefinitions.filter(({ name }) => only?.includes(name) ?? true)
startWorker({ definitions, leaseMs, concurrency: Object.keys(holds).length })
process.on('disconnect', () => process.exit(1))
keepCompiled()
