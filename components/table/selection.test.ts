import { describe, expect, it } from 'vitest'
import {
  add,
  countOf,
  isEmpty,
  nothing,
  selectionFromText,
  selectionToText,
  sightState,
  toggle,
  toggleSight,
} from './selection.ts'

const some = (...ids: string[]) => ({ all: false as const, ids })

describe('selection', () => {
  it('toggles', () => {
    expect(toggle(nothing, '1', ['1', '2'])).toEqual(some('1'))
    expect(toggle(some('1', '2'), '1', ['1', '2'])).toEqual(some('2'))
  })
  it('leaves "all" by keeping what is in sight', () =>
    expect(toggle({ all: true }, '1', ['1', '2', '3'])).toEqual(some('2', '3')))
  it('adds each once', () => expect(add(some('1'), ['1', '2'])).toEqual(some('1', '2')))
  it('keeps rows of other pages when the head is unticked', () =>
    expect(toggleSight(some('9', '1', '2'), ['1', '2'])).toEqual(some('9')))
  it('knows some from all', () => {
    expect(sightState(some('1'), ['1', '2'])).toBe('some')
    expect(sightState(some('1', '2'), ['1', '2'])).toBe('all')
    expect(sightState(nothing, [])).toBe('none')
  })
  it('counts', () => expect([countOf({ all: true }, 846), countOf(some('1'), 846)]).toEqual([846, 1]))
  it('goes through the address', () => {
    expect(selectionFromText(selectionToText(some('41', '42')) ?? null)).toEqual(some('41', '42'))
    expect(selectionFromText('*')).toEqual({ all: true })
    expect(isEmpty(selectionFromText('<script>'))).toBe(true)
  })
  it('stays out of the address when it is large', () =>
    expect(selectionToText(some(...Array.from({ length: 101 }, (_, at) => String(at))))).toBeUndefined())
})
