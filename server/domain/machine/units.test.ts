import { describe, expect, it } from 'vitest'
import { likelyUnits } from './units.ts'

const span = (unit: number, size = 1) => ({ unit, size })

describe('the likeliest units', () => {
  it.each([
    ['between its two neighbours', [20, 22, 23, 30], 1, [span(24), span(21)], [22, 23]],
    ['beside them when nothing is free between', [10, 26], 1, [span(24), span(23)], [26, 10]],
    ['above a neighbour that is two units high', [5, 6, 8], 1, [span(3, 2), span(7)], [6, 5]],
    ['near the only neighbour', [1, 19, 22], 1, [span(20)], [19, 22, 1]],
    ['where as many adjacent ones are free as it needs', [10, 12, 13, 15], 2, [span(11)], [12]],
    ['not known without neighbours', [1, 2], 1, [], []],
  ])('are %s', (_, free, size, neighbours, expected) => expect(likelyUnits(free, size, neighbours)).toEqual(expected))
})
