import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { storedSetting } from '../../../db/stored-settings.ts'
import type { Work } from '../../../db/transaction.ts'
import { type RehearsalPlan, type RehearsalPlanEdit, rehearsalPlan } from '../../../domain/rehearsal/schema.ts'
import { nudge } from '../../../tasks/reconciler.ts'
import { REHEARSALS } from './nudge.ts'

const SETTING = 'rehearsal_plan'

const planOf = (stored: unknown): RehearsalPlan => {
  const { success, data } = rehearsalPlan.safeParse(stored ?? {})
  return success ? data : rehearsalPlan.parse({})
}

/** Nothing is rehearsed by itself until an administrator says so. */
export const readPlan = async (tx?: Pick<Work['tx'], 'setting'>): Promise<RehearsalPlan> =>
  planOf(await storedSetting(SETTING, tx))

/** Changes what is named of the plan. */
export async function writePlan(ctx: Context, body: RehearsalPlanEdit): Promise<RehearsalPlan> {
  return ctx.mutate(async (work, note) => {
    const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const plan = await editSetting(work, note, SETTING, (now) => ({ ...planOf(now), ...named }))
    await nudge(work, REHEARSALS)
    return plan
  })
}
