import { describe, expect, it } from 'vitest'
import { findTyped, pressSelect } from './select-keys.ts'

const options = [
  { label: 'Debian 12' },
  { label: 'Debian 13', disabled: true },
  { label: 'Rocky' },
  { label: 'Ubuntu' },
]

describe('pressSelect', () => {
  it('opens', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter', ' '])
      expect(pressSelect(key, false, -1, options)).toEqual({ kind: 'open' })
    expect(pressSelect('x', false, -1, options)).toEqual({ kind: 'none' })
  })
  it('steps over what is off', () => {
    expect(pressSelect('ArrowDown', true, 0, options)).toEqual({ kind: 'move', at: 2 })
    expect(pressSelect('ArrowUp', true, 2, options)).toEqual({ kind: 'move', at: 0 })
  })
  it('stays at the ends', () => {
    expect(pressSelect('ArrowUp', true, 0, options)).toEqual({ kind: 'none' })
    expect(pressSelect('ArrowDown', true, 3, options)).toEqual({ kind: 'none' })
  })
  it('jumps', () => {
    expect(pressSelect('End', true, 0, options)).toEqual({ kind: 'move', at: 3 })
    expect(pressSelect('Home', true, 3, options)).toEqual({ kind: 'move', at: 0 })
  })
  it('takes and leaves', () => {
    expect(pressSelect('Enter', true, 2, options)).toEqual({ kind: 'pick', at: 2 })
    expect(pressSelect('Tab', true, 2, options)).toEqual({ kind: 'leave', at: 2 })
    expect(pressSelect('Escape', true, 2, options)).toEqual({ kind: 'close' })
    expect(pressSelect('Enter', true, -1, options)).toEqual({ kind: 'close' })
  })
})

describe('findTyped', () => {
  it('finds by its beginning', () => expect(findTyped(options, 'ub', 0)).toBe(3))
  it('never finds what is off', () => expect(findTyped(options, 'debian 13', 0)).toBe(-1))
  it('goes on with the same letter, and around', () =>
    expect(findTyped([{ label: 'Alma' }, { label: 'Alpine' }, { label: 'Arch' }], 'aaa', 2)).toBe(0))
})
