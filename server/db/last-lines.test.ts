import { expect, it } from 'vitest'
import { LastLines } from './last-lines.ts'

it('keeps the end of the output, each line once', () => {
  const lines = new LastLines(3)
  for (const line of ['a', 'b']) lines.add(line)
  expect(String(lines)).toBe('ab')
  for (let n = 0; n < 1_000; n++) lines.add(String(n % 10))
  expect(String(lines)).toBe('789')
})
