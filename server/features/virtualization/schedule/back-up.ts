import type { Work } from '../../../db/transaction.ts'
import { startBackup } from '../backup/start.ts'
import type { StartBackup, Wanted } from './start.ts'

/**
 * Backs up what a run wants. Of its backup locations those that take backups of the cluster are written; when there is none of them the
 * first is named, which refuses in words.
 */
export const backUp: StartBackup = async (work, wanted) => {
  const { schedule_id, name, mode, host_id, disk_ids } = wanted
  const [disk_id = 0] = disk_ids
  const started = await startBackup(work, {
    what: mode === 'disk' || host_id === null ? { disk_id } : { host_id, mode },
    locations: await locationsFor(work, wanted),
    schedule: schedule_id,
    name: null,
    comment: name,
    made_by: null,
  })
  return started.backup_ids
}

async function locationsFor(work: Work, { backup_locations, disk_ids }: Wanted): Promise<number[]> {
  const rows = await work.sql<{ id: number }>(
    `select w.id from unnest($1::int[]) with ordinality w(id, n)
       join backup_location_cluster c on c.backup_location_id = w.id
       join disk d on d.id = $2::int and d.cluster_id = c.cluster_id order by w.n`,
    [backup_locations, disk_ids[0] ?? 0],
  )
  return rows.length > 0 ? rows.map(({ id }) => id) : backup_locations.slice(0, 1)
}
