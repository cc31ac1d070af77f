import { expect, test } from 'vitest'
import { stepsOf } from './file-path.ts'

const path = (...bytes: (string | number[])[]) =>
  Buffer.concat(bytes.map((one) => Buffer.from(one as string))).toString('base64url')

test('a path has a step for each folder, whatever its bytes are', () => {
  expect(stepsOf('')).toEqual([])
  expect(stepsOf(path('home/ada/notes'))).toEqual([
    { name: 'home', path: path('home') },
    { name: 'ada', path: path('home/ada') },
    { name: 'notes', path: path('home/ada/notes') },
  ])
  const odd = path('srv/', [0xff, 0x0a], '/日本')
  expect(stepsOf(odd).map(({ name }) => name)).toEqual(['srv', '\uFFFD\uFFFD', '日本'])
  expect(stepsOf(odd).at(-1)?.path).toBe(odd)
})

test('what is no path has none', () => {
  expect(stepsOf('!')).toEqual([])
})
