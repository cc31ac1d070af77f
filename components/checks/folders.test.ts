import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const components = path.resolve(import.meta.dirname, '..')
const IMPORT = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

/** The folder below `components` that a file is in; undefined for the few beside them. */
const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0] : undefined)

// Files that import each other in a circle are Biome's to find (noImportCycles).
it('has no two folders that import each other', () => {
  const found = new Map<string, string>()
  for (const file of readdirSync(components, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    for (const [, to = ''] of readFileSync(path.join(components, file), 'utf8').matchAll(IMPORT)) {
      const target = path.join(path.dirname(file), to)
      found.set(`${folderOf(file)} ${folderOf(target)}`, `${file} imports ${target}`)
    }
  }
  const both = [...found].filter(([pair]) => {
    const [from = '', to = ''] = pair.split(' ')
    return from < to && found.has(`${to} ${from}`)
  })
  expect(both.map(([pair, one]) => [one, found.get(pair.split(' ').reverse().join(' '))])).toEqual([])
})
