import { expect, it } from 'vitest'
import { isAnswering } from './states.ts'

it('a machine answers as long as it has told so within minutes', () => {
  const seen_at = '2026-01-01T00:00:00Z'
  const now = Date.parse(seen_at)
  expect(isAnswering({ seen_at }, now + 4 * 60_000)).toBe(true)
  expect(isAnswering({ seen_at }, now + 6 * 60_000)).toBe(false)
})
