import { describe, expect, it } from 'vitest'
import { templatesIn } from '../../e2e/support/templates.ts'
import catalogue from './refusals.ru.json' with { type: 'json' }

const holesOf = (text: string) => [...new Set([...text.matchAll(/\{(\d+)\}/g)].map(([, n]) => n))].sort()
const sentences = Object.entries(catalogue.said)

/** Whether there is anything to translate besides what is filled in. */
const hasWords = (template: string) => /[a-z]{2}/i.test(template.replace(/\{\d+\}/g, ''))

describe('the catalogue of refusals', () => {
  it('fills in the same things', () => {
    for (const [sentence, translation] of sentences) expect(holesOf(translation), sentence).toEqual(holesOf(sentence))
  })

  it('numbers holes from the left, with something between them', () => {
    for (const [sentence] of sentences) {
      const numbers = [...sentence.matchAll(/\{(\d+)\}/g)].map(([, n]) => Number(n))
      expect(numbers, sentence).toEqual(numbers.map((_, i) => i))
    }
  })

  it('says nothing twice, and nothing loudly', () => {
    for (const word of Object.keys(catalogue.words)) expect(Object.keys(catalogue.said)).not.toContain(word)
    for (const [, translation] of sentences) expect(translation).not.toContain('!')
  })
})

describe('what the server says', () => {
  const templates = new Set(templatesIn('server').map(({ template }) => template))
  const known = { ...catalogue.said, ...catalogue.words }

  it('is found in the sources', () => expect(templates.size).toBeGreaterThan(1000))

  it('is in the catalogue', () => {
    const missing = [...templates].filter((one) => hasWords(one) && !Object.hasOwn(known, one))
    expect(missing).toEqual([])
  })

  it('is in the catalogue only when it is used', () => {
    expect(Object.keys(catalogue.said).filter((one) => !templates.has(one))).toEqual([])
  })
})
