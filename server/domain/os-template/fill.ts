import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import type { Part, Section } from './parse.ts'

/** Values by the name of their macro; a list where a macro has several. */
export type Values = Readonly<Record<string, string | readonly string[]>>
/** Text of the template, or a value that is to stand there. `whole`: the macro is that of a list, and has all of it. */
export type Piece = string | { name: string; sh: boolean; value: readonly string[]; whole: boolean }

/** What no file of text can hold. */
const NO_TEXT = /[\0\p{Cs}]/u
/** Pieces that a filled template may have: lists within lists grow fast. */
const MAX_PIECES = 20_000

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value !== 'string' ? value : value === '' ? [] : [value]

/**
 * Puts values in their places, still apart from the text around them.
 * @throws PanelError `refused` for a macro that nothing is known of
 */
export function fillParts(parts: readonly Part[], values: Values): Piece[] {
  const pieces: Piece[] = []
  const known = (name: string) => {
    if (!Object.hasOwn(values, name)) throw refused(msg`The macro ${name} is not known`)
    return values[name] as string | readonly string[]
  }
  const add = (piece: Piece) => {
    if (typeof piece !== 'string' && piece.value.some((one) => NO_TEXT.test(one)))
      throw refused(msg`The value of ${piece.name} must not contain null characters or halves of characters`)
    if (pieces.length >= MAX_PIECES) throw refused(msg`The template becomes too large`)
    pieces.push(piece)
  }
  const section = ({ name, not, inner }: Section) => {
    const list = listOf(known(name))
    if (not) return list.length === 0 ? walk(inner, null) : undefined
    for (const entry of list) walk(inner, entry)
  }
  const walk = (some: readonly Part[], entry: string | null): void => {
    for (const part of some) {
      if (typeof part === 'string') add(part)
      else if ('section' in part) section(part.section)
      else if (part.name !== '.') {
        const value = known(part.name)
        const whole = typeof value !== 'string'
        add({ ...part, value: whole ? value : [value], whole })
      } else if (entry === null) throw refused(msg`{{.}} stands outside of a section`)
      else add({ ...part, value: [entry], whole: false })
    }
  }
  walk(parts, null)
  return pieces
}
