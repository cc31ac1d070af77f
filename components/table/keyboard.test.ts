import { describe, expect, it } from 'vitest'
import { type Cursor, press } from './keyboard.ts'

const key = (name: string, more: Partial<{ shift: boolean; ctrl: boolean }> = {}) => ({
  key: name,
  shift: false,
  ctrl: false,
  ...more,
})
const on = (at: number): Cursor => ({ at, anchor: at })

describe('press', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 9, 9],
    ['PageDown', 0, 4],
    ['PageUp', 9, 5],
    ['Home', 7, 0],
    ['End', 2, 9],
  ])('%s from %d goes to %d', (name, from, to) =>
    expect(press(on(from), key(name), 10, 5)).toEqual({ kind: 'move', cursor: on(to) }),
  )

  it('first shows where it stands', () =>
    expect(press({ at: -1, anchor: -1 }, key('ArrowDown'), 10, 5)).toEqual({ kind: 'move', cursor: on(0) }))

  it('draws a range from the anchor, also backwards', () => {
    expect(press(on(3), key('ArrowDown', { shift: true }), 10, 5)).toEqual({
      kind: 'range',
      cursor: { at: 4, anchor: 3 },
      from: 3,
      to: 4,
    })
    expect(press({ at: 3, anchor: 5 }, key('ArrowUp', { shift: true }), 10, 5)).toMatchObject({ from: 2, to: 5 })
  })

  it('acts on the row in focus', () => {
    expect(press(on(2), key(' '), 10, 5)).toEqual({ kind: 'toggle', at: 2 })
    expect(press(on(2), key('Enter'), 10, 5)).toEqual({ kind: 'open', at: 2 })
    expect(press(on(2), key('Enter', { ctrl: true }), 10, 5)).toEqual({ kind: 'openTab', at: 2 })
    expect(press(on(2), key('.'), 10, 5)).toEqual({ kind: 'menu', at: 2 })
  })

  it('survives a list that became shorter', () =>
    expect(press(on(99), key(' '), 3, 5)).toEqual({ kind: 'toggle', at: 2 }))

  it('does nothing to an empty table but search', () => {
    expect(press(on(0), key('Enter'), 0, 5)).toEqual({ kind: 'none' })
    expect(press(on(0), key('/'), 0, 5)).toEqual({ kind: 'search' })
  })

  it('leaves the keys of the browser alone', () =>
    expect(press(on(1), key('r', { ctrl: true }), 10, 5)).toEqual({ kind: 'none' }))
})
