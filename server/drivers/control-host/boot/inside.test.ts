import { expect, it } from 'vitest'
import { parseStoredFiles } from './inside.ts'

const sum = 'a'.repeat(64)

it('files are those named by a sum, whole or in part; other names of the host are left out', () => {
  const lines = [`${sum} 12`, `${sum}.part 3`, `${sum.toUpperCase()} 1`, `${sum} -1`, `${sum}  7`, '<b>x</b> 4', '']
  expect(parseStoredFiles(lines.join('\n'))).toEqual([
    { sha256: sum, bytes: 12, part: false },
    { sha256: sum, bytes: 3, part: true },
  ])
  expect(parseStoredFiles(`${sum} 9999999999999999999`)).toEqual([])
})
