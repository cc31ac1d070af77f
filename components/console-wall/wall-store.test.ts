import { expect, it } from 'vitest'
import { MOST_TILES, readChoice } from './wall-store.ts'

it('keeps what is ours of what is stored, once each, and no more than fit', () => {
  const good = { object: 'host', id: 1, kind: 'vnc' }
  const stored = [
    good,
    good,
    { ...good, kind: 'sol' },
    { ...good, id: 'x' },
    null,
    5,
    { object: 'server', id: 2, kind: 'sol' },
  ]
  expect(readChoice(JSON.stringify(stored))).toEqual([good, { object: 'server', id: 2, kind: 'sol' }])
  for (const nonsense of [null, '', '{', '{}', '"a"']) expect(readChoice(nonsense)).toEqual([])
  const many = Array.from({ length: 30 }, (_, n) => ({ ...good, id: n + 1 }))
  expect(readChoice(JSON.stringify(many))).toHaveLength(MOST_TILES)
})
