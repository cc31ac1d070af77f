import { z } from 'zod'
import type { Collected } from '../../../backup-store/collect.ts'
import type { Verified } from '../../../backup-store/verify.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { GRACE_DAYS } from '../../../domain/backup/states.ts'
import { spread } from '../../../protocols/chunk-store/paths.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { notedIn } from './noted.ts'
import { copiesByPath, oldestLive, ownersIn } from './owners.ts'
import { type Place, placeKey, placeShape, withPlace } from './place.ts'
import { forgetBackups } from './record.ts'
import { removeCopy } from './remove-copy.ts'
import { noteCollected, noteRoundFault, noteVerified } from './round-record.ts'

/** Folders of chunks that are read as a whole a day: all 256 within 29 days. */
const DEEP_A_DAY = 9
/** Copies that are removed in one round; the rest in the next. */
const MOST_REMOVED = 1_000

/**
 * A day's work on one place of backups: indexes go whose time to be brought back is over, then the chunks that nothing names; all indexes
 * and the list of chunks are held against each other, and some folders of chunks are read as a whole.
 */
export const backupRoundTask = defineTask({
  name: 'backup_round',
  title: 'Clear and verify stored backups',
  input: z.object({ place: placeShape }),
  locks: ({ place }) => [`backup_round:${placeKey(place)}`],
  timeoutMs: 24 * 3600_000,
  async run(t, { place }) {
    t.progress(1, msg`Removing what was deleted`)
    const gone = await t.stepTx('mark', (work) => markOver(work, place))
    for (const id of gone) await removeCopy(t, id)
    await t.stepTx('forget', forgetEmpty)
    t.progress(20, msg`Collecting chunks that nothing needs`)
    const collected = await t.step('collect', (signal) => collect(place, signal))
    await t.stepTx('note_collected', (work) => noteCollected(work, place, collected))
    t.progress(50, msg`Verifying what is stored`)
    const from = (await roundOf(place))?.deep_next ?? 0
    const verified = await t.step('verify', (signal) => verify(place, from, signal))
    const copies = await copiesByPath(place)
    await t.stepTx('note_verified', (work) =>
      noteVerified(work, place, { ...verified, from, next: (from + DEEP_A_DAY) % spread.length }, copies),
    )
    return { removed: gone.length, removed_bytes: collected.removed_bytes, damaged: verified.damaged_count }
  },
  async settle(t, { place }, outcome) {
    if (outcome.status !== 'failed') return
    await t.stepTx('note_fault', (work) => noteRoundFault(work, place, outcome.error?.message ?? ''))
  },
})

const roundOf = (place: Place) => db().prisma.store_round.findFirst({ where: place })

/** Copies of backups that can no longer be brought back, and those whose removal was begun. Backups are locked: none is brought back meanwhile. */
async function markOver(work: Work, { location_id, node_id }: Place): Promise<number[]> {
  const here = 'c.location_id is not distinct from $1::int and c.node_id is not distinct from $2::int'
  await work.sql(
    `select b.id from backup b where b.deleted_at < now() - make_interval(days => $3::int)
        and exists (select from backup_copy c where c.backup_id = b.id and ${here}) order by b.id for update`,
    [location_id, node_id, GRACE_DAYS],
  )
  const rows = await work.sql<{ id: number }>(
    `with over as (
       select c.id from backup_copy c join backup b on b.id = c.backup_id
        where ${here} and (b.deleted_at < now() - make_interval(days => $3::int) or c.state = 'removing')
          and not (c.state = 'removing' and b.state in ('migrating', 'copying'))
        order by c.id limit ${MOST_REMOVED})
     update backup_copy c set state = 'removing' from over where c.id = over.id returning c.id`,
    [location_id, node_id, GRACE_DAYS],
  )
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Backups of which nothing is left anywhere. */
async function forgetEmpty(work: Work): Promise<void> {
  const rows = await work.sql<{ id: number }>(
    `select b.id from backup b where b.deleted_at < now() - make_interval(days => $1::int)
        and not exists (select from backup_copy c where c.backup_id = b.id)`,
    [GRACE_DAYS],
  )
  await forgetBackups(work, { id: { in: rows.map(({ id }) => id) } })
}

async function collect(place: Place, signal: AbortSignal): Promise<Collected> {
  const chunks = Number((await roundOf(place))?.chunks ?? 0)
  const options = {
    owners: () => ownersIn(place),
    noted: () => notedIn(place),
    hold: await isHeld(place),
    oldestLiveSeconds: await oldestLive(place),
    ...(chunks > 0 && { expectedChunks: chunks }),
  }
  return withPlace(place, signal, (store) => store.collect(options, signal))
}

/** Nothing is removed in a folder that was taken over, until a person has let go of what was found there. */
async function isHeld({ location_id }: Place): Promise<boolean> {
  if (location_id === null) return false
  const row = await db().prisma.backup_location.findUnique({ where: { id: location_id } })
  return row?.held_since != null
}

type Found = Omit<Verified, 'broken' | 'damaged'> & { broken: { path: string; fault: string }[] }

async function verify(place: Place, from: number, signal: AbortSignal): Promise<Found> {
  const deep = Array.from({ length: DEEP_A_DAY }, (_, n) => spread[(from + n) % spread.length] ?? '00')
  const owners = await ownersIn(place)
  const {
    broken,
    damaged: _,
    ...rest
  } = await withPlace(place, signal, (store) => store.verify({ owners, deep }, signal))
  const words = broken.map(({ path, missing, fault }) => ({
    path,
    fault: (fault ?? msg`${missing} chunks of it are missing or damaged`).toString(),
  }))
  return { ...rest, broken: words }
}
