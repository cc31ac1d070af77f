import { invalidInput } from '../domain/shared/errors.ts'
import { msg, type Text } from '../shared/text.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { LONGEST_LIST, LONGEST_TEXT } from './shape.ts'
import type { RawParts } from './validate.ts'

const MOST_DEEP = 64

/**
 * Refuses what no operation can mean and other parts would fall over: NUL and halves of characters in a text, which PostgreSQL
 * does not store, nesting, lists and texts without end; names the field. Walks without recursion, since the values come from outside.
 */
export function checkPlain(raw: Omit<RawParts, 'file'>, e: Pick<AnyEndpoint, 'longestList'> = {}) {
  const longest = e.longestList ?? LONGEST_LIST
  const waiting: Spot[] = Object.values(raw).map((item) => ({ item, name: null, depth: 1, within: null }))
  for (let spot = waiting.pop(); spot; spot = waiting.pop()) {
    const { item, depth } = spot
    if (typeof item === 'string') checkText(item, spot)
    if (typeof item !== 'object' || item === null) continue
    if (depth > MOST_DEEP) throw invalidInput(msg`The body is nested over ${MOST_DEEP} deep`, nameOf(spot, 1))
    const inside = Object.entries(item)
    if (inside.length > longest) throw invalidInput(msg`A list takes ${longest} items at most`, nameOf(spot))
    for (const [name, inner] of inside) {
      checkText(name, spot)
      waiting.push({ item: inner, name, depth: depth + 1, within: spot })
    }
  }
}

/** A value, how it is called where it stands, and where that is. */
type Spot = { item: unknown; name: string | null; depth: number; within: Spot | null }

function checkText(text: string, spot: Spot) {
  const reject = (words: Text) => {
    throw invalidInput(words, nameOf(spot))
  }
  if (text.length > LONGEST_TEXT) reject(msg`A text takes ${LONGEST_TEXT} characters at most`)
  if (text.includes('\0')) reject(msg`A text must not contain the character NUL`)
  if (/\p{Cs}/u.test(text)) reject(msg`A text must not contain half of a character (a surrogate without its pair)`)
}

/** Where a value stands: names from the outside, divided by dots; at most so many of the outermost. */
function nameOf(spot: Spot, most = MOST_DEEP): string {
  const names: string[] = []
  for (let at: Spot | null = spot; at; at = at.within) if (at.name !== null) names.unshift(at.name)
  return names.slice(0, most).join('.')
}

const MOST = 2_147_483_647

/**
 * Refuses whole numbers beyond 32 bits: ids and amounts are stored as such, and one that does not fit would fail where it is
 * written or, worse, wherever it is read.
 * @param wide names of fields that may hold more, or true for any field
 */
export function checkNumbers(value: unknown, wide: readonly string[] | true = []) {
  if (wide === true) return
  const waiting: [unknown, string[]][] = [[value, []]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [item, path] = next
    const field = path.join('.')
    if (typeof item === 'number' && Math.abs(item) > MOST && !wide.includes(path.at(-1) ?? ''))
      throw invalidInput(msg`${field}: a number from -${MOST} to ${MOST}`, field)
    if (typeof item !== 'object' || item === null) continue
    for (const [key, inner] of Object.entries(item)) waiting.push([inner, [...path, key]])
  }
}
