import { db } from '../db/pool.ts'

/**
 * One password tried on many accounts from many networks exceeds no limit of an account or a network. So failures from
 * networks unknown to their account have a limit of their own: a number at first, then one a minute, from all clients
 * together.
 */
const MOST = 30
const SECONDS_EACH = 60
export const SPRAYING = 'unknown networks'

/** Failures of the row `f` that are forgotten by now, and those that are left. */
const FORGOTTEN = `greatest(0, floor(extract(epoch from now() - f.last_at) / ${SECONDS_EACH}))::int`
const LEVEL = `greatest(0, f.failures - ${FORGOTTEN})`

/** Seconds to wait for a try from an unknown network, by the counter's row; 0 when one is free. */
export const sprayingWait = ({ failures, age }: { failures: number; age: number }): number =>
  failures - Math.max(0, Math.floor(age / SECONDS_EACH)) < MOST ? 0 : SECONDS_EACH - (Math.max(0, age) % SECONDS_EACH)

/**
 * Takes one of the tries from unknown networks, before its password is looked at, so that parallel ones cannot exceed the bound.
 * One that succeeds is given back.
 * @returns false when none is left at this moment
 */
export async function takeUnknownTry(): Promise<boolean> {
  const { rowCount } = await db().pool.query({
    name: 'sign-in-unknown',
    text: `insert into sign_in_failure as f (subject, failures) values ($1, 1) on conflict (subject) do update
      set failures = ${LEVEL} + 1,
        last_at = case when ${LEVEL} = 0 then now() else f.last_at + make_interval(secs => ${SECONDS_EACH} * ${FORGOTTEN}) end
      where ${LEVEL} < ${MOST}`,
    values: [SPRAYING],
  })
  return rowCount === 1
}

export async function giveBackUnknownTry(): Promise<void> {
  await db().pool.query('update sign_in_failure set failures = greatest(0, failures - 1) where subject = $1', [
    SPRAYING,
  ])
}
