import { closeTurns } from './features/datacenter/device/queue.ts'
import { startLocationServices } from './features/datacenter/location/services/watch.ts'
import { startPoller } from './features/datacenter/poll/poller.ts'
import { startPtrReadBack } from './features/network/ptr/read-back.ts'
import { startOwedCopies } from './features/virtualization/backup/owed-watch.ts'
import { startBackupRounds } from './features/virtualization/backup/round-watch.ts'
import { startLocationChecks } from './features/virtualization/backup-location/watch.ts'
import { closeAllConnections } from './features/virtualization/node/connections.ts'
import { startNodeWatch } from './features/virtualization/node/watch-all.ts'
import { startRehearsals } from './features/virtualization/rehearsal/watch.ts'
import { startSchedules } from './features/virtualization/schedule/watch.ts'
import { startStorageWatch } from './features/virtualization/storage/watch.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startDemoFleet } from './simulation/demo/fleet.ts'
import { taskDefinitions } from './task-definitions.ts'
import { startWorker } from './tasks/worker.ts'

/** The role `worker`: tasks, the watch over the nodes, the polling of switches and PDUs, the reading of reverse records and storages, the checks of backup locations and the daily work on what is stored there, schedules, rehearsals, housekeeping. Returns the way to stop it. */
export function startWorkerRole(): () => Promise<void> {
  const worker = startWorker({ definitions: taskDefinitions })
  const stopWatch = startNodeWatch()
  const stopPoller = startPoller()
  const stopServices = startLocationServices()
  const stopReadBack = startPtrReadBack()
  const stopStorages = startStorageWatch()
  const stopLocationChecks = startLocationChecks()
  const stopRounds = startBackupRounds()
  const stopOwed = startOwedCopies()
  const stopSchedules = startSchedules()
  const stopRehearsals = startRehearsals()
  const stopHousekeeping = startHousekeeping()
  const stopDemoFleet = startDemoFleet()
  return async () => {
    await worker.stop(5000)
    await stopHousekeeping()
    await Promise.all([
      stopWatch(),
      stopPoller(),
      stopServices(),
      stopReadBack(),
      stopStorages(),
      stopLocationChecks(),
      stopRounds(),
      stopOwed(),
      stopSchedules(),
      stopRehearsals(),
    ])
    await stopDemoFleet()
    await closeTurns()
    await closeAllConnections()
  }
}
