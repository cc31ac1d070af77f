import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { must } from '../../e2e/lab/run.ts'
import { freePort, SERIAL, startJob } from './run-fixture.ts'
import { signInWithKey, signInWithPassword } from './ssh-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'rescue-'))
const disk = join(folder, 'disk')
const key = join(folder, 'key')
const content = Buffer.alloc(64 * 2 ** 20, 'data that is to be rescued ')
beforeAll(() => ensureLiveSystem())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('rescue: sign-in by password and key, programs, and disks as they are', async () => {
  writeFileSync(disk, content)
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])
  const hash = (await must(['openssl', 'passwd', '-6', '-stdin'], { input: 'Rescue 1\n' })).trim()
  const sshPort = await freePort()
  const { panel, machine } = await startJob({
    folder,
    sshPort,
    disks: [{ file: disk, serial: 'DISK-A' }],
    job: [
      ['mode', 'rescue'],
      ['operation', '10'],
      ['serial', SERIAL],
      ['password_hash', hash],
      ['ssh_key', readFileSync(`${key}.pub`, 'utf8').trim()],
      // As if its port were to leave the provisioning VLAN; the first is the address by which this test reaches it.
      ['address', '10.0.2.15/24'],
      ['address', '192.0.2.20/24'],
      ['address', '2001:db8::20/64'],
      ['gateway', '10.0.2.2'],
    ],
    prepare: (side) => {
      side.next = 'stay'
    },
  })
  try {
    const answer = await signInWithKey(
      sshPort,
      key,
      'cat /sys/block/vda/serial; echo; head -c 26 /dev/vda; ls /run/datahall',
      machine,
    )
    expect(answer).toContain('DISK-A\ndata that is to be rescued')
    expect(await signInWithPassword(sshPort, 'Rescue 1', 'id -u', machine)).toBe('0\n')
    expect(await panel.result).toEqual({ ok: true, addresses: ['10.0.2.15/24'] })
    expect(machine.serial).toContain('live login:')
    const network = 'ip -o addr show scope global; ip route; pidof udhcpc || echo none'
    await expect
      .poll(() => signInWithKey(sshPort, key, network, machine), { timeout: 60_000 })
      .toMatch(/10\.0\.2\.15\/24.*192\.0\.2\.20\/24.*2001:db8::20\/64.*default via 10\.0\.2\.2.*none/s)
    // What the session was is found nowhere by who signs in.
    const search = `grep -rl ${panel.key} /etc /run /tmp /root /usr/lib/datahall || true`
    await expect.poll(() => signInWithKey(sshPort, key, search, machine)).toBe('')
  } finally {
    await machine.stop()
    panel.close()
  }
  expect(readFileSync(disk).equals(content)).toBe(true)
})
