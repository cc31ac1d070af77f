import type { Collected } from '../../../backup-store/collect.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { forgetNoted } from './noted.ts'
import type { Place } from './place.ts'
import { backupChanged } from './record.ts'

async function roundRow(work: Work, place: Place): Promise<number> {
  const found = await work.tx.store_round.findFirst({ where: place })
  return found?.id ?? (await work.tx.store_round.create({ data: place })).id
}

const said = (work: Work, { location_id, node_id }: Place) => {
  if (location_id !== null) changed(work, { entity: 'backup_location', entity_id: location_id, event: 'update' })
  else if (node_id !== null) changed(work, { entity: 'node', entity_id: node_id, event: 'update' })
}

/** Notes what a collection found, and how much there is today. */
export async function noteCollected(work: Work, place: Place, found: Collected): Promise<void> {
  const id = await roundRow(work, place)
  const { chunks, stored_bytes, trash_bytes, unknown, unknown_seconds } = found
  await work.tx.store_round.update({
    where: { id },
    data: {
      ...{ chunks, stored_bytes, trash_bytes },
      unknown_count: unknown,
      unknown_since: unknown_seconds === null ? null : new Date(Date.now() - unknown_seconds * 1000),
      collected_at: new Date(),
      collect_fault: null,
    },
  })
  await forgetNoted(work, place)
  said(work, place)
  if (place.location_id === null) return
  await work.sql(
    `insert into store_use (location_id, day, stored_bytes, disk_bytes, backups)
     select $1::int, current_date, $2::bigint, coalesce(sum(b.size_mib::bigint * 1048576), 0), count(b.id)::int
       from backup_copy c join backup b on b.id = c.backup_id and b.deleted_at is null
      where c.location_id = $1::int and c.state = 'active'
     on conflict (location_id, day) do update set stored_bytes = excluded.stored_bytes, disk_bytes = excluded.disk_bytes,
       backups = excluded.backups`,
    [place.location_id, stored_bytes],
  )
}

type Verified = {
  damaged_count: number
  broken: readonly { path: string; fault: string }[]
  /** The folder that the deep part began with, and the next. */
  from: number
  next: number
}

/** Notes what a verification found: of the place, and of each copy that would not restore. */
export async function noteVerified(
  work: Work,
  place: Place,
  { damaged_count, broken, from, next }: Verified,
  copies: ReadonlyMap<string, number>,
): Promise<void> {
  const id = await roundRow(work, place)
  const bad = new Map(
    broken.flatMap(({ path, fault }) => (copies.has(path) ? [[copies.get(path) ?? 0, fault] as const] : [])),
  )
  const fault = bad.size > 0 ? stored(msg`${bad.size} backups would not be restored as a whole from here`) : null
  await work.tx.store_round.update({
    where: { id },
    data: {
      verified_at: new Date(),
      verify_fault: fault,
      fault_at: fault === null ? null : new Date(),
      deep_next: next,
      ...(next < from && { deep_at: new Date() }),
      damaged_count: { increment: damaged_count },
    },
  })
  const all = [...copies.values()]
  const good = all.filter((copy) => !bad.has(copy))
  await work.sql(
    'update backup_copy set verified_at = now(), fault = null, fault_at = null where id = any($1::int[])',
    [good],
  )
  for (const [copy, words] of bad) {
    const rows = await work.tx.backup_copy.updateManyAndReturn({
      where: { id: copy },
      data: { fault: words, fault_at: new Date(), verified_at: new Date() },
    })
    for (const { backup_id } of rows) {
      const row = await work.tx.backup.findUnique({ where: { id: backup_id } })
      if (row) backupChanged(work, row)
    }
  }
  said(work, place)
}

/** Notes why a round did not come to its end. */
export async function noteRoundFault(work: Work, place: Place, fault: string): Promise<void> {
  const id = await roundRow(work, place)
  await work.sql('update store_round set collect_fault = $2, fault_at = coalesce(fault_at, now()) where id = $1::int', [
    id,
    fault,
  ])
  said(work, place)
}
