import { describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { type Answer, programs } from '../programs-fixture.ts'
import { readCephAccess } from './access.ts'
import { cephStorage } from './driver.ts'
import { rbdVolume } from './image.ts'

const identity = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const KEY = 'AQBqZ2VnAAAAABAAmW5hZGVseS1hLWtleS1oZXJlCg=='
const words = { pool: 'vms', user: 'kvm', placement_groups: 64 }
const monitors = (addr = '192.0.2.1:3300') =>
  JSON.stringify({
    fsid: '5d6c3c2e-1f2b-4f4e-9a55-2e1f6f2d0c01',
    mons: [{ name: 'a', public_addrs: { addrvec: [{ type: 'v2', addr }] } }],
  })

describe('a monitor host', () => {
  const host = (answers: Record<string, Answer>) =>
    programs((line) => {
      const found = Object.entries(answers).find(([part]) => line.includes(part))
      return found?.[1] ?? ''
    })
  const user = JSON.stringify([{ entity: 'client.kvm', key: KEY, caps: {} }])

  it('is asked for what nodes need, and makes what is absent', async () => {
    const { ssh, lines } = host({
      'mon dump': monitors(),
      'osd pool ls': '["rbd"]',
      'auth get ': { code: 2, stderr: 'Error ENOENT: failed to find client.kvm in keyring\n' },
      'auth get-or-create': user,
    })
    expect(await readCephAccess(ssh, words, soon())).toEqual({
      fsid: '5d6c3c2e-1f2b-4f4e-9a55-2e1f6f2d0c01',
      monitors: ['[v2:192.0.2.1:3300]'],
      key: KEY,
    })
    expect(lines.map((line) => line.replace('ceph --connect-timeout 15 ', '').replace(' --format json', ''))).toEqual([
      'mon dump',
      'osd pool ls',
      'osd pool create vms 64 64 replicated',
      'osd pool application enable vms rbd',
      'auth get client.kvm',
      'auth get-or-create client.kvm mon profile rbd osd profile rbd pool=vms',
    ])
  })

  it('changes neither a pool nor a user that is there', async () => {
    const { ssh, lines } = host({ 'mon dump': monitors(), 'osd pool ls': '["vms"]', 'auth get ': user })
    await readCephAccess(ssh, words, soon())
    expect(lines.filter((line) => /create|enable/.test(line))).toEqual([])
  })

  it.each([
    ['no program', { 'mon dump': { code: 127, stderr: '' } }, /has no program ceph/],
    [
      'no quorum',
      { 'mon dump': { code: 1, stderr: '2026 x monclient\n[errno 110] RADOS timed out\n' } },
      /\[errno 110\] RADOS timed out$/,
    ],
    ['an address that is a setting', { 'mon dump': monitors('1.2.3.4\nkeyfile=/x') }, /cannot be read/],
    ['something else', { 'mon dump': 'Last login: today' }, /cannot be read/],
    [
      'a refusal',
      {
        'mon dump': monitors(),
        'osd pool ls': '["vms"]',
        'auth get ': { code: 13, stderr: 'Error EACCES: access denied\n' },
      },
      /EACCES: access denied/,
    ],
    [
      'a key that is none',
      { 'mon dump': monitors(), 'osd pool ls': '["vms"]', 'auth get ': user.replace(KEY, 'x\\ny') },
      /cannot be read/,
    ],
  ] as [string, Record<string, Answer>, RegExp][])('says so with %s', async (_, answers, said) => {
    await expect(readCephAccess(host(answers).ssh, words, soon())).rejects.toThrow(said)
  })
})

describe('a node', () => {
  /** As Ceph would answer; `marker` is whose the pool is. */
  const node = ({
    marker = identity,
    health = {},
    pool = { stored: 3 << 20, max_avail: 9 << 20 },
    returns = true,
  } = {}) => {
    let written = ''
    const { ssh, lines } = programs((line) => {
      const [, name = ''] = /(?:put|get|rm) (\S+)/.exec(line) ?? []
      if (line.includes('health detail')) return JSON.stringify({ checks: health })
      if (line.includes('get datahall_storage'))
        return marker === ''
          ? { code: 1, stderr: 'error getting vms/datahall_storage: (2) No such file or directory\n' }
          : marker
      if (line.includes(' put ')) written = name
      if (line.includes(' get ')) return returns ? written : 'else'
      if (line.includes(' df ')) return JSON.stringify({ pools: [{ name: 'vms', stats: pool }] })
      if (line.includes(' ls --long'))
        return JSON.stringify([
          { image: 'one', size: 16 << 20 },
          { image: 'one', snapshot: 'old', size: 8 << 20 },
          { image: 'two', size: 1 },
        ])
      return ''
    })
    return { storage: cephStorage(ssh, { kind: 'ceph', identity, pool: 'vms', user: 'kvm' }), lines }
  }
  const check = (of: Parameters<typeof node>[0]) => node(of).storage.check(soon())

  it('reads the size of the pool, as its own user, and leaves nothing in it', async () => {
    const { storage, lines } = node()
    expect(await storage.check(soon())).toEqual({ total_mib: 12, used_mib: 3, lost: null })
    expect(lines.every((line) => /^(ceph|rados) --conf \/etc\/ceph\/datahall-vms\.conf --id kvm /.test(line))).toBe(
      true,
    )
    const probe = /put (datahall_probe_\S+)/.exec(lines.join('\n'))?.[1]
    expect(lines.some((line) => line.endsWith(`rm ${probe}`))).toBe(true)
  })

  it('touches nothing while data cannot be reached', async () => {
    const { storage, lines } = node({ health: { PG_AVAILABILITY: { summary: { message: '8 pgs inactive' } } } })
    await expect(storage.check(soon())).rejects.toThrow(/does not serve all of its data: 8 pgs inactive/)
    expect(lines).toHaveLength(1)
  })

  it('tells the storage from others', async () => {
    await expect(check({ marker: '' })).rejects.toThrow(/is not this storage/)
    await expect(check({ marker: 'another' })).rejects.toThrow(/is another storage/)
    await expect(check({ returns: false })).rejects.toThrow(/does not return what was written/)
    await expect(check({ pool: { stored: 0, max_avail: 0 } })).rejects.toThrow(/ceph-mgr/)
  })

  it('lists images without their snapshots', async () => {
    expect(await node().storage.volumes(soon())).toEqual([
      { name: 'one', size_mib: 16 },
      { name: 'two', size_mib: 1 },
    ])
  })
})

describe('an image', () => {
  const image = (answer: (line: string) => Answer) => {
    const { ssh, lines } = programs(answer)
    return { volume: rbdVolume(ssh, 'rbd:kvm@vms/one'), lines }
  }

  it('goes with its snapshots', async () => {
    let purged = false
    const { volume, lines } = image((line) => {
      if (line.includes('snap purge')) purged = true
      return line.includes(' rm ') && !purged ? { code: 39, stderr: 'rbd: image has snapshots\n' } : ''
    })
    await volume.remove(soon())
    expect(lines).toHaveLength(3)
  })

  it('is gone already, or still used', async () => {
    await image(() => ({ code: 2, stderr: '' })).volume.remove(soon())
    await expect(image(() => ({ code: 16, stderr: '' })).volume.remove(soon())).rejects.toThrow(/still used/)
    expect(await image(() => ({ code: 2, stderr: '' })).volume.size(soon())).toBeNull()
  })

  it('is never shrunk', async () => {
    const { volume, lines } = image(() => JSON.stringify({ size: 32 << 20 }))
    await volume.grow(16, soon())
    expect(lines).toHaveLength(1)
  })

  it('is not renamed into another pool', () =>
    expect(image(() => '').volume.rename('rbd:kvm@other/one', soon())).rejects.toThrow(/no driver/))

  it('is refused by a path that names none', () => {
    const { ssh } = programs(() => '')
    expect(() => rbdVolume(ssh, 'rbd:kvm@vms/one:conf=/etc/shadow')).toThrow(/no driver/)
  })
})
