import { describe, expect, it } from 'vitest'
import { joined, msg, quote, small, textFrom } from '../../server/shared/text.ts'
import catalogue from './refusals.ru.json' with { type: 'json' }
import { translate } from './translate.ts'

const sentences = { ...catalogue.said, ...catalogue.words }
const russian = (text: Parameters<typeof translate>[0]) => translate(text, sentences)

describe('a sentence with its values', () => {
  it('is looked up, and its values are put where the translation wants them', () =>
    expect(russian(msg`Line ${3}, column ${'name'}: a cell has at most ${5} characters`)).toBe(
      'Строка 3, столбец name: в ячейке не больше 5 символов',
    ))

  it('is translated to its innermost, and quotes are not', () => {
    const cause = msg`${msg`The PDU at ${'10.0.0.9'}`} cannot be reached: ${quote('connect ECONNREFUSED')}`
    const text = msg`${msg`outlet ${3} of PDU ${7}`} could not be turned off: ${cause}`
    expect(String(text)).toBe(
      'outlet 3 of PDU 7 could not be turned off: The PDU at 10.0.0.9 cannot be reached: connect ECONNREFUSED',
    )
    expect(russian(text)).toBe(
      'Выключить не удалось (розетка 3 у PDU 7): PDU 10.0.0.9: нет связи (connect ECONNREFUSED)',
    )
  })

  it('keeps names as they are, whatever they look like', () => {
    for (const name of ['{0}', '{1}', '$1', '$&', 'Server', 'конец', '__proto__', '{0:word}'])
      expect(russian(msg`Server ${name} is protected: turn off protection first`)).toBe(
        `Сервер ${name} защищён: сначала выключите защиту`,
      )
  })

  it('is the same with a small letter at its start', () =>
    expect(russian(small(msg`The session was closed`))).toBe('сеанс закрыт'))

  it('stands in lists', () => {
    expect(russian(joined([msg`1 rack (${'A'})`, msg`1 server (${'b'})`], ' and '))).toBe('стойка A и сервер b')
    expect(russian(joined(['a', 'b'], ', '))).toBe('a, b')
  })

  it('comes back from a store as it was', () => {
    const text = msg`Step ${'boot'} could not be undone: ${msg`The VM is being deleted`}`
    const stored = JSON.parse(JSON.stringify(text))
    expect(String(textFrom(stored))).toBe(String(text))
    expect(russian(stored)).toBe('Шаг boot отменить не удалось: ВМ удаляется')
  })

  it('stays English where the catalogue lacks it', () =>
    expect(russian({ template: 'No such {0}', values: ['thing'] })).toBe('No such thing'))
})
