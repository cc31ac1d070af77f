import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { must } from '../../e2e/lab/run.ts'
import { cacheDir } from '../../e2e/lab/state.ts'
import { Machine, type MachineDisk } from './machine-fixture.ts'
import type { JobLine } from './panel-fixture.ts'
import { freePort, MAC, runJob, SERIAL } from './run-fixture.ts'
import { signInWithKey } from './ssh-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'debian-'))
const path = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds Debian's image (a minute, 100 MB), or takes the folder that DATAHALL_DEBIAN_IMAGE names. */
async function image() {
  const built = process.env.DATAHALL_DEBIAN_IMAGE ?? path('image')
  if (built === path('image')) {
    const recipe = join(import.meta.dirname, 'recipe/debian.sh')
    await must(['sh', recipe, built, join(cacheDir, 'packages'), 'cloud-amd64'], { timeoutMs: 900_000 })
  }
  const name = readdirSync(built).find((each) => each.endsWith('.raw.zst'))!
  const index = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8'))
  const { sha256, image_bytes } = index.templates[0].image as { sha256: string; image_bytes: number }
  return { file: join(built, name), sha256, image_bytes }
}

// Emulated machines on a busy host: only what hangs runs into it.
const HOUR = 3_600_000

test.each([
  ['one disk', ['DISK-a']],
  ['a mirror, which starts from one disk as well', ['DISK-a', 'DISK-b']],
])('Debian 12 is installed on %s, and starts with name, address and key', { timeout: HOUR }, async (_, serials) => {
  await ensureLiveSystem()
  const { file, sha256, image_bytes } = await image()
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256)
  const disks: MachineDisk[] = serials.map((serial) => ({ file: path(serial), serial }))
  for (const disk of disks) {
    writeFileSync(disk.file, '')
    await must(['truncate', '-s', '3G', disk.file])
  }
  rmSync(path('key'), { force: true })
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', path('key')])
  const job: JobLine[] = [
    ['mode', 'install'],
    ['serial', SERIAL],
    ...serials.map((serial) => ['disk', serial] as const),
    ['raid', serials.length > 1 ? 'raid_1' : 'no_raid'],
    ['wipe', 'simple'],
    ['image', 'URL/a/debian'],
    ['image_sha256', sha256],
    ['image_format', 'zst'],
    ['image_bytes', String(image_bytes)],
    ['hostname', 'db-1.example.org'],
    ['ssh_key', readFileSync(path('key.pub'), 'utf8').trim()],
    ['mac', MAC],
    ['address', '10.0.2.15/24'],
    ['gateway', '10.0.2.2'],
  ]
  const { result, serial } = await runJob({ folder, disks, job, files: { debian: file }, memory: 768 })
  expect(result, serial).toMatchObject({
    ok: true,
    image: { network: 'ifupdown', root: serials.length > 1 ? 'md0p3' : 'vda3' },
  })
  for (const present of serials.length > 1 ? [disks, disks.slice(1)] : [disks]) {
    const sshPort = await freePort()
    const machine = new Machine({ folder, serial: SERIAL, mac: MAC, disks: present, sshPort, memory: 768 })
    try {
      const ask = 'hostname -f; findmnt -no SOURCE /; ip -4 -o addr show lan0; cat /proc/mdstat; df -m / | tail -n 1'
      const answer = await signInWithKey(sshPort, path('key'), ask, machine)
      expect(answer).toContain(`db-1.example.org\n/dev/${serials.length > 1 ? 'md' : 'vda3'}`)
      expect(answer).toContain('10.0.2.15/24')
      if (serials.length > 1) expect(answer).toMatch(present.length === 2 ? /\[2\/[12]\]/ : /\[2\/1\]/)
    } finally {
      await machine.stop()
    }
  }
})
