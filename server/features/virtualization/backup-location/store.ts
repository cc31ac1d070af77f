import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import type { LocationStatus } from '../../../domain/backup-location/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { Checked } from './open.ts'

/** Below so much free room no backup is begun, MiB. */
export const FLOOR_MIB = 1024

/** How a location has to be called after a check that failed; null for a fault of the panel itself. */
export function statusOf(fault: unknown): LocationStatus | null {
  if (fault instanceof StoreError) return fault.kind === 'full' ? 'full' : 'damaged'
  if (fault instanceof PanelError)
    return ['device_unreachable', 'device_rejected'].includes(fault.code) ? 'unreachable' : null
  return null
}

/** The way in that was checked: what is noted of another one is not written. */
export type WayIn = { ip: string; port: number; login: string; path: string }

const here = 'id = $1::int and ip = $2 and port = $3::int and login = $4 and path = $5'

/** Notes a check that succeeded. */
export async function noteChecked(work: Work, id: number, way: WayIn, found: Checked): Promise<void> {
  const isFull = found.free_mib < FLOOR_MIB
  const fault = isFull ? stored(msg`Only ${found.free_mib} MiB are free: backups need at least ${FLOOR_MIB}`) : null
  await note(work, id, way, isFull ? 'full' : 'ok', fault, found)
}

/** Notes a check that failed. */
export async function noteFault(work: Work, id: number, way: WayIn, status: LocationStatus, fault: string) {
  await note(work, id, way, status, fault, null)
}

async function note(work: Work, id: number, way: WayIn, status: string, fault: string | null, found: Checked | null) {
  const [row] = await work.sql<{ moved: boolean }>(
    `with old as (select id, fault, status, host_key from backup_location where ${here} for update)
     update backup_location n set status = $6, fault = $7, checked_at = now(),
            fault_at = case when $7::text is null then null else coalesce(n.fault_at, now()) end,
            host_key = coalesce($8, n.host_key), total_mib = coalesce($9::int, n.total_mib),
            free_mib = coalesce($10::int, n.free_mib), chunk_bytes = coalesce($11::int, n.chunk_bytes)
       from old where n.id = old.id
     returning old.fault is distinct from n.fault or old.status <> n.status or old.host_key is distinct from n.host_key as moved`,
    [
      id,
      way.ip,
      way.port,
      way.login,
      way.path,
      status,
      fault,
      found?.host_key ?? null,
      found?.total_mib ?? null,
      found?.free_mib ?? null,
      found?.chunk_bytes ?? null,
    ],
  )
  if (!row?.moved) return
  changed(work, { entity: 'backup_location', entity_id: id, event: 'update', data: { status } })
}
