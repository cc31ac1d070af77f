import { describe, expect, it } from 'vitest'
import { checkPreferences, moved, ordered } from './preferences.ts'

describe('checkPreferences', () => {
  it('survives anything', () => {
    for (const value of [undefined, null, 7, 'x', [], { density: 'huge', hidden: [1], order: {} }])
      expect(checkPreferences(value)).toEqual({ density: 'normal', hidden: null, order: [] })
  })
  it('keeps what is valid', () =>
    expect(checkPreferences({ density: 'roomy', hidden: ['tags'], order: ['state', 'name'] })).toEqual({
      density: 'roomy',
      hidden: ['tags'],
      order: ['state', 'name'],
    }))
})

describe('ordered', () => {
  const all = ['name', 'state', 'node', 'ram']
  it('is the author’s without a choice', () => expect(ordered(all, [])).toEqual(all))
  it('forgets columns that are gone', () => expect(ordered(all, ['ram', 'old', 'name'])).not.toContain('old'))
  it('puts new columns behind their neighbour', () =>
    expect(ordered(all, ['ram', 'name', 'state'])).toEqual(['ram', 'name', 'state', 'node']))
})

describe('moved', () => {
  it('in front of another', () => expect(moved(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']))
  it('to the end', () => expect(moved(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']))
  it('stays when the other is unknown', () => expect(moved(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']))
})
