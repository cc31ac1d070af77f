import { msg, Text } from '../../shared/text.ts'
import { PanelError } from '../shared/errors.ts'

const SHOWN = 60

/** What a person typed, short and printable enough to stand inside a sentence. */
export const shown = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/**
 *
 * An error of `where`, `orderby` or `limit`.
 * @param at offset of the culprit in the decoded text, shown counting from 1
 * @param value the word the message is about, or the parameter's name when there is none
 */
export const invalidQuery = (parameter: string, words: Text, at: number, value = parameter): PanelError =>
  new PanelError('invalid_query', msg`${parameter}: ${msg`${words} at position ${at + 1}`}`, {
    value: value.slice(0, SHOWN),
  })

/** The words of `invalidQuery` without the name of its parameter. */
export function withoutParameter(text: Text): Text {
  const said = text.values[1]
  return said instanceof Text ? said : text
}
