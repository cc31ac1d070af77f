import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedRepository, serveRepository } from './repository.ts'

let dir: string
let served: ServedRepository

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lab-repository-'))
  await writeFile(join(dir, 'a.img'), '0123456789')
  await writeFile(join(dir, 'empty'), '')
  served = await serveRepository(dir)
})
afterAll(async () => {
  await served.close()
  await rm(dir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers })

test('whole files, and nothing outside the folder', async () => {
  const whole = await get('a.img')
  expect([whole.status, whole.headers.get('accept-ranges'), await whole.text()]).toEqual([200, 'bytes', '0123456789'])
  expect(await (await get('empty')).text()).toBe('')
  for (const path of ['none', '%2e%2e/passwd', '..%2fpasswd', 'sub/a']) expect((await get(path)).status).toBe(404)
})

test.each([
  ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
  ['bytes=2-3', 206, '23', 'bytes 2-3/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=5-2', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
])('%s', async (range, status, body, contentRange) => {
  const answer = await get('a.img', { range })
  expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
    status,
    body,
    contentRange,
  ])
})

test('a transfer that breaks off goes on where it was, unless the file changed', async () => {
  served.breakAfter = 4
  const broken = await get('a.img')
  await expect(broken.text()).rejects.toThrow()
  const etag = broken.headers.get('etag') ?? ''
  const rest = await get('a.img', { range: 'bytes=4-', 'if-range': etag })
  expect([rest.status, await rest.text()]).toEqual([206, '456789'])
  expect((await get('a.img', { range: 'bytes=4-', 'if-range': '"other"' })).status).toBe(200)
})
