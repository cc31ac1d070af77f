import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rows, walkForms } from './walk.tsx'

it('has a row for each form of the panel', () => {
  const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('checks/forms/'))
    .map((file) => `components/${file}`)
  const calls = sources.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/(?<!function )use(?:Panel|Record)Form\(/g) ?? []).map(() => file),
  )
  expect([...new Set(rows())].map((row) => row.split(' ')[0]).sort()).toEqual(calls.sort())
})

walkForms(0)
