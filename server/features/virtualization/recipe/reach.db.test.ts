import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { parsePublicKey } from '../../../protocols/ssh/keys.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { guestKeyLines, isGuestKey, pinGuestHostKey, readGuestKey } from '../host/guest-key.ts'
import { GuestReach } from './reach.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const made = async (name: string) => {
  const { id } = await t.done(await t.create({ name }))
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  return { ...row, node_id: row.node_id ?? 0 }
}
const script = { token: 'a'.repeat(32), script: 'echo\n', environment: {} }

describe('a guest whose agent does not answer', () => {
  it('is tried over SSH when it may be, and both are said', async () => {
    const row = await made('vm-failagent')
    const guest = new GuestReach(row)
    await expect(guest.start(script, { ssh: true }, soon())).rejects.toMatchObject({
      value: 'guest_agent',
      message: expect.stringMatching(/guest agent does not answer.*\. SSH to 10\.1\.\d+\.\d+ does not work either: /),
    })
    const agentOnly = expect.not.stringContaining('SSH')
    await expect(guest.start(script, { ssh: false }, soon())).rejects.toMatchObject({ message: agentOnly })
    const windows = { ...script, type: 'power_shell' } as const
    await expect(guest.start(windows, { ssh: true }, soon())).rejects.toMatchObject({ message: agentOnly })
    await t.database.prisma.guest_key.delete({ where: { host_id: row.id } })
    await expect(guest.start(script, { ssh: true }, soon())).rejects.toMatchObject({ message: agentOnly })
  })
})

describe('the key of the panel for a VM', () => {
  it('is made once, runs programs only, and is sealed', async () => {
    const { id, instance } = await made('keyed')
    const [line = '', ...more] = await guestKeyLines(id)
    expect([await guestKeyLines(id), more]).toEqual([[line], []])
    expect(isGuestKey(line)).toBe(true)
    expect(line).toMatch(/^no-port-forwarding,no-agent-forwarding,no-X11-forwarding,no-pty ssh-ed25519 /)
    expect(parsePublicKey(line.slice(line.indexOf(' ') + 1))).toMatchObject({ type: 'ssh-ed25519', comment: 'panel' })
    const { secret } = await t.database.prisma.guest_key.findUniqueOrThrow({ where: { host_id: id } })
    expect(secret).not.toContain('PRIVATE KEY')
    expect((await readGuestKey({ id, instance }))?.privateKey).toContain('PRIVATE KEY')
    expect(await guestKeyLines(999_999)).toEqual([])
  })

  it('goes with the host key that was met first, until a system is installed anew', async () => {
    const { id, instance } = await made('pinned')
    const key = async (of = instance) => (await readGuestKey({ id, instance: of }))?.hostKey
    expect(await key()).toBeNull()
    expect(await pinGuestHostKey({ id, instance }, 'SHA256:first')).toBe(true)
    expect(await pinGuestHostKey({ id, instance }, 'SHA256:first')).toBe(true)
    expect(await pinGuestHostKey({ id, instance }, 'SHA256:other')).toBe(false)
    expect(await key()).toBe('SHA256:first')
    expect(await key(instance + 1)).toBeNull()
    expect(await pinGuestHostKey({ id, instance: instance + 1 }, 'SHA256:other')).toBe(true)
    expect(await key(instance + 1)).toBe('SHA256:other')
  })
})
