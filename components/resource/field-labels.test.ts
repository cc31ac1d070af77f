import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asked } from '../../server/domain/shared/field.ts'
import en from '../i18n/en.json' with { type: 'json' }
import { resources } from './resources.ts'

const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('resource/'))
  .map((file) => readFileSync(`components/${file}`, 'utf8'))

describe.each(Object.entries(resources))('%s', (_, { fields, words }) => {
  const part = (en as Record<string, { fields?: Record<string, string>; values?: Record<string, object> }>)[words]

  it('has words for each field that a screen shows', () => {
    const asking = [...asked(fields, 'create'), ...asked(fields, 'edit')]
    const shown = Object.entries(fields).flatMap(([name, { filter, column }]) =>
      filter === false && column === false && !asking.includes(name) ? [] : [name],
    )
    expect(shown.filter((name) => !part?.fields?.[name])).toEqual([])
  })

  it('is a list with columns and filters', () => {
    for (const hook of ['useOwnColumns', 'useOwnFilters'])
      expect(sources.some((text) => text.includes(`${hook}`) && text.includes(`'${words}'`))).toBe(true)
  })
})
