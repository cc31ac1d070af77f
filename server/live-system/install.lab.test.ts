import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installation } from './install-fixture.ts'
import type { MachineDisk } from './machine-fixture.ts'

const MIB = 2 ** 20
let t: Awaited<ReturnType<typeof installation>>
beforeAll(async () => {
  t = await installation()
})
afterAll(() => t?.close())

test('a disk is cleared to its end, and an image with another checksum is not installed: nothing is left that starts', async () => {
  const disks: MachineDisk[] = [
    { file: t.usedDisk('d', 48), serial: 'DISK-D' },
    { file: t.usedDisk('g', 48), serial: 'DISK-G', discard: false },
    { file: t.usedDisk('h', 48), serial: 'DISK-H' },
  ]
  // It is fetched and written several times before it is given up: the small system would take a minute.
  writeFileSync(t.path('raw'), Buffer.alloc(2 * MIB, 'an image '))
  execFileSync('zstd', ['-q', t.path('raw'), '-o', t.path('image')])
  const sha256 = createHash('sha256')
    .update(readFileSync(t.path('image')))
    .digest('hex')
  const other: Record<string, string> = { image_sha256: 'f'.repeat(64), image_bytes: String(2 * MIB), wipe: 'full' }
  const wrong = t
    .job(['disk', 'DISK-D'], ['disk', 'DISK-G'])
    .map(([name, value]) => [name, other[name] ?? value] as const)
  const before = readFileSync(t.path('h'))
  const first = await t.install(disks, wrong, t.path('image'))
  expect(first.result).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`its checksum is ${sha256}`),
  })
  // Nothing is left that would start.
  expect(
    readFileSync(t.path('d'))
      .subarray(0, MIB)
      .every((byte) => byte === 0),
  ).toBe(true)
  // Written over to its end; the one that the job does not name is as it was.
  expect(readFileSync(t.path('g')).equals(Buffer.alloc(48 * MIB))).toBe(true)
  expect(readFileSync(t.path('h')).equals(before)).toBe(true)
})

test('a mirror of two disks starts from either of them', { tags: 'long' }, async () => {
  const disks: MachineDisk[] = [
    { file: t.usedDisk('e', 128), serial: 'DISK-E' },
    { file: t.usedDisk('f', 128), serial: 'DISK-F' },
  ]
  const { result, serial } = await t.install(disks, t.job(['disk', 'DISK-E'], ['disk', 'DISK-F'], ['raid', 'raid_1']))
  expect(result, serial).toMatchObject({ ok: true, image: { raid: 'raid_1', root: 'md0p3' } })
  const members = 'cat /proc/mdstat; mount | head -n 1'
  for (const alone of [disks, [disks[1]!]]) {
    const answer = await t.bootAndAsk(alone, members)
    expect(answer).toMatch(alone.length === 2 ? /\[2\/[12]\]/ : /\[2\/1\]/)
    expect(answer).toMatch(/\/dev\/(root|md\S+) on \/ /)
  }
})
