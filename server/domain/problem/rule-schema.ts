import { z } from 'zod'
import { type ProblemRuleName, problemRuleNames, problemRules, ruleLimits } from './rules.ts'

const enabled = z.boolean().describe('Whether it makes problems')
const limit = z
  .int()
  .min(ruleLimits.limit.min)
  .max(ruleLimits.limit.max)
  .describe('Percent from which on it counts; it is over somewhat below')
const minutes = z
  .int()
  .min(ruleLimits.minutes.min)
  .max(ruleLimits.minutes.max)
  .describe('For so long it has to be so before it is a problem')

const rule = z.object({ enabled, limit: limit.nullable(), minutes })

const each = <Value>(make: (name: ProblemRuleName) => Value) =>
  Object.fromEntries(problemRuleNames.map((name) => [name, make(name)])) as Record<ProblemRuleName, Value>

/** All rules with what is set, or what holds without. */
export const problemRuleSettings = z.object(each(() => rule))
export type ProblemRuleSettings = z.infer<typeof problemRuleSettings>

const withLimit = z.strictObject({ enabled, limit, minutes }).partial()
const withoutLimit = z.strictObject({ enabled, minutes }).partial()
/** Of a rule without a limit there is none to set. */
const edit = (name: ProblemRuleName) =>
  problemRules[name].limit !== null ? withLimit : (withoutLimit as typeof withLimit)

/** What is not named stays as it is. */
export const problemRulesEdit = z.strictObject(each((name) => edit(name).optional()))
export type ProblemRulesEdit = z.infer<typeof problemRulesEdit>

/** What an administrator has set; a stored value that no longer fits counts as nothing set. */
export function setRules(value: unknown): ProblemRulesEdit {
  const read = problemRulesEdit.safeParse(value ?? {})
  return read.success ? read.data : problemRulesEdit.parse({})
}

/** What is set, and for the rest what holds without. */
export function rulesOf(value: unknown): ProblemRuleSettings {
  const set = setRules(value)
  return each((name) => rule.parse({ enabled: true, ...problemRules[name], ...set[name] }))
}
