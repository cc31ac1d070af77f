import { describe, expect, it } from 'vitest'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { msg } from '../../../shared/text.ts'
import { keepApart } from '../exclusive.ts'
import { nasStorage } from './driver.ts'
import { fstabLine } from './fstab.ts'

const identity = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const OURS = '192.0.2.9:/srv/vm /nas/7 nfs4 rw,vers=4.1 0 0'
const LINE = `${fstabLine('192.0.2.9:/srv/vm', '/nas/7', identity)}\n`

/** A node with these mounts, on which some programs do not come back. @param owner identity in the file that marks a folder */
function node(mounts: string, hanging: readonly string[] = [], owner = identity) {
  let now = mounts
  const lines: string[] = []
  const fstab = { text: '' }
  const exec = async (argv: readonly string[]) => {
    const line = argv.join(' ')
    lines.push(line)
    if (hanging.includes(argv[0] ?? '')) throw new SshError('timeout', msg`${argv[0] ?? ''} took longer`)
    if (argv[0] === 'mount') now = OURS
    if (argv[0] === 'umount') now = ''
    const stdout = line === 'cat /proc/self/mounts' ? `/dev/sda1 / ext4 rw 0 0\n${now}\n` : ''
    return { code: 0, signal: null, stdout, stderr: '' }
  }
  const files = {
    stat: async () => ({ kind: 'file' }),
    read: async (path: string) => Buffer.from(path === '/etc/fstab' ? fstab.text : owner),
    writeFile: async (path: string, bytes: Buffer) => {
      if (path === '/etc/fstab') fstab.text = bytes.toString()
    },
  }
  const sftp = async (_: AbortSignal, use: (session: typeof files) => Promise<unknown>) => use(files)
  const ssh = { exec, sftp, hostKey: 'SHA256:node' } as unknown as SshConnection
  const at = { kind: 'nas', identity, folder: '/nas/7', address: '192.0.2.9', path: '/srv/vm' } as const
  return { ssh, lines, fstab, mounted: () => now !== '', storage: nasStorage(ssh, at) }
}

describe('a NAS that hangs', () => {
  it('is said to be what does not answer, while the node does', async () => {
    await expect(node(OURS, ['stat']).storage.check(soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: 'The NAS 192.0.2.9 does not answer: /nas/7 is mounted on the node, and no access to it comes back',
    })
    await expect(node('', ['mount']).storage.check(soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: 'The node cannot mount 192.0.2.9:/srv/vm: it did not answer in time',
    })
  })

  it('is not known where the node does not answer either', () =>
    expect(node(OURS, ['stat', 'true']).storage.check(soon())).rejects.toBeInstanceOf(SshError))
})

describe('what is mounted', () => {
  it('has to be the export itself, and on top', async () => {
    for (const [mounts, words] of [
      ['192.0.2.8:/srv/vm /nas/7 nfs4 rw 0 0', /192\.0\.2\.8:\/srv\/vm \(nfs4\) is mounted at \/nas\/7/],
      ['/dev/sdb1 /nas/7 ext4 rw 0 0', /\/dev\/sdb1 \(ext4\) is mounted/],
      [`${OURS}\ntmpfs /nas/7 tmpfs rw 0 0`, /tmpfs \(tmpfs\) is mounted/],
    ] as const) {
      const { storage, lines } = node(mounts)
      await expect(storage.volumes(soon())).rejects.toThrow(words)
      await storage.disconnect(soon())
      expect(lines).not.toContain('umount -- /nas/7')
    }
    const { storage, lines, fstab } = node(OURS.replace('/srv/vm ', '/srv/vm/ '))
    fstab.text = LINE
    await storage.volumes(soon())
    await storage.disconnect(soon())
    expect(lines).toContain('umount -- /nas/7')
  })
})

describe('a folder that another storage has', () => {
  const others = LINE.replace(identity, '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0009')

  it('stays mounted for that one, and nothing of the refused one stays', async () => {
    const { storage, lines, fstab } = node(OURS, [], 'another')
    fstab.text = others
    await expect(storage.connect(soon())).rejects.toThrow(/belongs to another storage/)
    await storage.disconnect(soon())
    expect(fstab.text).toBe(others)
    expect(lines).not.toContain('umount -- /nas/7')
  })

  it('stays mounted although the refused one has left a line, as when its task was killed', async () => {
    const { storage, lines, fstab } = node(OURS, [], 'another')
    fstab.text = `${others}${LINE}`
    await storage.disconnect(soon())
    expect(fstab.text).toBe(others)
    expect(lines).not.toContain('umount -- /nas/7')
  })

  it('is unmounted again where it was mounted to see that', async () => {
    const { storage, lines, fstab, mounted } = node('', [], 'another')
    await expect(storage.connect(soon())).rejects.toThrow(/belongs to another storage/)
    expect(mounted()).toBe(false)
    expect(lines.at(-1)).toBe('umount -- /nas/7')
    expect(fstab.text).toBe('')
  })
})

it('keeps the line of a storage that could be connected before', async () => {
  const { storage, fstab } = node('', ['mount'])
  fstab.text = LINE
  await expect(storage.connect(soon())).rejects.toThrow(/cannot mount/)
  expect(fstab.text).toContain(identity)
  const fresh = node('', ['mount'])
  await expect(fresh.storage.connect(soon())).rejects.toThrow(/cannot mount/)
  expect(fresh.fstab.text).toBe('')
})

it('writes /etc/fstab of a node once at a time', async () => {
  const { storage, ssh, fstab } = node('')
  const keys: string[] = []
  keepApart(ssh, async (key, work) => {
    keys.push(key)
    return work()
  })
  fstab.text = `192.0.2.9:/srv/vm /nas/7 nfs hard,x-datahall.storage=${identity} 0 0\n`
  await storage.disconnect(soon())
  expect(fstab.text).toBe('')
  expect(keys).toEqual(['fstab:SHA256:node'])
})
