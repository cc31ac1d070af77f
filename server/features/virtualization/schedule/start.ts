import { alone } from '../../../db/advisory.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { BackupMode } from '../../../domain/backup/states.ts'
import { PanelError } from '../../../domain/shared/errors.ts'

/** How many backups of schedules run at once on a node, and into a backup location: each reads or writes as fast as it can. */
const OF_NODE = 1
const OF_LOCATION = 2
/** A VM that is busy with something else is asked again after so long, and given up this long after the start of the run, minutes. */
const AGAIN_AFTER = 5
const GIVE_UP_AFTER = 180

/** What a run wants backed up at one moment. */
export type Wanted = {
  schedule_id: number
  name: string | null
  mode: BackupMode
  host_id: number | null
  disk_ids: number[]
  backup_locations: number[]
}
/** Begins backups in the caller's transaction. @returns their ids */
export type StartBackup = (work: Work, wanted: Wanted) => Promise<number[]>

type Next = Wanted & { id: number; busy_until: Date }

// A start that is locked is being started. The advisory lock of the transaction keeps limits exact among workers.
const NEXT = `
  select x.id, r.schedule_id, s.name, x.host_id, x.disk_ids, r.started_at + interval '${GIVE_UP_AFTER} minutes' as busy_until,
         x.mode,
         array(select l.backup_location_id from schedule_location l where l.schedule_id = s.id order by l.position) as backup_locations
    from schedule_start x join schedule_run r on r.id = x.run_id join schedule s on s.id = r.schedule_id
   where x.state = 'waiting' and x.due_at <= now()
     and (select count(*) from schedule_start y where y.state = 'started' and y.node_id is not distinct from x.node_id) < ${OF_NODE}
     and not exists (
       select from schedule_location l where l.schedule_id = s.id and ${OF_LOCATION} <= (
         select count(*) from schedule_start y join schedule_run yr on yr.id = y.run_id
           join schedule_location yl on yl.schedule_id = yr.schedule_id
          where y.state = 'started' and yl.backup_location_id = l.backup_location_id))
     and (s.starts_per_hour is null or s.starts_per_hour > (
       select count(*) from schedule_start y join schedule_run yr on yr.id = y.run_id and yr.schedule_id = s.id
        where y.started_at > now() - interval '1 hour'))
   order by x.due_at, x.id limit 1 for update of x skip locked`

/** Starts what is due as far as nodes, backup locations and the hour allow. @returns how many backups were begun, or given up */
export async function startWaiting(startBackup: StartBackup, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    signal.throwIfAborted()
    if (!(await startNext(startBackup))) return count
  }
}

async function startNext(startBackup: StartBackup): Promise<boolean> {
  let next: Next | undefined
  try {
    return await transaction(async (work) => {
      await alone(work, 'schedule_start')
      ;[next] = await work.sql<Next>(NEXT)
      if (!next) return false
      const backup_ids = await startBackup(work, next)
      const data = { state: 'started', backup_ids, started_at: new Date() }
      await work.tx.schedule_start.update({ where: { id: next.id }, data })
      return true
    })
  } catch (fault) {
    if (!next || !(fault instanceof PanelError)) throw fault
    await putOff(next, fault)
    return true
  }
}

/** A VM or a disk that is busy may be free later; what else is in the way will still be. */
async function putOff({ id, busy_until }: Next, fault: PanelError): Promise<void> {
  const mayPass = ['wrong_state', 'in_use', 'unavailable'].includes(fault.code) && busy_until > new Date()
  await db().pool.query(
    mayPass
      ? `update schedule_start set due_at = now() + interval '${AGAIN_AFTER} minutes', reason = $2 where id = $1 and state = 'waiting'`
      : `update schedule_start set state = 'failed', ended_at = now(), reason = $2 where id = $1 and state = 'waiting'`,
    [id, stored(fault.text)],
  )
}
