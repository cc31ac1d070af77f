import { db } from '../../../db/pool.ts'

const MINUTE = 60_000

/**
 * How long a server may take from each point to the next. Firmware with much memory takes more than ten minutes until it asks for its boot program; to fetch kernel and live system (some
 * 50 MB) and to start it takes less than one.
 */
const LIMITS = { power: 15 * MINUTE, loader: 3 * MINUTE, system: 5 * MINUTE } as const

/** The last point that was reached: switched on, the script fetched, the session fetched. */
export type Stage = keyof typeof LIMITS

/**
 * Whether a server that was started has reported its hardware, or will not any more.
 * @returns null while it is on its way; the point at which it stands still
 */
export async function bootStage(id: number): Promise<Stage | 'report' | null> {
  const { rows } = await db().pool.query<{ name: Stage; ms: number; seen: boolean }>(
    `select p.name, extract(epoch from now() - p.started_at)::float8 * 1000 as ms, o.seen_at is not null as seen
       from operation o join operation_step p on p.operation_id = o.id
      where o.id = $1::int and p.name = any($2::text[]) order by p.position desc limit 1`,
    [id, Object.keys(LIMITS)],
  )
  const [last] = rows
  if (!last) return null
  if (last.seen) return 'report'
  return last.ms >= LIMITS[last.name] ? last.name : null
}
