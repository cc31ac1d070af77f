import { expect, it } from 'vitest'
import { joinMarks } from './event-marks.ts'

const halfOf = (label: string) => Math.max(7, label.length * 3)
const at = (...places: number[]) => places.map((x, n) => ({ x, mark: String(n + 1) }))

it('leaves marks alone that have room', () => {
  expect(joinMarks(at(10, 100), halfOf, 2)).toEqual([
    { centre: 10, half: 7, label: '1' },
    { centre: 100, half: 7, label: '2' },
  ])
})

it('makes one of those that would lie on one another, and keeps what it stands over', () => {
  const [group, alone] = joinMarks(at(10, 12, 20, 90), halfOf, 2)
  expect(group).toEqual({ centre: 15, half: 9, label: '1-3' })
  expect(alone?.label).toBe('4')
  expect(joinMarks([], halfOf, 2)).toEqual([])
})
