import { closeAllConnections } from './features/virtualization/node/connections.ts'
import { startNodeWatch } from './features/virtualization/node/watch-all.ts'
import { startHousekeeping } from './housekeeping.ts'
import { taskDefinitions } from './task-definitions.ts'
import { startWorker } from './tasks/worker.ts'

/** The role `worker`: tasks, the watch over the nodes, housekeeping. Returns the way to stop it. */
export function startWorkerRole(): () => Promise<void> {
  const worker = startWorker({ definitions: taskDefinitions })
  const stopWatch = startNodeWatch()
  const stopHousekeeping = startHousekeeping()
  return async () => {
    await worker.stop(5000)
    await stopHousekeeping()
    await stopWatch()
    await closeAllConnections()
  }
}
