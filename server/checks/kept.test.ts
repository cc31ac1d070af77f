import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { kept } from '../shared/kept.ts'

it('gives the same place for a name, and another one for another', () => {
  kept<number>('test.one').value = 1
  expect(kept('test.one').value).toBe(1)
  expect(kept('test.other').value).toBeUndefined()
})

it('is the only use of globalThis in the product, and each name belongs to one file', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'shared/kept.ts',
  )
  const sources = files.map((file) => readFileSync(`server/${file}`, 'utf8'))
  expect(files.filter((_, n) => sources[n]?.includes('globalThis'))).toEqual([])
  const names = sources.flatMap((source) => [...source.matchAll(/\bkept<[^(]*>\('(\w+)'\)/g)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})
