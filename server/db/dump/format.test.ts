import { expect, it } from 'vitest'
import { DAMAGED, DumpReader, END_OF_ROWS } from './format.ts'

async function* pieces(text: string, length: number) {
  const all = Buffer.from(text)
  for (let at = 0; at < all.length; at += length) yield all.subarray(at, at + length)
}

async function read(reader: DumpReader) {
  const found: string[] = []
  for await (const piece of reader.rows()) found.push(piece.toString('latin1'))
  return found.join('')
}

it.each([1, 2, 3, 4, 5, 7, 1000])('tells rows from what follows, in pieces of %i bytes', async (length) => {
  const rows = '1\ta\\\\.\n2\t\\\\.\\n\n\n.\n'
  const reader = new DumpReader(pieces(`${rows}${END_OF_ROWS}{"table":"empty"}\n${END_OF_ROWS}{"end":true}\n`, length))
  expect(await read(reader)).toBe(rows)
  expect(await reader.json()).toEqual({ table: 'empty' })
  expect(await read(reader)).toBe('')
  expect(await reader.json()).toEqual({ end: true })
})

it('hands on a row that does not end, and says that it is cut off', async () => {
  const reader = new DumpReader(pieces('x'.repeat(100), 10))
  const lengths: number[] = []
  await expect(async () => {
    for await (const piece of reader.rows()) lengths.push(piece.length)
  }).rejects.toThrow(DAMAGED)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10)
})
