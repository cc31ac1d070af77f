import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { openBus } from '../../server/events/bus.ts'
import { configureDummy } from '../../server/simulation/hypervisor/config.ts'
import { databaseKeeper } from '../../server/simulation/node-states.ts'
import { taskDefinitions } from '../../server/task-definitions.ts'
import { holdTasks } from '../../server/tasks/testing/hold.ts'
import { startWorker } from '../../server/tasks/worker.ts'

// The panel's tasks in a process of its own, for tests that kill it: see `heldWorker`.
export type PanelWorkerOptions = { url: string; masterKey: string; holds: Record<number, string> }

const { url, masterKey, holds } = JSON.parse(process.argv[2] ?? '') as PanelWorkerOptions
holdTasks(holds, () => process.send?.('held'))
openMasterKey('/nowhere', masterKey)
setDatabase(openDatabase(url, { connections: 8, idleInTransactionMs: 10_000 }))
openBus(url)
configureDummy({ keeper: databaseKeeper(), speed: 0 })
startWorker({ definitions: taskDefinitions, concurrency: Object.keys(holds).length })
process.on('disconnect', () => process.exit(1))
