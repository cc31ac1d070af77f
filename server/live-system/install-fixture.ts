import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { must } from '../../e2e/lab/run.ts'
import { Machine, type MachineDisk } from './machine-fixture.ts'
import type { JobLine } from './panel-fixture.ts'
import { freePort, MAC, runJob, SERIAL } from './run-fixture.ts'
import { signInWithKey, signInWithPassword, switchOff } from './ssh-fixture.ts'

const MIB = 2 ** 20
const PASSWORD = `it's "$(id)" 100%`

/** Installs the small system onto disks of emulated machines, and boots what was installed. `close` takes the disks away. */
export async function installation() {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  const path = (name: string) => join(folder, name)
  const { small } = await ensureLiveSystem()
  const raw = execFileSync('zstd', ['-dc', small], { maxBuffer: 2 ** 28 })
  const about = { sha256: createHash('sha256').update(readFileSync(small)).digest('hex'), bytes: raw.length }
  const hash = (await must(['openssl', 'passwd', '-6', '-stdin'], { input: `${PASSWORD}\n` })).trim()
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', path('key')])

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
  return {
    path,
    about,
    job,
    /** A disk full of what was there before. */
    usedDisk(name: string, mib: number): string {
      writeFileSync(path(name), Buffer.alloc(mib * MIB, 'what was there before '))
      return path(name)
    },
    /** @param image another than the small system */
    install: (disks: MachineDisk[], lines: JobLine[], image = small) =>
      runJob({ folder, disks, job: lines, files: { small: image } }),
    /** Boots what is on the disks, answers what a command prints there, once by key and once by password, and switches it off. */
    async bootAndAsk(disks: MachineDisk[], command: string, uefi = false): Promise<string> {
      const sshPort = await freePort()
      const machine = new Machine({ folder, serial: SERIAL, mac: MAC, disks, sshPort, memory: 256, uefi })
      try {
        const answer = await signInWithKey(sshPort, path('key'), command, machine)
        expect(await signInWithPassword(sshPort, PASSWORD, 'id -u', machine)).toBe('0\n')
        await switchOff(sshPort, path('key'), machine)
        return answer
      } finally {
        await machine.stop()
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
