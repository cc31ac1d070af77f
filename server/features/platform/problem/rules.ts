import type { Context } from '../../../api/context.ts'
import { keepSetting, storedSetting, storeSetting } from '../../../db/stored-settings.ts'
import {
  type ProblemRuleSettings,
  type ProblemRulesEdit,
  rulesOf,
  setRules,
} from '../../../domain/problem/rule-schema.ts'
import { problemRuleNames } from '../../../domain/problem/rules.ts'
import { changed } from '../../../events/changes.ts'

const SETTING = 'problem_rules'

/** By which rules figures become problems. */
export const readProblemRules = async (): Promise<ProblemRuleSettings> => rulesOf(await storedSetting(SETTING))

/** Changes what is named; figures are judged by it at the next reading. */
export async function writeProblemRules(ctx: Context, edit: ProblemRulesEdit): Promise<Record<string, never>> {
  const name = SETTING
  // There is a row to lock, so two changes at once are both kept.
  await keepSetting(name, {})
  await ctx.mutate(async (work, note) => {
    const [row] = await work.sql<{ value: unknown }>('select value from setting where name = $1 for update', [name])
    const before = setRules(row?.value)
    const value = Object.fromEntries(problemRuleNames.map((rule) => [rule, { ...before[rule], ...edit[rule] }]))
    note.input = { name, value }
    await storeSetting(name, value, work.tx)
    changed(work, { entity: 'setting', entity_id: 0, event: 'update', data: { name } })
  })
  return {}
}
