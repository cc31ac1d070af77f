import type { Work } from '../../../../db/transaction.ts'

/** What was noted of changed blocks was of volumes that are gone: the next backup of these disks reads them in full. */
export const forgetTracking = (work: Work, disk_ids: readonly number[]) =>
  work.tx.disk_tracking.deleteMany({ where: { disk_id: { in: [...disk_ids] } } })
