import { expect, it } from 'vitest'
import { preparedName } from './prepared.ts'

const uses = (text: string, times: number) => Array.from({ length: times }, () => preparedName(text)).at(-1)

it('names a statement once it is used often, and keeps the name', () => {
  expect(uses('SELECT 1', 9)).toBeUndefined()
  const name = preparedName('SELECT 1')
  expect(name).toMatch(/^list_\d+$/)
  expect(uses('SELECT 1', 50)).toBe(name)
})

it('never names more statements than a connection should hold', () => {
  const names = new Set(Array.from({ length: 500 }, (_, n) => uses(`SELECT ${n} AS busy`, 12)))
  names.delete(undefined)
  expect(names.size).toBeLessThanOrEqual(64)
  expect(preparedName('SELECT 1')).toBeDefined()
})

it('forgets rare statements instead of counting them for ever', () => {
  for (let n = 0; n < 5000; n++) expect(preparedName(`SELECT ${n} AS rare`)).toBeUndefined()
})
