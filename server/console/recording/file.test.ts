import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lendBlock, returnBlock } from './blocks.ts'
import { RecordingFile } from './file.ts'

const folder = mkdtempSync(join(tmpdir(), 'datahall-recording-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes blocks past the cache and the rest through it, in one file', async () => {
  const path = join(folder, 'mixed')
  const file = await RecordingFile.create(path)
  const block = lendBlock() as Buffer
  const said = randomBytes(block.length + 100)
  said.copy(block, 0, 100)
  await file.write(said.subarray(0, 100), 0)
  await file.writePast(block, 4_096)
  await file.write(Buffer.from('end'), 4_096 + block.length)
  await file.close()
  returnBlock(block)
  const expected = Buffer.concat([said.subarray(0, 100), Buffer.alloc(3_996), said.subarray(100), Buffer.from('end')])
  expect((await readFile(path)).equals(expected)).toBe(true)
})

it('goes the ordinary way where the file system refuses', async () => {
  const path = join(folder, 'refused')
  const file = await RecordingFile.create(path)
  // Neither memory, length nor place are whole blocks.
  for (let i = 0; i < 3; i++) await file.writePast(Buffer.from('abc').subarray(1), 1 + i * 2)
  await file.close()
  expect(await readFile(path, 'latin1')).toBe('\0bcbcbc')
})
