import { describe, expect, it } from 'vitest'
import en from '../../../components/i18n/en.json' with { type: 'json' }
import ru from '../../../components/i18n/ru.json' with { type: 'json' }
import { dangerOf, outletVerbs, type PowerVerb, powerVerbs, serverVerbs, vmVerbs } from './vocabulary.ts'

const verbs = Object.keys(powerVerbs) as PowerVerb[]

describe('the vocabulary of power', () => {
  it('has every verb in use by some kind of object, once a kind', () => {
    const kinds = [vmVerbs, serverVerbs, outletVerbs].map((kind) => Object.values(kind))
    for (const kind of kinds) expect(new Set(kind).size).toBe(kind.length)
    expect(new Set(kinds.flat())).toEqual(new Set(verbs))
  })

  it('asks neutrally for what the system may refuse, in red for what ends it', () => {
    const of = (danger: string) => verbs.filter((verb) => dangerOf(verb) === danger)
    expect(of('none')).toEqual(['start', 'turn_on'])
    expect(of('ask')).toEqual(['shut_down', 'restart'])
    expect(of('force')).toEqual(['turn_off', 'force_off', 'force_restart', 'power_cycle'])
  })

  it.each([
    ['en', en.powerWords],
    ['ru', ru.powerWords],
  ])('has its words in %s', (_, words) => {
    expect(Object.keys(words.verbs).sort()).toEqual([...verbs].sort())
    expect(new Set(Object.values(words.verbs)).size).toBe(verbs.length)
    const asked = verbs.filter((verb) => dangerOf(verb) !== 'none').sort()
    for (const group of [words.titles, words.hints]) expect(Object.keys(group).sort()).toEqual(asked)
    expect(Object.keys(words.lost).sort()).toEqual(verbs.filter((verb) => dangerOf(verb) === 'force').sort())
  })
})
