import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bringFormerNodes } from './former-nodes.ts'
import { memoryKeeper } from './hypervisor/memory.ts'
import { freshNode } from './hypervisor/state.ts'

it('brings nodes that lay in folders, once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dummy-'))
  const put = (name: string, number: number, directory: string) => {
    mkdirSync(path.join(folder, name), { recursive: true })
    const state = { ...freshNode(), directories: [directory], writers: ['a'] }
    writeFileSync(path.join(folder, name, `${number}.json`), JSON.stringify(state))
  }
  for (const number of [9, 10, 8]) put('198%2E51%2E100%2E1', number, `/v${number}`)
  put('n2', 1, '/other')
  const keeper = memoryKeeper()
  await keeper.write('n2', { version: 1, state: freshNode() })
  await bringFormerNodes(folder, keeper)
  expect((await keeper.read('198.51.100.1', 0))?.state).toEqual({ ...freshNode(), directories: ['/v10'] })
  expect((await keeper.read('n2', 0))?.state).toEqual(freshNode())
  expect(existsSync(folder)).toBe(false)
  await bringFormerNodes(folder, keeper)
})
