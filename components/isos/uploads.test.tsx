import { beforeEach, expect, it } from 'vitest'
import { isOtherFile, noteFile, sumOf } from './uploads.ts'

beforeEach(() => localStorage.clear())

const file = { name: 'a.iso', size: 100, lastModified: 5 }

it('an upload goes on with the file that it was begun with', () => {
  expect(isOtherFile(7, file, 99)).toBe(true)
  // Begun in another browser: only the size is known.
  expect(isOtherFile(7, file, 100)).toBe(false)
  noteFile(7, file)
  expect(isOtherFile(7, file, 100)).toBe(false)
  expect(isOtherFile(7, { ...file, name: 'b.iso' }, 100)).toBe(true)
  expect(isOtherFile(7, { ...file, lastModified: 6 }, 100)).toBe(true)
  expect(isOtherFile(8, { ...file, name: 'b.iso' }, 100)).toBe(false)
})

it('what the browser keeps is bounded, and may be anything', () => {
  for (let id = 0; id < 60; id++) noteFile(id, file)
  expect(Object.keys(JSON.parse(localStorage.getItem('datahall.isoUploads') ?? '{}'))).toHaveLength(50)
  localStorage.setItem('datahall.isoUploads', 'not json')
  expect(isOtherFile(7, file, 100)).toBe(false)
})

it('computes the sum of a file that is not too large', async () => {
  const bytes = { size: 3, arrayBuffer: async () => new TextEncoder().encode('abc').buffer } as unknown as File
  expect(await sumOf(bytes)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(await sumOf({ ...bytes, size: 2 ** 30 } as File)).toBeUndefined()
})
