import fs from 'node:fs'
import { expect, it } from 'vitest'

const FOLDERS = ['app', 'components', 'server', 'e2e']
const EXPORT = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm

const sources = new Map([
  ['instrumentation.ts', fs.readFileSync('instrumentation.ts', 'utf8')] as const,
  ...FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => [`${folder}/${name}`, fs.readFileSync(`${folder}/${name}`, 'utf8')] as const),
  ),
])

it('has no unused exports', () => {
  const named = new Map<string, number>()
  for (const source of sources.values())
    for (const word of source.match(/\w+/g) ?? []) named.set(word, (named.get(word) ?? 0) + 1)
  const lonely = [...sources].flatMap(([file, source]) => {
    // What Next asks routes for, it asks for by name.
    if (file.startsWith('app/')) return []
    const exported = [...source.matchAll(EXPORT)].map(([, name = '']) => name)
    return exported.filter((name) => named.get(name) === 1).map((name) => `${file}: ${name}`)
  })
  expect(lonely).toEqual([])
})
