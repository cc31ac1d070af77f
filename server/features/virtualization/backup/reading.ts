import { transaction, type Work } from '../../../db/transaction.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Held by whatever reads the disks of a VM, or a disk that belongs to none: a node serves them once at a time. */
export const readingLock = ({ host_id, disk_id }: { host_id: number | null; disk_id: number | null }): string =>
  host_id === null ? `disk:${disk_id}` : `reading:host:${host_id}`

/**
 * For what the hypervisor does not do while the disks of a VM are read: snapshots, and sizes of disks. A backup that only waits for its
 * turn hinders nothing. Asked at the request, and again when the turn of the task has come.
 * @throws PanelError wrong_state while a backup of the VM is being read
 */
export async function requireNotRead(work: Work, host_id: number): Promise<void> {
  const rows = await work.sql(
    `select 1 from task_lock l join task t on t.id = l.task_id
      where l.key = $1::text and l.held and t.name = 'backup_create' limit 1`,
    [readingLock({ host_id, disk_id: null })],
  )
  if (rows.length > 0)
    throw wrongState(
      msg`A backup of the VM is being made: wait until it has ended, or cancel it on the tab Backups`,
      'backup',
    )
}

/**
 * Has the hypervisor do what it refuses while the disks of a VM are read. A backup that began after the task was judged is told as the cause
 * then, instead of what the hypervisor says of it.
 * @throws PanelError wrong_state as `requireNotRead`, else what `act` throws
 */
export async function unlessRead<T>(host_id: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (fault) {
    if (fault instanceof PanelError && fault.code === 'device_rejected')
      await transaction((work) => requireNotRead(work, host_id))
    throw fault
  }
}
