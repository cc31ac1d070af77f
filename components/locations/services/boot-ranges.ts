import { z } from 'zod'

export type BootRange = { first: string; last: string }

/** Ranges as they are typed, one a line: `first-last`, or one address. */
export const rangesText = (ranges: readonly BootRange[] = []): string =>
  ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join('\n')

/** @returns null when a line is neither a range nor an address */
export function rangesOf(text: string): BootRange[] | null {
  const ranges = linesOf(text).map((line) => {
    const [first = '', last = first, ...more] = line.split('-').map((part) => part.trim())
    return { first, last: more.length > 0 ? '' : last }
  })
  return ranges.every(({ first, last }) => [first, last].every((one) => z.ipv4().safeParse(one).success))
    ? ranges
    : null
}

export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean)
