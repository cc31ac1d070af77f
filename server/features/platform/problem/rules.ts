import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { storedSetting } from '../../../db/stored-settings.ts'
import {
  type ProblemRuleSettings,
  type ProblemRulesEdit,
  rulesOf,
  setRules,
} from '../../../domain/problem/rule-schema.ts'
import { problemRuleNames } from '../../../domain/problem/rules.ts'

const SETTING = 'problem_rules'

/** By which rules figures become problems. */
export const readProblemRules = async (): Promise<ProblemRuleSettings> => rulesOf(await storedSetting(SETTING))

/** Changes what is named; figures are judged by it at the next reading. */
export async function writeProblemRules(ctx: Context, edit: ProblemRulesEdit): Promise<Record<string, never>> {
  const change = (now: unknown) => {
    const before = setRules(now)
    return Object.fromEntries(problemRuleNames.map((rule) => [rule, { ...before[rule], ...edit[rule] }]))
  }
  await ctx.mutate((work, note) => editSetting(work, note, SETTING, change))
  return {}
}
