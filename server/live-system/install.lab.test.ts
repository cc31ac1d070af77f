import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installation } from './install-fixture.ts'
import type { MachineDisk } from './machine-fixture.ts'

const MIB = 2 ** 20
let t: Awaited<ReturnType<typeof installation>>
beforeAll(async () => {
  t = await installation()
})
afterAll(() => t?.close())

const questions =
  'hostname; df -m / | tail -n 1 | awk "{print \\$2}"; ip -4 -o addr show lan0 | awk "{print \\$4}"; cat /etc/resolv.conf; mount | head -n 1'

test('one disk: written over what was there, grown, and started with name, address, password and key', async () => {
  const disks: MachineDisk[] = [
    { file: t.usedDisk('a', 160), serial: 'DISK-A', discard: false },
    { file: t.usedDisk('b', 160), serial: 'DISK-B' },
  ]
  const before = readFileSync(t.path('b'))
  const { result, panel, serial } = await t.install(disks, t.job(['disk', 'DISK-A']))
  expect(result, serial).toMatchObject({
    ok: true,
    image: { sha256: t.about.sha256, bytes: t.about.bytes, network: 'ifupdown', raid: 'no_raid' },
    disks: [{ serial: 'DISK-A', ok: true }],
  })
  expect([...new Set(panel.progress.map(({ step }) => step))]).toEqual(['wipe', 'image', 'verify', 'configure'])
  expect(readFileSync(t.path('b')).equals(before)).toBe(true)
  const [name, size, address, resolver, mount] = (await t.bootAndAsk(disks, questions)).split('\n')
  expect({ name, address, resolver }).toEqual({
    name: 'web-1.example.org',
    address: '10.0.2.15/24',
    resolver: 'nameserver 10.0.2.3',
  })
  expect(Number(size)).toBeGreaterThan(120)
  expect(mount).toContain(' / ')
})

test('nothing of what was there before is left between the files of the image', async () => {
  const disks: MachineDisk[] = [{ file: t.usedDisk('c', 96), serial: 'DISK-C', kind: 'scsi' }]
  const { result, serial } = await t.install(disks, t.job(['disk', 'DISK-C'], ['raid', 'no_raid']))
  expect(result, serial).toMatchObject({ ok: true })
  expect(readFileSync(t.path('c')).subarray(0, t.about.bytes).includes('what was there before')).toBe(false)
  const { stdout } = { stdout: execFileSync('sfdisk', ['-J', t.path('c')]) }
  const table = JSON.parse(stdout.toString()).partitiontable as { partitions: { start: number; size: number }[] }
  const last = table.partitions.at(-1)!
  expect((last.start + last.size) / 2048).toBeGreaterThan(93)
})

test('an image with another checksum is not installed, and nothing is left that starts', async () => {
  const disks: MachineDisk[] = [{ file: t.usedDisk('d', 96), serial: 'DISK-D' }]
  const wrong = t
    .job(['disk', 'DISK-D'])
    .map(([name, value]) => (name === 'image_sha256' ? ([name, 'f'.repeat(64)] as const) : ([name, value] as const)))
  const first = await t.install(disks, wrong)
  expect(first.result).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`its checksum is ${t.about.sha256}`),
  })
  // Nothing is left that would start.
  expect(
    readFileSync(t.path('d'))
      .subarray(0, MIB)
      .every((byte) => byte === 0),
  ).toBe(true)
})

test('a mirror of two disks starts from either of them', async () => {
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
