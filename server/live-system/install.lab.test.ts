import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLiveSystem, type LiveSystem } from '../../e2e/lab/live-system.ts'
import { must } from '../../e2e/lab/run.ts'
import { Machine, type MachineDisk } from './machine-fixture.ts'
import type { JobLine } from './panel-fixture.ts'
import { freePort, MAC, runJob, SERIAL } from './run-fixture.ts'
import { signInWithKey, signInWithPassword } from './ssh-fixture.ts'

const MIB = 2 ** 20
const PASSWORD = `it's "$(id)" 100%`
const folder = mkdtempSync(join(tmpdir(), 'install-'))
const path = (name: string) => join(folder, name)
let system: LiveSystem
let about: { sha256: string; bytes: number }
let hash: string

beforeAll(async () => {
  system = await ensureLiveSystem()
  const content = readFileSync(system.small)
  const raw = execFileSync('zstd', ['-dc', system.small], { maxBuffer: 2 ** 28 })
  about = { sha256: createHash('sha256').update(content).digest('hex'), bytes: raw.length }
  hash = (await must(['openssl', 'passwd', '-6', '-stdin'], { input: `${PASSWORD}\n` })).trim()
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', path('key')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A disk full of what was there before. */
function usedDisk(name: string, mib: number): string {
  writeFileSync(path(name), Buffer.alloc(mib * MIB, 'what was there before '))
  return path(name)
}

const job = (...more: JobLine[]): JobLine[] => [
  ['mode', 'install'],
  ['operation', '9'],
  ['serial', SERIAL],
  ['wipe', 'none'],
  ['image', 'URL/a/small'],
  ['image_sha256', about.sha256],
  ['image_format', 'zst'],
  ['image_bytes', String(about.bytes)],
  ['hostname', 'web-1.example.org'],
  ['password_hash', hash],
  ['ssh_key', readFileSync(path('key.pub'), 'utf8').trim()],
  ['mac', MAC],
  ['address', '10.0.2.15/24'],
  ['gateway', '10.0.2.2'],
  ['nameserver', '10.0.2.3'],
  ...more,
]
const install = (disks: MachineDisk[], lines: JobLine[]) =>
  runJob({ folder, disks, job: lines, files: { small: system.small } })

/** Boots what is on the disks and answers what a command prints there, once by key and once by password. */
async function bootAndAsk(disks: MachineDisk[], command: string, uefi = false): Promise<string> {
  const sshPort = await freePort()
  const machine = new Machine({ folder, serial: SERIAL, mac: MAC, disks, sshPort, memory: 256, uefi })
  try {
    const answer = await signInWithKey(sshPort, path('key'), command, machine)
    expect(await signInWithPassword(sshPort, PASSWORD, 'id -u', machine)).toBe('0\n')
    return answer
  } finally {
    await machine.stop()
  }
}

const questions =
  'hostname; df -m / | tail -n 1 | awk "{print \\$2}"; ip -4 -o addr show lan0 | awk "{print \\$4}"; cat /etc/resolv.conf; mount | head -n 1'

test('one disk: written over what was there, grown, and started with name, address, password and key', async () => {
  const disks: MachineDisk[] = [
    { file: usedDisk('a', 160), serial: 'DISK-A', discard: false },
    { file: usedDisk('b', 160), serial: 'DISK-B' },
  ]
  const before = readFileSync(path('b'))
  const { result, panel, serial } = await install(disks, job(['disk', 'DISK-A']))
  expect(result, serial).toMatchObject({
    ok: true,
    image: { sha256: about.sha256, bytes: about.bytes, network: 'ifupdown', raid: 'no_raid' },
    disks: [{ serial: 'DISK-A', ok: true }],
  })
  expect([...new Set(panel.progress.map(({ step }) => step))]).toEqual(['wipe', 'image', 'verify', 'configure'])
  expect(readFileSync(path('b')).equals(before)).toBe(true)
  const [name, size, address, resolver, mount] = (await bootAndAsk(disks, questions)).split('\n')
  expect({ name, address, resolver }).toEqual({
    name: 'web-1.example.org',
    address: '10.0.2.15/24',
    resolver: 'nameserver 10.0.2.3',
  })
  expect(Number(size)).toBeGreaterThan(120)
  expect(mount).toContain(' / ')
})

test('nothing of what was there before is left between the files of the image', async () => {
  const disks: MachineDisk[] = [{ file: usedDisk('c', 96), serial: 'DISK-C', kind: 'scsi' }]
  const { result, serial } = await install(disks, job(['disk', 'DISK-C'], ['raid', 'no_raid']))
  expect(result, serial).toMatchObject({ ok: true })
  expect(readFileSync(path('c')).subarray(0, about.bytes).includes('what was there before')).toBe(false)
  const { stdout } = { stdout: execFileSync('sfdisk', ['-J', path('c')]) }
  const table = JSON.parse(stdout.toString()).partitiontable as { partitions: { start: number; size: number }[] }
  const last = table.partitions.at(-1)!
  expect((last.start + last.size) / 2048).toBeGreaterThan(93)
})

test('an image with another checksum is not installed, and nothing is left that starts', async () => {
  const disks: MachineDisk[] = [{ file: usedDisk('d', 96), serial: 'DISK-D' }]
  const wrong = job(['disk', 'DISK-D']).map(([name, value]) =>
    name === 'image_sha256' ? ([name, 'f'.repeat(64)] as const) : ([name, value] as const),
  )
  const first = await install(disks, wrong)
  expect(first.result).toMatchObject({ ok: false, reason: expect.stringContaining(`its checksum is ${about.sha256}`) })
  // Nothing is left that would start.
  expect(
    readFileSync(path('d'))
      .subarray(0, MIB)
      .every((byte) => byte === 0),
  ).toBe(true)
})

test('a mirror of two disks starts from either of them', async () => {
  const disks: MachineDisk[] = [
    { file: usedDisk('e', 128), serial: 'DISK-E' },
    { file: usedDisk('f', 128), serial: 'DISK-F' },
  ]
  const { result, serial } = await install(disks, job(['disk', 'DISK-E'], ['disk', 'DISK-F'], ['raid', 'raid_1']))
  expect(result, serial).toMatchObject({ ok: true, image: { raid: 'raid_1', root: 'md0p3' } })
  const members = 'cat /proc/mdstat; mount | head -n 1'
  for (const alone of [disks, [disks[1]!]]) {
    const answer = await bootAndAsk(alone, members)
    expect(answer).toMatch(alone.length === 2 ? /\[2\/[12]\]/ : /\[2\/1\]/)
    expect(answer).toMatch(/\/dev\/(root|md\S+) on \/ /)
  }
})

test.each([
  { raid: 'raid_5', count: 3, uefi: false, lost: 0, size: 170 },
  { raid: 'raid_10', count: 4, uefi: true, lost: 3, size: 170 },
])(
  '$raid of $count disks starts, also without one that it can do without',
  async ({ raid, count, uefi, lost, size }) => {
    const disks = Array.from({ length: count }, (_, n) => ({
      file: usedDisk(`${raid}-${n}`, 192),
      serial: `${raid}-${n}`,
      kind: 'scsi' as const,
    }))
    const names = disks.map(({ serial }) => ['disk', serial] as const)
    const { result, serial } = await install(disks, job(...names, ['raid', raid]))
    expect(result, serial).toMatchObject({ ok: true, image: { raid, root: 'md0p3' } })
    const looks = 'cat /proc/mdstat; df -m / | tail -n 1 | awk "{print \\$2}"; cat /etc/fstab'
    const whole = await bootAndAsk(disks, `${synchronized}; ${looks}`, uefi)
    expect(whole).toContain(`raid${raid.slice(5)}`)
    expect(Number(/^\d+$/m.exec(whole)?.[0])).toBeGreaterThan(size)
    expect(whole).toMatch(/^UUID=\S+ \/boot ext4/m)
    const left = disks.filter((_, n) => n !== lost)
    expect(await bootAndAsk(left, looks, uefi)).toContain(`[${count}/${count - 1}]`)
  },
  1_200_000,
)

/** Only then a disk may be lost: until its first synchronisation has ended an array has nothing to make it of. Left as after a shutdown. */
const synchronized =
  'while grep -qE "resync|recovery" /proc/mdstat; do sleep 1; done; mount -o remount,ro /; mdadm --wait-clean --scan'
