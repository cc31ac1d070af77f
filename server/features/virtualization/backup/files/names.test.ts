import { expect, test } from 'vitest'
import { FileAnswer } from '../../../../api/endpoint.ts'
import { fileResponse } from '../../../../api/send-file.ts'
import { decodePath, encodePath, lastName, pathIn, shownName } from './names.ts'

test('names are shown without what would change the text around them', () => {
  expect(shownName(Buffer.from('two\nlines'))).toBe('two\uFFFDlines')
  expect(shownName(Buffer.from('evil\u202Egpj.exe'))).toBe('evil\uFFFDgpj.exe')
  expect(shownName(Buffer.from([0xff, 0x61]))).toBe('\uFFFDa')
  expect(shownName(Buffer.from('日本'))).toBe('日本')
})

test('paths keep every byte', () => {
  const path = pathIn(Buffer.from('home/ada'), Buffer.from([0xff, 0x0a, 0x22]))
  expect(decodePath(encodePath(path))).toEqual(path)
  expect(lastName(path)).toEqual(Buffer.from([0xff, 0x0a, 0x22]))
  expect(pathIn(Buffer.alloc(0), Buffer.from('etc'))).toEqual(Buffer.from('etc'))
})

test('a file is saved under a name that ends no header and no path', () => {
  const header = (name: string) => fileResponse(new FileAnswer(name, 1, new ReadableStream())).headers
  expect(header('a"; x=\\y').get('content-disposition')).toBe(
    `attachment; filename="a_; x=_y"; filename*=UTF-8''a%22%3B%20x%3D%5Cy`,
  )
  expect(header('../../etc').get('content-disposition')).toBe(
    `attachment; filename=".._.._etc"; filename*=UTF-8''.._.._etc`,
  )
  expect(header('отчёт\uD800').get('content-disposition')).toContain("filename*=UTF-8''%D0%BE")
  expect(header('x').get('content-security-policy')).toContain('sandbox')
})
