import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { namesIn } from '../../../../domain/recipe/names.ts'
import { offeredRecipe } from '../../../../domain/recipe/schema.ts'
import { checkScript } from '../syntax/check.ts'
import { shippedRecipes } from './index.ts'

const fileOf = (name: string) => path.join(import.meta.dirname, `${name}.sh`)

test('every script has its entry, once', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sh'))
  expect(shippedRecipes.map(({ file }) => `${file}.sh`).sort()).toEqual(files.sort())
  expect(new Set(shippedRecipes.map(({ name }) => name)).size).toBe(shippedRecipes.length)
})

describe.each(shippedRecipes)('the script $file', ({ file, ...rest }) => {
  const script = readFileSync(fileOf(file), 'utf8')
  const declared = (rest.params ?? []).map(({ name }) => name)

  it('fits what is stored', () => {
    expect(offeredRecipe.safeParse({ ...rest, script }).error?.issues).toBeUndefined()
  })

  it.each(['bash', 'dash'])('is understood by %s', (shell) => {
    execFileSync(shell, ['-n', fileOf(file)])
  })

  it('is right in the editor', async () => {
    const { dialect, errors } = await checkScript({ script, type: 'shell' })
    expect({ dialect, errors }).toEqual({ dialect: 'posix', errors: [] })
  })

  it('stops at the first fault', () => {
    expect(script).toMatch(/^#!\/bin\/sh\n# [^\n]+\nset -eu\n/)
  })

  it('uses what it asks for, and asks for what it uses', () => {
    const used = namesIn(script)
    // psql reads its values from the environment by itself.
    const byPsql = [...script.matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name = '']) => name)
    const capitals = [...used, ...byPsql].filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))
    const own = [...script.matchAll(/^\s*(?:export )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect([...new Set(capitals.filter((name) => !own.includes(name)))].sort()).toEqual([...declared].sort())
  })

  it('ends at once without a value that is required', () => {
    const required = (rest.params ?? []).filter((param) => param.required).map(({ name }) => name)
    for (const name of required) expect(script).toContain(`\${${name}:?}`)
  })
})
