import type { name_server, ptr } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { NameServerConnection } from '../../../drivers/name-server/types.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { checkServer } from '../name-server/check.ts'
import { withNameServer } from '../name-server/open.ts'
import { noteCheck } from '../name-server/store.ts'
import { HOLDERS, type Holder, tellHolder } from './holder.ts'
import { queueRemovals } from './store.ts'

const MINUTE = 60_000
/** How old a reading gets, in minutes; of a name server that did not answer. */
const READ_AFTER = 30
const RETRY_AFTER = 2
/** Records of one name server that are read in one go. */
const AT_ONCE = 500

/**
 * Reads the records of all name servers again and again, and notes where a zone answers something else than what is wanted. Queues the
 * removal of records that belong to no address once more when it failed. Returns the way to stop.
 */
export function startPtrReadBack(): () => Promise<void> {
  const running = [
    startReconciler({
      name: 'ptr_read',
      intervalMs: MINUTE,
      keys: async () => (await db().prisma.name_server.findMany({ select: { id: true } })).map(({ id }) => String(id)),
      run: (key, signal) => readBack(Number(key), signal),
    }),
    startReconciler({ name: 'ptr_left', intervalMs: 10 * MINUTE, run: removeLeft }),
  ]
  return async () => void (await Promise.all(running.map((each) => each.stop())))
}

/** Checks a name server when that is due, and reads those of its records that were not read lately. */
export async function readBack(id: number, signal: AbortSignal): Promise<void> {
  const server = await db().prisma.name_server.findUnique({ where: { id } })
  if (!server || (server.status === 'fail' && !isOld(server.checked_at, RETRY_AFTER))) return
  try {
    if (server.status !== 'ok' || isOld(server.checked_at, READ_AFTER)) {
      await checkServer(server, signal)
      await transaction((work) => noteCheck(work, id, null))
    }
    await readRecords(server, signal)
  } catch (fault) {
    signal.throwIfAborted()
    if (!(fault instanceof PanelError)) throw fault
    await transaction((work) => noteCheck(work, id, stored(fault.text)))
  }
}

const isOld = (at: Date | null, minutes: number) => at === null || Date.now() - at.getTime() > minutes * MINUTE

async function readRecords(server: name_server, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - READ_AFTER * MINUTE)
  const rows = await db().prisma.ptr.findMany({
    where: { name_server_id: server.id, status: 'ok', domain: { not: null }, read_at: { lt: before } },
    orderBy: { read_at: 'asc' },
    take: AT_ONCE,
  })
  if (rows.length === 0) return
  await withNameServer(server, signal, async (connection) => {
    for (const row of rows) await readOne(row, connection, signal)
  })
}

async function readOne(row: ptr, connection: NameServerConnection, signal: AbortSignal): Promise<void> {
  const place = { zone: row.zone ?? '', name: row.record_name ?? '', prefix: 0 }
  const { domains } = await connection.readRecords(place, signal)
  await transaction((work) => noteFound(work, row, domains))
}

/** Notes what the zone answers; a record that is wanted otherwise meanwhile is left to its task. */
const noteFound = async (work: Parameters<typeof queueRemovals>[0], { id, version }: ptr, domains: string[]) => {
  const moved = await work.sql<Holder>(
    `with old as (select id, found from ptr where id = $1::int and version = $2::int and status = 'ok' for update),
       noted as (update ptr p set found = $3::text[], read_at = now(),
         drift_at = case when $3::text[] = array[p.domain] then null else coalesce(p.drift_at, now()) end
         from old where p.id = old.id returning p.ip_id, old.found <> p.found as moved)
     ${HOLDERS} noted r on i.id = r.ip_id where r.moved`,
    [id, version, domains],
  )
  for (const row of moved) tellHolder(work, row)
}

/** Records of released addresses whose removal failed an hour ago, or was never queued. */
async function removeLeft(): Promise<void> {
  await transaction(async (work) => {
    const rows = await work.sql<{ id: number; version: number }>(
      `update ptr set domain = null, status = 'in_progress', version = version + 1
        where ip_id is null and (status = 'ok' or (status = 'fail' and fault_at < now() - interval '1 hour'))
        returning id, version`,
    )
    await queueRemovals(work, rows)
  })
}
