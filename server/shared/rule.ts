import { issueText } from './library-messages.ts'
import { msg, quote, Text, type Value } from './text.ts'

const rules = new Map<string, Text>()

/**
 * The words of a rule of a schema, which have to be a string there; `textOfRule` finds the sentence again. Only for rules that are made
 * once, when their module is loaded: each is remembered.
 */
export function rule(words: TemplateStringsArray, ...values: Value[]): string {
  const text = msg(words, ...values)
  rules.set(text.toString(), text)
  return text.toString()
}

/** Message of the rule that was broken; messages of the library itself are quoted. */
export const textOfRule = (message: string): Text => rules.get(message) ?? quote(message)

/** An issue of a schema whose words are made while a value is looked at. */
export const issueOf = (text: Text) => ({ code: 'custom' as const, message: text.toString(), params: { text } })

/** The sentence of an issue, whichever way it was made. */
export function textOfIssue(
  issue: Parameters<typeof issueText>[0] & { params?: Record<string, unknown> | undefined },
): Text {
  const text = issue.params?.text
  return text instanceof Text ? text : (rules.get(issue.message) ?? issueText(issue))
}
