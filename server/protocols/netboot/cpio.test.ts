import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cpioArchive } from './cpio.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cpio-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('is what cpio unpacks, with folders, modes and content of any length', () => {
  const files = [1, 2, 3, 4, 5].map((length) => ({
    path: `/etc/datahall/file-${length}`,
    mode: 0o600,
    content: Buffer.from('abcde').subarray(0, length),
  }))
  const archive = cpioArchive([...files, { path: '/run', mode: 0o755, content: Buffer.alloc(0) }])
  expect(archive.length % 4).toBe(0)
  execFileSync('cpio', ['-i', '-d', '--quiet', '--no-absolute-filenames'], { cwd: folder, input: archive })
  for (const { path, content } of files) {
    expect(readFileSync(join(folder, path))).toEqual(content)
    expect(statSync(join(folder, path)).mode & 0o777).toBe(0o600)
  }
  expect(statSync(join(folder, 'etc/datahall')).isDirectory()).toBe(true)
})

it.each(['etc/x', '/etc/../x', '/etc//x', '/', '/./x'])('the path %j is refused', (path) => {
  expect(() => cpioArchive([{ path, mode: 0o600, content: Buffer.alloc(0) }])).toThrow(RangeError)
})
