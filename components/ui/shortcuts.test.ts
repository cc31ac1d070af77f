import { expect, it } from 'vitest'
import { isShortcut, letterOf, shortcuts } from './shortcuts.ts'

const press = (key: string, code: string, mods = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...mods,
})

it('knows letters on a keyboard of another script', () => {
  expect(letterOf({ key: 'п', code: 'KeyG' })).toBe('g')
  expect(letterOf({ key: 'g', code: 'KeyU' })).toBe('g')
  expect(letterOf({ key: '1', code: 'Digit1' })).toBe('')
})

it('takes Ctrl and the command key alike, and nothing besides', () => {
  expect(isShortcut(press('k', 'KeyK', { ctrlKey: true }), shortcuts.palette)).toBe(true)
  expect(isShortcut(press('л', 'KeyK', { metaKey: true }), shortcuts.palette)).toBe(true)
  expect(isShortcut(press('K', 'KeyK', { ctrlKey: true, shiftKey: true }), shortcuts.palette)).toBe(false)
  expect(isShortcut(press('k', 'KeyK'), shortcuts.palette)).toBe(false)
  expect(isShortcut(press('?', 'Slash', { shiftKey: true }), shortcuts.help)).toBe(true)
  expect(isShortcut(press('?', 'Slash', { shiftKey: true, ctrlKey: true }), shortcuts.help)).toBe(false)
})
