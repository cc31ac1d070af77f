import { dividers, fillIn, type TextRecord } from '../../server/shared/text.ts'

/** Sentences of the server with their translations, which have the same holes. */
export type Sentences = Readonly<Record<string, string>>

/** A sentence in a sentence in a sentence; deeper ones stay as they are. */
const DEEPEST = 8
const AND = ' и '

/** A sentence of the server in the language of a catalogue; one that the catalogue lacks stays English. */
export function translate(text: TextRecord, sentences: Sentences, depth = 0): string {
  const said = text.values.map((value) =>
    typeof value === 'object' && depth < DEEPEST ? translate(value, sentences, depth + 1) : String(value),
  )
  return fillIn(wordsOf(text.template, sentences), (hole) => said[hole] ?? '')
}

function wordsOf(template: string, sentences: Sentences): string {
  if (Object.hasOwn(sentences, template)) return sentences[template] as string
  if (isList(template)) return template.replaceAll(' and ', AND)
  // The same sentence within another one begins with a small letter.
  const other = flipped(template)
  return Object.hasOwn(sentences, other) ? flipped(sentences[other] as string) : template
}

/** Whether nothing but what is filled in has words. */
const isList = (template: string): boolean =>
  template
    .split(/\{\d+\}/)
    .slice(1, -1)
    .every((piece) => (dividers as readonly string[]).includes(piece)) && /^\{\d+\}.*\{\d+\}$/.test(template)

function flipped(words: string): string {
  const first = words.charAt(0)
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()
  return other + words.slice(1)
}
