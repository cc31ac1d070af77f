import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { hostileTexts } from './hostile-texts.ts'
import { quoteCommand, quoteWord } from './quote.ts'

const folder = mkdtempSync(join(tmpdir(), 'quote-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a real shell makes of a command line, word by word. */
function wordsOf(commandLine: string): string[] {
  const out = execFileSync('/bin/sh', ['-c', commandLine], { cwd: folder, encoding: 'utf8' })
  return out.split('\0').slice(0, -1)
}

test('a real shell hands every hostile word on unchanged, and runs none', () => {
  const sentinel = join(folder, 'sentinel')
  const words = hostileTexts(sentinel)
  expect(words.length).toBeGreaterThan(180)
  expect(wordsOf(quoteCommand(['printf', '%s\\0', ...words]))).toEqual(words)
  expect(existsSync(sentinel)).toBe(false)
})

test('any text survives', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  const list = fc.array(word, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(list, (words) => {
      expect(wordsOf(quoteCommand(['printf', '%s\\0', ...words]))).toEqual(words)
    }),
    { numRuns: 100 },
  )
})

test('a word that looks like an assignment cannot set the environment', () => {
  expect(quoteWord('PATH=/tmp')).toBe(`'PATH=/tmp'`)
})

test('what no argument can carry is refused', () => {
  expect(() => quoteWord('a\0b')).toThrow(RangeError)
  expect(() => quoteCommand([])).toThrow(RangeError)
  expect(() => quoteCommand([''])).toThrow(RangeError)
})
