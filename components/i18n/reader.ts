import { textOfRule } from '../../server/shared/rule.ts'
import type { TextRecord } from '../../server/shared/text.ts'
import russian from './refusals.ru.json'
import { sentenceOf } from './sentences.ts'
import { type Sentences, translate } from './translate.ts'

const sentences: Sentences = { ...russian.words, ...russian.said }

/**
 * Translates texts of the server into Russian: a sentence with its values by the catalogue; texts of a record, which
 * are English, by the sentence that the panel noted when it stored them.
 */
export function inRussian(words: string | TextRecord): string {
  if (typeof words !== 'string') return translate(words, sentences)
  if (words === '') return words
  if (Object.hasOwn(sentences, words)) return sentences[words] as string
  const rule = textOfRule(words)
  if (rule.template !== '{0}') return translate(rule, sentences)
  const text = sentenceOf(words)
  return text ? translate(text, sentences) : words
}
