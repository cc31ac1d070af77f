import { afterEach, expect, it, vi } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { configureDummy } from './config.ts'
import { memoryKeeper } from './memory.ts'
import { copyVolume } from './moves.ts'
import { dummyNode } from './node.ts'
import { makeVolume } from './volumes.ts'

configureDummy({ keeper: memoryKeeper(), speed: 0 })
const node = dummyNode('198.51.100.60')
const from = { path: '/srv/a.qcow2', format: 'qcow2' } as const
const GIB = 1024

afterEach(() => void vi.restoreAllMocks())

/** What a copy of so many GiB takes, in seconds, and how often it was reported. */
async function copyOf(gib: number, limit: number | null) {
  const size_mib = gib * GIB
  await makeVolume(node, { path: from.path, size_mib, backing: null }).catch(() => {})
  let ms = 0
  vi.spyOn(node, 'pause').mockImplementation(async (one) => {
    ms += one
  })
  const parts: number[] = []
  const to = { path: '/srv/b.qcow2', size_mib }
  await copyVolume(node, { from, to, keepsImage: false, limit }, (done, all) => parts.push(done / all), soon())
  return { seconds: Math.round(ms / 1000), parts }
}

it('takes as long as a disk of that size does, and longer when it is limited', async () => {
  const free = await copyOf(20, null)
  expect(free.seconds).toBeGreaterThan(10)
  expect(free.seconds).toBeLessThan(30)
  expect(free.parts).toEqual([...free.parts].sort((a, b) => a - b))
  expect(free.parts.length).toBeGreaterThan(free.seconds - 2)
  expect(free.parts.at(-1)).toBe(1)
  const limited = await copyOf(20, 100 << 20)
  expect(limited.seconds).toBeGreaterThan(3.5 * free.seconds)
})
