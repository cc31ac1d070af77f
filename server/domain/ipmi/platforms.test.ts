import { expect, test } from 'vitest'
import { platformsFor } from './platforms.ts'

const platforms = ['R650, 10 SFF', 'R650, 8 LFF', 'R750', 'Lab server', 'X11 node'].map((name, id) => ({ id, name }))
const names = (manufacturer: string, model: string, part = '') =>
  platformsFor({ manufacturer, model, part }, platforms).map(({ name }) => name)

test('finds platforms by the words of the model, the closest first', () => {
  expect(names('Maker', 'PowerEdge R650')).toEqual(['R650, 10 SFF', 'R650, 8 LFF'])
  expect(names('Maker', 'r750')).toEqual(['R750'])
})

test('proposes nothing by the maker alone, by numbers that are no models, or without words', () => {
  expect(names('Lab server', 'Unknown')).toEqual([])
  expect(names('', '10 8')).toEqual([])
  expect(names('', '')).toEqual([])
  expect(names('Ж'.repeat(300), '((((')).toEqual([])
})
