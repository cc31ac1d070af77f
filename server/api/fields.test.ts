import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resources } from '../../components/resource/resources.ts'
import { bodyFields, fieldsBesideFiles } from '../../e2e/support/fields/walk.ts'
import { allEndpoints } from './catalogue.ts'
import type { FieldFates } from './coverage/fields/fates.ts'
import { later, refused, shown, withoutEffect } from './coverage/fields/not-read.ts'
import { readDci } from './coverage/fields/read-dci.ts'
import { readOthers } from './coverage/fields/read-others.ts'
import { readVm } from './coverage/fields/read-vm.ts'

// Hand-kept on purpose: the test fails for a new field until it is listed here, with the code that uses it or as
// rejected.

type Entry = { field: string; kind: string; what: string; word: string }
const entries = Object.entries({ readVm, readDci, readOthers, shown, refused, later, withoutEffect }).flatMap(
  ([kind, fates]: [string, FieldFates]) =>
    Object.entries(fates).flatMap(([group, by]) =>
      Object.entries(by).flatMap(([what, fields]) =>
        fields.map((field): Entry => ({ field: `${group} ${field}`, kind, what, word: lastWord(field) })),
      ),
    ),
)
const writable = [...bodyFields(allEndpoints), ...fieldsBesideFiles(allEndpoints)]
const known = [...new Set(writable.map((f) => `${f.endpoint.service} ${f.endpoint.tag} ${f.path}`))]

/** Fields that every screen of their resource shows, because of their definition. */
const defined = Object.entries(resources).flatMap(([group, { fields }]) =>
  Object.keys(fields).map((name) => `${group} ${name}`),
)

/** The name by which code reads it. */
function lastWord(field: string) {
  return field.replaceAll('[]', '').replaceAll('.*', '').split('.').at(-1) ?? ''
}
const firstWord = (field: string) => (field.split(' ').at(-1) ?? '').split(/[.[]/)[0] ?? ''
/** What describes, lists or tests a field acts on nothing. */
const NO_READER = /\.test\.|fixture|\/coverage\/|schema\.ts$|record\.ts$|\/list\.ts$|endpoints\.ts$/
/** Code alone: what a comment mentions is not read. */
const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const mentions = (file: string, word: string) => new RegExp(`\\b${word}\\b`).test(code(file))

describe('a field that may be written', () => {
  it('is read, shown, rejected or postponed, and listed once', () => {
    const said = entries.map((entry) => entry.field)
    expect(
      known.filter((field) => !said.includes(field) && !defined.includes(field)),
      'it is not listed what becomes of these',
    ).toEqual([])
    expect(
      said.filter((field) => !known.includes(field)),
      'these are no fields',
    ).toEqual([])
    expect(
      said.filter((field, n) => said.indexOf(field) !== n),
      'said twice',
    ).toEqual([])
    const shownBySelf = entries.filter(({ field, kind }) => kind === 'shown' && defined.includes(field))
    expect(
      shownBySelf.map(({ field }) => field),
      'every screen of the resource shows these by their definition',
    ).toEqual([])
  })

  const files = entries.filter((entry) => entry.kind !== 'later' && entry.kind !== 'withoutEffect')
  it.each([...new Set(files.map((entry) => entry.what))])('is mentioned in %s where the list names it', (file) => {
    expect(existsSync(file)).toBe(true)
    const said = files.filter((entry) => entry.what === file)
    if (said.some((entry) => entry.kind.startsWith('read'))) expect(file).not.toMatch(NO_READER)
    if (said.some((entry) => entry.kind === 'shown')) expect(file).toMatch(/^components\//)
    const lost = said.filter((entry) => !mentions(file, entry.kind === 'refused' ? firstWord(entry.field) : entry.word))
    expect(lost.map((entry) => entry.field)).toEqual([])
  })

  it('waits only for what is known to come', () =>
    expect([...new Set(entries.filter((entry) => entry.kind === 'later').map((entry) => entry.what))].sort()).toEqual(
      COMING,
    ))
})

const COMING = ['mail of VMs']
