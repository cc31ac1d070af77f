import { sealAnew } from './audit/seal.ts'
import { cleanUpAccess, endExpiredSessions } from './auth/clean-up.ts'
import { db } from './db/pool.ts'
import { forgetOldSentences } from './db/sentences.ts'
import { forgetOldImports } from './features/datacenter/import/files.ts'
import { forgetOldMessages } from './features/datacenter/location/messages.ts'
import { forgetPlanSecrets } from './features/datacenter/operation-plan/retention.ts'
import { forgetOldMacs } from './features/datacenter/switch/learned.ts'
import { closeMonth, forgetOldTraffic, rollUp } from './features/datacenter/traffic/roll-up.ts'
import { forgetOldSessions } from './features/remote/proxy/retention.ts'
import { forgetOldSensors, rollUpSensors } from './features/remote/sensor/history.ts'
import { forgetOldFigures, rollUpFigures } from './features/virtualization/figures/history.ts'
import { dropEndedActions } from './features/virtualization/host/clean-up.ts'
import { settleBrokenMoves } from './features/virtualization/host/disks/move/broken-sweep.ts'
import { clearAwayUploads } from './features/virtualization/iso/clear-away.ts'
import { readNextRepository } from './features/virtualization/repository/daily.ts'
import { startReconciler } from './tasks/reconciler.ts'
import { startRetention } from './tasks/retention.ts'

/** Changes are kept so long for clients that come back; a client that was away longer reads everything anew. */
const CHANGE_DAYS = 7
const MINUTE = 60_000

/** What has to be cleared away or looked at from time to time, each by one process of all. Returns the way to stop. */
export function startHousekeeping(): () => Promise<void> {
  const running = [
    startRetention(),
    startReconciler({
      name: 'expired_sessions',
      intervalMs: MINUTE,
      run: async () => void (await endExpiredSessions()),
    }),
    // What a process left that ended at once is sealed by the others.
    startReconciler({ name: 'audit_head', intervalMs: 10_000, run: sealAnew }),
    startReconciler({ name: 'proxy_sessions', intervalMs: 60 * MINUTE, run: forgetOldSessions }),
    startReconciler({ name: 'host_queues', intervalMs: MINUTE, run: dropEndedActions }),
    startReconciler({ name: 'disk_moves', intervalMs: MINUTE, run: (_, signal) => settleBrokenMoves(signal) }),
    startReconciler({ name: 'access_clean_up', intervalMs: 60 * MINUTE, run: cleanUpAccess }),
    startReconciler({ name: 'change_retention', intervalMs: 60 * MINUTE, run: forgetOldChanges }),
    startReconciler({ name: 'sentences', intervalMs: 60 * MINUTE, run: forgetOldSentences }),
    startReconciler({ name: 'plan_secrets', intervalMs: 60 * MINUTE, run: forgetPlanSecrets }),
    startReconciler({ name: 'iso_uploads', intervalMs: 10 * MINUTE, run: clearAwayUploads }),
    startReconciler({
      name: 'repositories',
      intervalMs: 10 * MINUTE,
      run: async () => void (await readNextRepository()),
    }),
    startReconciler({ name: 'imports', intervalMs: 60 * MINUTE, run: forgetOldImports }),
    startReconciler({ name: 'location_messages', intervalMs: 60 * MINUTE, run: forgetOldMessages }),
    startReconciler({ name: 'traffic_levels', intervalMs: MINUTE, run: (_, signal) => rollUp(signal) }),
    startReconciler({ name: 'sensor_levels', intervalMs: 5 * MINUTE, run: (_, signal) => rollUpSensors(signal) }),
    startReconciler({ name: 'figure_levels', intervalMs: MINUTE, run: (_, signal) => rollUpFigures(signal) }),
    startReconciler({
      name: 'figure_retention',
      intervalMs: 10 * MINUTE,
      run: (_, signal) => forgetOldFigures(signal),
    }),
    startReconciler({
      name: 'sensor_retention',
      intervalMs: 60 * MINUTE,
      run: (_, signal) => forgetOldSensors(signal),
    }),
    startReconciler({
      name: 'traffic_retention',
      intervalMs: 60 * MINUTE,
      async run(_, signal) {
        await closeMonth(signal)
        await forgetOldTraffic(signal)
        await forgetOldMacs()
      },
    }),
  ]
  return async () => void (await Promise.all(running.map((one) => one.stop())))
}

/** Keeps the newest change in any case: its number is what numbering goes on from for those who read the log. */
async function forgetOldChanges() {
  await db().pool.query(
    'delete from change where at < now() - make_interval(days => $1) and id < (select max(id) from change)',
    [CHANGE_DAYS],
  )
}
