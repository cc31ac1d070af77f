import { expect, it } from 'vitest'
import { readChanged, writeChanged } from './changed-header.ts'

const host = (entity_id: number) => ({ entity: 'host', entity_id }) as const

it('names each object once', () => {
  const value = writeChanged([host(7), { entity: 'task', entity_id: 12 }, host(8), host(7)])
  expect(value).toBe('host:7,8 task:12')
  expect(readChanged(value)).toEqual(
    new Map([
      ['host', new Set([7, 8])],
      ['task', new Set([12])],
    ]),
  )
})

it('names kinds alone where many objects have changed', () => {
  const value = writeChanged(Array.from({ length: 1000 }, (_, n) => host(n + 1)))
  expect(value).toBe('host')
  expect(readChanged(value)).toEqual(new Map([['host', null]]))
})

it('is empty where nothing has changed', () => {
  expect(writeChanged([])).toBe('')
})
