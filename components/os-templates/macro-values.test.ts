import { describe, expect, it } from 'vitest'
import { isHidden, macroChanges, macroValues } from './macro-values.ts'

const macro = (name: string, own = '', secret = false) => ({ name, default: own, words: '', secret })
const template = {
  macros: [macro('mirror', 'deb.example'), macro('zone', 'UTC'), macro('token', '', true), macro('pin', '', true)],
  macro: { zone: 'Europe/Berlin', token: '' },
}
const given = macroValues(template)

describe('the form of macros', () => {
  it('begins with what holds, secrets empty', () => {
    expect(given).toEqual({
      plain: { mirror: 'deb.example', zone: 'Europe/Berlin' },
      secret: { token: '', pin: '' },
    })
  })

  it('says only what differs', () => {
    expect(macroChanges(template, given)).toEqual({})
    const typed = { plain: { mirror: 'own.example', zone: 'Europe/Berlin' }, secret: { token: 'new', pin: '' } }
    expect(macroChanges(template, typed)).toEqual({ mirror: 'own.example', token: 'new' })
  })

  it('gives back to the repository what is as it has it', () => {
    const typed = { plain: { mirror: 'deb.example', zone: 'UTC' }, secret: { token: null, pin: null } }
    expect(macroChanges(template, typed)).toEqual({ zone: null, token: null })
  })

  it('takes an empty text for a value, and leaves alone what a draft does not have', () => {
    expect(macroChanges(template, { plain: { mirror: '' }, secret: {} })).toEqual({ mirror: '' })
  })

  it('keeps hidden what was a secret once', () => {
    const before = { macros: [macro('mirror', 'deb.example')], macro: { mirror: '' } }
    expect(isHidden(before, macro('mirror', 'deb.example'))).toBe(true)
    expect(macroValues(before)).toEqual({ plain: {}, secret: { mirror: '' } })
  })
})
