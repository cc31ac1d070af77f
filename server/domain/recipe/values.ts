import { msg, type Text } from '../../shared/text.ts'
import { invalidField } from '../shared/errors.ts'
import { isVariableName } from './names.ts'
import { type GivenParams, MOST_PARAMS, MOST_VALUE, type RecipeFilter, type RecipeParam } from './schema.ts'
import { isSecretName } from './secret-name.ts'

const invalid = (words: Text, field = 'recipe_params') => invalidField(field, words)

/**
 * The values that a script is given, by name. A parameter without a value is an empty text, so that scripts may run with `set -u`.
 * @param params what the script asks for; null: a text of the caller's own, which may be given anything
 * @throws PanelError `invalid_input` that names the field and the parameter
 */
export function valuesFor(params: readonly RecipeParam[] | null, given: GivenParams): Record<string, string> {
  const values = new Map<string, string>()
  if (given.length > MOST_PARAMS) throw invalid(msg`at most ${MOST_PARAMS} parameters`)
  for (const { name = '', value = '' } of given) {
    if (params && !params.some((param) => param.name === name)) throw invalid(msg`the script has no parameter ${name}`)
    if (!isVariableName(name))
      throw invalid(
        msg`${name} cannot be the name of a parameter: letters, digits and underscores, none of the shell's`,
      )
    if (values.has(name)) throw invalid(msg`${name} is given twice`)
    if (value.length > MOST_VALUE) throw invalid(msg`${name} has at most ${MOST_VALUE} characters`)
    if (value.includes('\0')) throw invalid(msg`${name} must not contain null characters`)
    values.set(name, value)
  }
  for (const param of params ?? []) {
    const value = values.get(param.name) ?? ''
    if (value === '' && param.required) throw invalid(msg`${param.name} is required`)
    if (value !== '' && param.type === 'select' && !param.select_values.some(({ name }) => name === value))
      throw invalid(msg`${param.name} is one of ${param.select_values.map(({ name }) => name).join(', ')}`)
    values.set(param.name, value)
  }
  return Object.fromEntries(values)
}

/** What filters of scripts look at. */
export type System = { os: string; os_group: string; tags: readonly string[] }

/** Whether a script is meant for a system. */
export function suits(filters: readonly RecipeFilter[], system: System): boolean {
  if (filters.length === 0) return true
  return filters.some(({ entity, expression }) => {
    const words = entity === 'tag' ? system.tags : [system[entity]]
    return words.some((word) => isLike(word, expression))
  })
}

/** LIKE without case: `%` any run, `_` one character. In linear steps back, however many `%` an expression has. */
function isLike(text: string, expression: string): boolean {
  const word = [...text.toLowerCase()]
  const pattern = [...expression.toLowerCase()]
  let at = 0
  let next = 0
  let run = -1
  let from = 0
  while (at < word.length) {
    if (pattern[next] === '%') {
      run = next++
      from = at
    } else if (next < pattern.length && (pattern[next] === '_' || pattern[next] === word[at])) {
      next++
      at++
    } else if (run >= 0) {
      next = run + 1
      at = ++from
    } else return false
  }
  return pattern.slice(next).every((char) => char === '%')
}

/** What is shorter would blot out half of the output. */
export const LEAST_SECRET = 4

/** Values that must not be seen in the output of a script: what the names of its parameters say are secrets, line by line. */
export const secretsOf = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))

/** The same text with secrets covered. */
export function covered(text: string, secrets: readonly string[]): string {
  const lines = secrets.flatMap((secret) => secret.split(/\r?\n/)).filter((one) => one.length >= LEAST_SECRET)
  const longestFirst = [...new Set(lines)].sort((a, b) => b.length - a.length)
  return longestFirst.reduce((all, secret) => all.replaceAll(secret, '••••••••'), text)
}
