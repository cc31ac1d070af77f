import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'

/** Values that one request may bring: parsing and checking them stays within a few milliseconds, also when each is wrong. */
export const MOST_VALUES = 5000
/** The same for an operation that says how long its lists may be. */
export const MOST_VALUES_OF_LISTS = 20_000
/** Items of a list, and fields of an object. */
export const LONGEST_LIST = 1000
/** Characters of a text; patterns of fields are tried on all of it. */
export const LONGEST_TEXT = 64 * 1024

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * Counts the values of a JSON text without building them, and rejects one that has too many. Invalid JSON passes: the
 * parser gives a better error.
 */
export function checkShape(text: string, most: number) {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === COMMA || character === OPEN_ARRAY || character === OPEN_OBJECT) values++
    if (values > most) throw new PanelError('too_large', msg`The body has over ${most} values`)
  }
}

/** Where the string that begins at `from` ends; the end of the text when it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((at - before) % 2 === 1) return at
  }
}
