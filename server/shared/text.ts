/** What fills a hole of a sentence: a name, a number, or words that are a sentence themselves, as a cause is. */
export type Value = string | number | Text

/** A sentence as it is stored and sent: words with holes `{0}`, `{1}`, and what fills them. */
export type TextRecord = { readonly template: string; readonly values: readonly (string | number | TextRecord)[] }

/**
 * A sentence of the panel to people, its words apart from what is filled in: `Unit {0} is taken by {1}` with two values.
 * It reads as English wherever a string is wanted; a page looks its words up in the reader's language.
 */
export class Text implements TextRecord {
  readonly template: string
  readonly values: readonly Value[]

  constructor(template: string, values: readonly Value[] = []) {
    this.template = template
    this.values = values
  }

  toString(): string {
    return fillIn(this.template, (hole) => String(this.values[hole]))
  }
}

/** A sentence of the panel: msg`Unit ${unit} is taken by ${device}`. */
export function msg(words: TemplateStringsArray, ...values: Value[]): Text {
  return new Text(
    words.reduce((before, piece, i) => `${before}{${i - 1}}${piece}`),
    values,
  )
}

/** Text that is not translated: of a device, a library or a user. */
export const quote = (words: string): Text => new Text('{0}', [words])

/** Sentences and names side by side, as in a list: `joined(names, ', ')`. */
export const joined = (values: readonly Value[], between: Divider): Text =>
  new Text(values.map((_, i) => `{${i}}`).join(between), values)

/** What stands between sentences and names; the one between the last two of a list is a word. */
export const dividers = [', ', '; ', ': ', '. ', ' ', ' and '] as const
export type Divider = (typeof dividers)[number]

/** A template with its holes filled. */
export function fillIn(template: string, filling: (hole: number) => string): string {
  return template.replace(/\{(\d+)\}/g, (_, hole: string) => filling(Number(hole)))
}

/** The same sentence with its values mapped, recursively: to bound texts of devices. */
export function withValues(text: Text, change: (words: string) => string): Text {
  const changed = text.values.map((value) =>
    value instanceof Text ? withValues(value, change) : typeof value === 'string' ? change(value) : value,
  )
  return new Text(text.template, changed)
}

/** A sentence as it stands within another one: it begins with a small letter. */
export const small = (text: Text): Text => startingWith(text, (letter) => letter.toLowerCase())
/** A sentence as it stands by itself: it begins with a large letter. */
export const large = (text: Text): Text => startingWith(text, (letter) => letter.toUpperCase())

function startingWith(text: Text, form: (letter: string) => string): Text {
  const begin = (words: string) => form(words.charAt(0)) + words.slice(1)
  if (!text.template.startsWith('{0}')) return new Text(begin(text.template), text.values)
  const [first = '', ...rest] = text.values
  const begun = first instanceof Text ? startingWith(first, form) : begin(String(first))
  return new Text(text.template, [begun, ...rest])
}

/** A sentence that was stored or sent. @param record what `JSON.parse` made of it */
export const textFrom = ({ template, values }: TextRecord): Text =>
  new Text(
    template,
    values.map((value) => (typeof value === 'object' ? textFrom(value) : value)),
  )
