import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import en from './en.json' with { type: 'json' }
import { pickLocale } from './locale.ts'
import ru from './ru.json' with { type: 'json' }

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )

/** Names of what is filled in: arguments `{name}` and `{count, plural, ...}`, and tags. */
const slots = (text: string) => {
  const names = new Set<string>()
  let depth = 0
  for (const match of text.matchAll(/\{\s*([A-Za-z]\w*)?\s*(,|\})?|\}|<(\w+)>/g)) {
    if (match[3]) names.add(`<${match[3]}>`)
    else if (match[0] === '}') depth--
    else if (match[1] && match[2] === '}' && depth % 2 === 0) names.add(match[1])
    else if (match[2] !== '}') {
      if (match[2] === ',' && match[1]) names.add(match[1])
      depth++
    }
  }
  return [...names].sort()
}

const english = new Map(flat(en))
const russian = new Map(flat(ru))

describe('the catalogues', () => {
  it('have the same keys', () => expect([...russian.keys()].sort()).toEqual([...english.keys()].sort()))

  it('can be read by the formatter', () => {
    for (const [key, text] of [...english, ...russian]) expect(() => compile(text), key).not.toThrow()
  })

  it('leave nothing empty', () => {
    for (const [key, text] of [...english, ...russian]) expect(text.trim(), key).not.toBe('')
  })

  it('fill in the same things', () => {
    for (const [key, text] of english) expect(slots(russian.get(key) ?? ''), key).toEqual(slots(text))
  })

  it('keep the tone: no exclamation marks', () => {
    for (const [key, text] of [...english, ...russian]) expect(text, key).not.toContain('!')
  })
})

describe('pickLocale', () => {
  it('takes the choice first', () => expect(pickLocale('ru', 'en')).toBe('ru'))
  it('ignores a cookie that is no language', () => expect(pickLocale('xx', 'ru')).toBe('ru'))
  it('weighs the header', () => expect(pickLocale(undefined, 'de, en;q=0.4, ru-RU;q=0.7')).toBe('ru'))
  it('leaves out what the browser refuses', () => expect(pickLocale(undefined, 'ru;q=0, de')).toBe('en'))
  it('falls back to English', () => expect(pickLocale(undefined, null)).toBe('en'))
})
