import { expect, test } from 'vitest'
import { type Cut, spread } from './spread.ts'

const cut = (node_id: number, host_id: number): Cut => ({ node_id, host_id, mode: 'host_main', disk_ids: [host_id] })

test('starts go round the nodes', () => {
  const cuts = [cut(1, 1), cut(1, 2), cut(1, 3), cut(2, 4), cut(3, 5)]
  expect(spread(cuts, null).map(({ host_id, after_ms }) => [host_id, after_ms])).toEqual([
    [1, 0],
    [4, 0],
    [5, 0],
    [2, 0],
    [3, 0],
  ])
})

test('a limit of starts an hour puts them at even distances', () => {
  const starts = spread([cut(1, 1), cut(1, 2), cut(1, 3)], 20)
  expect(starts.map(({ after_ms }) => after_ms)).toEqual([0, 180_000, 360_000])
})

test('nothing is spread over nothing', () => expect(spread([], 5)).toEqual([]))
