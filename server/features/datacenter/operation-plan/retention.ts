import { db } from '../../../db/pool.ts'

/** So long after its end a plan can be tried again with the same password. */
const SECRETS_DAYS = 7

/** Takes away the sealed passwords of plans that have ended and that nobody tried again. */
export async function forgetPlanSecrets(): Promise<void> {
  await db().pool.query(
    'update operation_plan set secrets = null where secrets is not null and ended_at < now() - make_interval(days => $1)',
    [SECRETS_DAYS],
  )
}
