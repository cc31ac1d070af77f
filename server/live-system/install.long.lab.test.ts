import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installation } from './install-fixture.ts'
import type { MachineDisk } from './machine-fixture.ts'

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

test('a disk that does not read as the template says is not left to start', async () => {
  const disks: MachineDisk[] = [{ file: t.usedDisk('k', 96), serial: 'DISK-K' }]
  const wrong = t.job(['disk', 'DISK-K'], ['unpacked_sha256', 'f'.repeat(64)])
  const { result, serial } = await t.install(disks, wrong)
  expect(result, serial).toMatchObject({
    ok: false,
    reason: expect.stringContaining('does not read as the image does'),
  })
  expect(
    readFileSync(t.path('k'))
      .subarray(0, 2 ** 20)
      .every((byte) => byte === 0),
  ).toBe(true)
})

test.each([
  { raid: 'raid_0', count: 2, uefi: false, lost: null, size: 170 },
  { raid: 'raid_5', count: 3, uefi: false, lost: 0, size: 170 },
  { raid: 'raid_10', count: 4, uefi: true, lost: 3, size: 170 },
])(
  '$raid of $count disks starts, also without one where it can do without',
  async ({ raid, count, uefi, lost, size }) => {
    const disks = Array.from({ length: count }, (_, n) => ({
      file: t.usedDisk(`${raid}-${n}`, 192),
      serial: `${raid}-${n}`,
      kind: 'scsi' as const,
    }))
    const names = disks.map(({ serial }) => ['disk', serial] as const)
    const { result, serial } = await t.install(disks, t.job(...names, ['raid', raid]))
    expect(result, serial).toMatchObject({ ok: true, image: { raid, root: 'md0p3' } })
    const looks = 'cat /proc/mdstat; df -m / | tail -n 1 | awk "{print \\$2}"; cat /etc/fstab'
    const whole = await t.bootAndAsk(disks, `${synchronized}; ${looks}`, uefi)
    expect(whole).toContain(`raid${raid.slice(5)}`)
    expect(Number(/^\d+$/m.exec(whole)?.[0])).toBeGreaterThan(size)
    expect(whole).toMatch(/^UUID=\S+ \/boot ext4/m)
    if (lost === null) return
    const left = disks.filter((_, n) => n !== lost)
    expect(await t.bootAndAsk(left, looks, uefi)).toContain(`[${count}/${count - 1}]`)
  },
  1_200_000,
)

/** Only then a disk may be lost: until its first synchronisation has ended an array has nothing to make it of. */
const synchronized = 'while grep -qE "resync|recovery" /proc/mdstat; do sleep 1; done'
