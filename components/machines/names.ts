/** Where the number stands in a pattern of names. */
export const NUMBER = '{n}'

/**
 * Names of a pattern, counted from a number: `srv-{n}` from `0421` gives srv-0421, srv-0422. The digits of the first number are kept.
 * @returns as many as are asked for
 */
export function namesOf(pattern: string, first: string, count: number): string[] {
  const from = Number(first)
  return Array.from({ length: count }, (_, n) => pattern.replace(NUMBER, String(from + n).padStart(first.length, '0')))
}
