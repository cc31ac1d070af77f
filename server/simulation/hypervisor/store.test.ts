import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { NodeStore } from './store.ts'

// What happens to others just before and just after a version of ours gets its number.
type Meanwhile = (() => Promise<void>) | null
const around = vi.hoisted(() => ({ before: null as Meanwhile, after: null as Meanwhile }))
vi.mock('node:fs/promises', async (actual) => {
  const fs = await actual<typeof import('node:fs/promises')>()
  const once = async (moment: keyof typeof around) => {
    const happens = around[moment]
    around[moment] = null
    await happens?.()
  }
  const link: typeof fs.link = async (from, to) => {
    await once('before')
    await fs.link(from, to)
    await once('after')
  }
  return { ...fs, link }
})

const base = mkdtempSync(join(tmpdir(), 'dummy-store-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let next = 0
const folder = () => join(base, String(next++))
const add = (store: NodeStore, name: string) => store.update((state) => void state.directories.push(name))

describe('node store', () => {
  it('loses nothing when two write at once, and keeps few files', async () => {
    const directory = folder()
    const [a, b] = [new NodeStore(directory), new NodeStore(directory)]
    const names = Array.from({ length: 120 }, (_, i) => `/d${i}`)
    await Promise.all(names.map((name, i) => add(i % 2 ? a : b, name)))
    expect((await a.read()).directories.sort()).toEqual([...names].sort())
    expect(readdirSync(directory).length).toBeLessThan(40)
  })

  it.each([1, 20, 40])(
    'applies a change once, when %i others are built on it before its writer looks',
    async (others) => {
      const directory = folder()
      const [a, b] = [new NodeStore(directory), new NodeStore(directory)]
      const names = Array.from({ length: others }, (_, i) => `/b${i}`)
      around.after = async () => void (await Promise.all(names.map((name) => add(b, name))))
      await add(a, '/a')
      expect((await a.read()).directories).toEqual(['/a', ...names])
    },
  )

  it.each([1, 20, 40])('starts over, when %i others were there first', async (others) => {
    const directory = folder()
    const [a, b] = [new NodeStore(directory), new NodeStore(directory)]
    await add(a, '/first')
    const names = Array.from({ length: others }, (_, i) => `/b${i}`)
    around.before = async () => void (await Promise.all(names.map((name) => add(b, name))))
    await add(a, '/a')
    expect((await b.read()).directories).toEqual(['/first', ...names, '/a'])
  })

  it('tells others of a change, and is quiet when nothing changed', async () => {
    const directory = folder()
    const [a, b] = [new NodeStore(directory), new NodeStore(directory)]
    await add(a, '/first')
    const heard: number[] = []
    const stop = b.onChange((state) => heard.push(state.directories.length))
    await add(a, '/second')
    await expect.poll(() => heard).toEqual([2])
    await a.update(() => {})
    expect(readdirSync(directory).sort()).toEqual(['1.json', '2.json'])
    expect(b.current.directories).toHaveLength(2)
    stop()
    await add(a, '/third')
    expect(heard).toEqual([2])
  })

  it('changes nothing when the change throws', async () => {
    const store = new NodeStore(folder())
    await add(store, '/a')
    const broken = store.update((state) => {
      state.directories.push('/b')
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect((await store.read()).directories).toEqual(['/a'])
    await add(store, '/c')
    expect((await store.read()).directories).toEqual(['/a', '/c'])
  })

  it('is readable by its owner only', async () => {
    const directory = folder()
    await add(new NodeStore(directory), '/a')
    expect(statSync(join(directory, '1.json')).mode & 0o077).toBe(0)
  })

  it('is shared by processes', async () => {
    const directory = folder()
    const script = `import { NodeStore } from ${JSON.stringify(join(import.meta.dirname, 'store.ts'))}
      const store = new NodeStore(process.argv[1])
      for (let i = 0; i < 40; i++) await store.update((state) => { state.directories.push(process.argv[2] + i) })`
    const run = (name: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, directory, name])
    const mine = new NodeStore(directory)
    await Promise.all([run('a'), run('b'), ...Array.from({ length: 40 }, (_, i) => add(mine, `c${i}`))])
    const { directories } = await mine.read()
    expect(new Set(directories).size).toBe(120)
    expect(directories.filter((name) => name.startsWith('a'))).toEqual(Array.from({ length: 40 }, (_, i) => `a${i}`))
  }, 20_000)
})
