import { PanelError } from '../domain/shared/errors.ts'

const MOST_DEEP = 64

/**
 * Refuses what no operation can mean and other parts would fall over: NUL and halves of characters in a text, which PostgreSQL
 * does not store, and nesting without end. Walks without recursion, since the value comes from outside.
 */
export function checkPlain(value: unknown) {
  const waiting: [unknown, number][] = [[value, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [item, depth] = next
    if (typeof item === 'string' && item.includes('\0'))
      throw new PanelError('invalid_input', 'A text must not contain the character NUL')
    if (typeof item === 'string' && /\p{Cs}/u.test(item))
      throw new PanelError(
        'invalid_input',
        'A text must not contain half of a character (a surrogate without its pair)',
      )
    if (typeof item !== 'object' || item === null) continue
    if (depth > MOST_DEEP) throw new PanelError('invalid_input', `The body is nested over ${MOST_DEEP} deep`)
    for (const [key, inner] of Object.entries(item)) waiting.push([inner, depth + 1], [key, depth + 1])
  }
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
      throw new PanelError('invalid_input', `${field}: a number from -${MOST} to ${MOST}`, { value: field })
    if (typeof item !== 'object' || item === null) continue
    for (const [key, inner] of Object.entries(item)) waiting.push([inner, [...path, key]])
  }
}
