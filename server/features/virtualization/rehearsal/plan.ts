import type { Context } from '../../../api/context.ts'
import { storedSetting, storeSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { type RehearsalPlan, type RehearsalPlanEdit, rehearsalPlan } from '../../../domain/rehearsal/schema.ts'
import { changed } from '../../../events/changes.ts'
import { nudge } from '../../../tasks/reconciler.ts'
import { REHEARSALS } from './nudge.ts'

const SETTING = 'rehearsal_plan'

/** Nothing is rehearsed by itself until an administrator says so. */
export async function readPlan(tx?: Pick<Work['tx'], 'setting'>): Promise<RehearsalPlan> {
  const { success, data } = rehearsalPlan.safeParse((await storedSetting(SETTING, tx)) ?? {})
  return success ? data : rehearsalPlan.parse({})
}

/** Changes what is named of the plan. */
export async function writePlan(ctx: Context, body: RehearsalPlanEdit): Promise<RehearsalPlan> {
  return ctx.mutate(async (work, note) => {
    // Two who change different parts at once keep both.
    await work.sql('select pg_advisory_xact_lock(7284, 0)::text', [])
    const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const plan = { ...(await readPlan(work.tx)), ...named }
    note.input = body
    await storeSetting(SETTING, plan, work.tx)
    changed(work, { entity: 'setting', entity_id: 0, event: 'update' })
    await nudge(work, REHEARSALS)
    return plan
  })
}
