import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '../i18n/en.json' with { type: 'json' }

const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx$/.test(file))
  .map((file) => readFileSync(`components/${file}`, 'utf8'))

const wordAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], en)

/** Parts of the catalogue that are handed to a piece of the kit. */
const handedTo = (piece: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(piece)].map(([, words = '']) => words))

const actions = handedTo(/useRecordActions<[^(]*>\(\s*'([\w.]+)'/g)
const dialogs = handedTo(/<RecordDialogs[^/]*?words="([\w.]+)"/g)
const created = sources
  .filter((source) => source.includes('createButton()') || source.includes('createButton({'))
  .flatMap((source) => [...source.matchAll(/\bwords="([\w.]+)"/g)].map(([, words = '']) => words))

it('finds them', () => {
  expect(actions.length).toBeGreaterThan(10)
  expect(dialogs.length).toBeGreaterThan(10)
  expect(created.length).toBeGreaterThan(5)
})

it.each([...new Set([...actions, ...dialogs])])('%s names its deletion', (words) => {
  expect(wordAt(`${words}.delete`)).toEqual(expect.any(String))
})

it.each([...new Set(dialogs)])('%s tells what is lost', (words) => {
  expect(wordAt(`${words}.lost`)).toEqual(expect.any(String))
})

it.each([...new Set(created)])('%s names what is created', (words) => {
  expect(wordAt(`${words}.create`)).toEqual(expect.any(String))
})
