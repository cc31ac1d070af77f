import { db } from './pool.ts'

/**
 * Values that are kept at levels, each with slots of a length of its own, each made of the next finer one: rows of `table` have `level`
 * (seconds) and `at` (begin of the slot), rows of `done` say up to where a level is made (`level`, `done_to`). All texts are our own.
 */
export type KeptSeries = {
  table: string
  done: string
  /** Seconds, from the finest. */
  levels: readonly number[]
  /** Seconds after its end at which a slot of the finest level is over: what was read at its end has been stored by then. */
  graceS: number
  /**
   * Parts of a WITH that make one slot: $1 the level below, $2 the level, $3 the slot's begin, $4 its end. What is there already they
   * leave alone.
   */
  makeSlot: string
  /** For how many days, or parts of one, rows are kept now, a number a level. */
  keptDays: () => readonly number[]
}

/** So many rows are deleted at once. */
const BATCH = 10_000
/** Slots that one run makes; the next one goes on. */
const MOST_SLOTS = 500

/**
 * Makes the slots that are over, each in one transaction, each once. Levels follow each other: an hour is made of its five minutes.
 * @param now Unix time in seconds
 */
export async function rollUpSeries(kept: KeptSeries, signal: AbortSignal, now = Date.now() / 1000): Promise<void> {
  const make = `with ${kept.makeSlot}
    insert into ${kept.done} (level, done_to) values ($2, $4) on conflict (level) do update set done_to = excluded.done_to`
  for (const [i, level] of kept.levels.entries()) {
    const below = kept.levels[i - 1]
    if (below === undefined) continue
    const over = i === 1 ? now - kept.graceS : await madeUntil(kept, below)
    for (let made = 0; made < MOST_SLOTS; made++) {
      const at = await next(kept, below, level)
      if (at === null || at + level > over) break
      signal.throwIfAborted()
      await db().pool.query(make, [below, level, new Date(at * 1000), new Date((at + level) * 1000)])
    }
  }
}

/** Where making of a level goes on: after what is made, or at the first slot of which there is something below. */
async function next({ table, done }: KeptSeries, below: number, level: number): Promise<number | null> {
  const { rows } = await db().pool.query<{ at: number | null }>(
    `select extract(epoch from greatest(d.done_to, date_bin(make_interval(secs => $2::int),
              (select min(t.at) from ${table} t where t.level = $1 and t.at >= coalesce(d.done_to, '-infinity')), 'epoch')))::float8 as at
       from (select max(done_to) as done_to from ${done} where level = $2) d`,
    [below, level],
  )
  return rows[0]?.at ?? null
}

/** Up to where a level is made, Unix time in seconds; 0: nothing is. */
export async function madeUntil({ done }: KeptSeries, level: number): Promise<number> {
  const { rows } = await db().pool.query<{ at: number }>(
    `select extract(epoch from done_to)::float8 as at from ${done} where level = $1`,
    [level],
  )
  return rows[0]?.at ?? 0
}

/** Deletes rows that are older than their level is kept; what a coarser level is still to be made of stays. */
export async function forgetOldSlots(kept: KeptSeries, signal: AbortSignal): Promise<void> {
  const { table, done, levels } = kept
  for (const [i, level] of levels.entries()) {
    for (;;) {
      signal.throwIfAborted()
      const { rowCount } = await db().pool.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where level = $1 and at < now() - make_interval(secs => $2::float8 * 86400)
              and ($3::int is null or at < (select done_to from ${done} where level = $3)) order by at limit ${BATCH}))`,
        [level, kept.keptDays()[i], levels[i + 1] ?? null],
      )
      if ((rowCount ?? 0) < BATCH) break
    }
  }
}

/**
 * SQL: the levels that a graph of one is read from, and since when each (null: since ever). The one that was chosen as far as it is made,
 * and the finer ones behind it: the last hour is not a gap because it is not over. Infinity: nothing of the level above is made yet.
 * @param first number of the first of its three parameters, which are `graphLevels`
 */
export const graphLevelsOf = ({ done }: KeptSeries, first: number): string =>
  `select l.level, case when l.level = $${first}::int then null else coalesce(d.done_to, '-infinity') end as since
     from unnest($${first + 1}::int[], $${first + 2}::int[]) l(level, above) left join ${done} d on d.level = l.above`

/** The parameters of `graphLevelsOf`. */
export function graphLevels({ levels }: KeptSeries, level: number): [number, number[], number[]] {
  const used = levels.filter((one) => one <= level)
  return [level, used, used.map((one) => levels[levels.indexOf(one) + 1] ?? one)]
}
