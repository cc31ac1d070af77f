import { PanelError } from '../domain/shared/errors.ts'

const MOST_DEEP = 64

/**
 * Refuses what no operation can mean and other parts would fall over: NUL in a text, which PostgreSQL does not store, and
 * nesting without end. Walks without recursion, since the value comes from outside.
 */
export function checkPlain(value: unknown) {
  const waiting: [unknown, number][] = [[value, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [item, depth] = next
    if (typeof item === 'string' && item.includes('\0'))
      throw new PanelError('invalid_input', 'A text must not contain the character NUL')
    if (typeof item !== 'object' || item === null) continue
    if (depth > MOST_DEEP) throw new PanelError('invalid_input', `The body is nested over ${MOST_DEEP} deep`)
    for (const [key, inner] of Object.entries(item)) waiting.push([inner, depth + 1], [key, depth + 1])
  }
}
