import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { errorTable, taskFaultWire } from '../domain/shared/errors.ts'

// What the documents state and a program can look up.

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const documents = [
  'README.md',
  'AGENTS.md',
  'components/README.md',
  'e2e/lab/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] as string)
const unique = (words: string[]) => [...new Set(words)].sort()

describe('the documents', () => {
  it.each(documents)('%s names npm scripts that exist', (file) => {
    const named = unique(all(read(file), /npm run (?:-s )?([a-z][\w:-]*)/g))
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  it.each(documents)('%s leads to files that exist', (file) => {
    const links = all(read(file), /\]\((?!https?:|#)([^)#]+)[^)]*\)/g)
    const folder = path.dirname(path.join(root, file))
    expect(links.filter((link) => !existsSync(path.resolve(folder, link)))).toEqual([])
  })

  it.each(['AGENTS.md', 'docs/architecture.md'])('%s names folders and files that exist', (file) => {
    const named = all(read(file), /`((?:app|components|docs|e2e|prisma|server)\/[\w./[\]()-]*)`/g)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  it('name scripts whose files exist', () => {
    const files = Object.values(manifest.scripts).flatMap((script) => all(script, /\bnode ([\w./-]+)/g))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('state the version and the Node that the manifest states', () => {
    const readme = read('README.md')
    expect(readme).toContain(`This release (${manifest.version.split('.').slice(0, 2).join('.')})`)
    expect(readme).toContain(`Node ${manifest.engines.node.replace('>=', '')} or newer`)
  })

  it('describe every environment variable and every option, and no other', () => {
    const guide = read('docs/guide/configuration.md')
    const variables = unique(all(read('server/process/config.ts'), /^ {2}([A-Z][A-Z_]+): /gm))
    expect(variables).toContain('DATABASE_URL')
    expect(unique(all(guide, /^\| `([A-Z][A-Z_]+)` \|/gm))).toEqual(variables)
    const options = unique(all(read('server/cli/up.mjs').split('const flags')[0] ?? '', /^ {2}(\w+): '[A-Z_]+',$/gm))
    expect(options).toContain('port')
    expect(unique(all(guide, /^\| `--(\w+)/gm))).toEqual(options)
  })

  it('list the errors as the error table does', () => {
    const rows = all(read('docs/api.md'), /^\| (\d{3} \| \d{4} \| `\w+`)/gm)
    const table = Object.entries(errorTable).map(([name, { http, wire }]) => `${http} | ${wire} | \`${name}\``)
    expect(rows).toEqual(table)
    const ends = Object.entries(taskFaultWire).map(([name, wire]) => `${wire} | \`${name}\``)
    expect(all(read('docs/api.md'), /^\| (\d{4} \| `\w+`)/gm)).toEqual(ends)
  })
})
