import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentLab, inNode, nodePath, targetOf } from '../../../../e2e/lab/api.ts'
import { utilityGuestFolder } from '../../../../e2e/lab/image.ts'
import { must } from '../../../../e2e/lab/run.ts'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { utilityGuestContract } from '../contract/utility-guest.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection } from '../types.ts'
import type { UtilityBoot, UtilityFile } from '../utility-types.ts'

const lab = currentLab()
const [first] = lab.nodes
if (!first) throw new Error('These tests need a node')
const FOLDER = '/var/lib/guest-test'
const work = mkdtempSync(join(tmpdir(), 'utility-guest-'))
const noise = Buffer.from('words that were private: 3f9a6bd2c5')

const fileOf = (name: string): UtilityFile => {
  const file = join(utilityGuestFolder(), name)
  return {
    size_bytes: statSync(file).size,
    sha256: readFileSync(`${file}.sha256`, 'latin1').trim(),
    open: async (start) => createReadStream(file, { start }),
  }
}
const boot: UtilityBoot = {
  accelerator: 'tcg',
  folder: FOLDER,
  files: async () => ({ kernel: fileOf('kernel'), initrd: fileOf('initrd') }),
}

/** A disk with an installation in a file system that needs no mount to be made. */
async function makeDisk(name: string, files = 10): Promise<string> {
  const tree = join(work, `${name}-tree`)
  for (const folder of ['etc/ssh', 'root/.ssh', 'var/log', 'var/lib/cloud', 'tmp', 'home/ada', 'many'])
    mkdirSync(join(tree, folder), { recursive: true })
  const script = `set -e; cd "$1"
echo "$2" > etc/ssh/ssh_host_rsa_key; echo abc > etc/machine-id; echo "$2" > root/.bash_history; echo "$2" > root/.ssh/authorized_keys
echo "$2" > var/log/syslog; echo i > var/lib/cloud/id; echo t > tmp/t; ln -s / home/ada/slash; ln -s ../../../../etc/passwd home/ada/up
mkfifo home/ada/pipe; mknod home/ada/null c 1 3; cd home/ada
printf one > "$(printf 'two\\nlines')"; printf two > ./-rf; printf three > "$(printf 'q\\047"q')"; printf four > "$(printf '\\377\\376')"
printf five > "$(head -c 255 /dev/zero | tr '\\0' x)"; head -c 300000 /dev/urandom > large
cd ../../many; seq -f f%05g 1 "$3" | xargs touch`
  await must(['sh', '-c', script, 'sh', tree, noise.toString(), String(files)])
  const root = join(work, `${name}.ext4`)
  await must(['/sbin/mke2fs', '-q', '-t', 'ext4', '-d', tree, root, '100M'], { timeoutMs: 300_000 })
  const disk = nodePath(lab, 1, join(FOLDER, `${name}.raw`))
  await must(['truncate', '-s', '160M', disk])
  await must(['/sbin/sfdisk', '-q', disk], { input: 'label: gpt\n,100M,L\n' })
  await must(['dd', `if=${root}`, `of=${disk}`, 'bs=1M', 'seek=1', 'conv=notrunc,sparse', 'status=none'])
  return join(FOLDER, `${name}.raw`)
}

const collect = async (parts: AsyncIterable<Buffer>) => {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

const connect = () => hypervisorDriver('kvm').connect(targetOf(first), soon())

utilityGuestContract(connect, boot, FOLDER)

describe('utility guest on a real node', () => {
  let node: NodeConnection
  let guest: UtilityGuest
  let disk: string

  beforeAll(async () => {
    node = await connect()
    await node.ensureDirectories([FOLDER], soon())
    disk = await makeDisk('read', 10_500)
    guest = await node.openUtilityGuest(boot, { path: disk, format: 'raw', access: 'read' }, soon())
    await guest.attach('vda1', soon())
  })
  afterAll(() => {
    guest?.close()
    node?.close()
    rmSync(work, { recursive: true, force: true })
  })

  test('runs as the unprivileged user of QEMU, without network', async () => {
    const { stdout } = await inNode(lab, 1, ['ps', '-eo', 'user:32,args'])
    const line = stdout.split('\n').find((one) => /qemu-system\S* -nodefaults/.test(one) && !one.includes('sh -c'))
    expect(line).toMatch(/^(libvirt-qemu|qemu|nobody) .*-sandbox on/)
  })

  test('lists hostile names as they are, by the page', async () => {
    const { entries, total } = await guest.list(Buffer.from('home/ada'), { offset: 0, limit: 100 }, soon())
    expect(total).toBe(entries.length)
    const names = entries.map(({ name }) => name.toString('latin1'))
    expect(names).toEqual(expect.arrayContaining(['two\nlines', '-rf', 'q\'"q', '\xff\xfe', 'x'.repeat(255)]))
    expect(entries.filter(({ kind }) => kind === 'other').map(({ name }) => name.toString())).toEqual(['null', 'pipe'])
    const last = await guest.list(Buffer.from('many'), { offset: 10_490, limit: 100 }, soon())
    expect([last.total, last.entries.length, last.entries.at(-1)?.name.toString()]).toEqual([10_500, 10, 'f10500'])
  })

  test('reads files, and follows no link out or in', async () => {
    const path = (name: Buffer) => Buffer.concat([Buffer.from('home/ada/'), name])
    expect((await collect(guest.read(path(Buffer.from([0xff, 0xfe])), soon()))).toString()).toBe('four')
    for (const name of ['slash', 'up', 'pipe', 'null'])
      await expect(collect(guest.read(path(Buffer.from(name)), soon()))).rejects.toMatchObject({ kind: 'wrong_kind' })
    for (const bad of ['home/ada/slash', 'home/ada/slash/etc'])
      await expect(guest.list(Buffer.from(bad), { offset: 0, limit: 1 }, soon())).rejects.toMatchObject({
        kind: 'wrong_kind',
      })
    await expect(guest.list(Buffer.from('../etc'), { offset: 0, limit: 1 }, soon())).rejects.toMatchObject({
      kind: 'invalid',
    })
    await expect(guest.list(Buffer.from('nowhere'), { offset: 0, limit: 1 }, soon())).rejects.toMatchObject({
      kind: 'absent',
    })
  })

  test('packs a folder into an archive that tar takes', async () => {
    const archive = await collect(guest.tar(Buffer.from('home'), soon()))
    const listed = await must(['sh', '-c', 'base64 -d | tar -tv --quoting-style=escape'], {
      input: archive.toString('base64'),
    })
    expect(listed).toContain('home/ada/two\\nlines')
    expect(listed).toContain(`home/ada/${'x'.repeat(255)}`)
    expect(listed).toMatch(/300000 .* home\/ada\/large/)
    expect(listed).toContain('slash -> /')
    expect(listed).not.toMatch(/pipe|null/)
  })

  test('a reader who leaves does not spoil the next request', async () => {
    for await (const part of guest.tar(Buffer.from('many'), soon())) {
      expect(part.length).toBeGreaterThan(0)
      break
    }
    expect((await guest.stat(Buffer.from('home/ada/large'), soon())).size).toBe(300_000)
  })

  test('leaves the disk as it was, and nothing on the node', async () => {
    const before = (await inNode(lab, 1, ['sha256sum', disk])).stdout
    const second = await node.openUtilityGuest(boot, { path: disk, format: 'raw', access: 'read' }, soon())
    await second.attach('vda1', soon())
    second.close()
    await expect
      .poll(async () => (await inNode(lab, 1, ['sh', '-c', 'ls -d /var/tmp/datahall-guest.* | wc -l'])).stdout.trim(), {
        timeout: 20_000,
      })
      .toBe('1')
    expect((await inNode(lab, 1, ['sha256sum', disk])).stdout).toBe(before)
  })

  test('a guest that dies is told, and asked nothing any more', async () => {
    const dying = await node.openUtilityGuest(boot, { path: disk, format: 'raw', access: 'read' }, soon())
    await dying.attach('vda1', soon())
    await inNode(lab, 1, ['sh', '-c', "kill -9 $(pgrep -n -f '^/usr/bin/qemu-system.*datahall-guest')"])
    await expect(dying.list(Buffer.from(''), { offset: 0, limit: 1 }, soon())).rejects.toMatchObject({ kind: 'closed' })
  })

  test('a file of the guest that was changed on the node is not run', async () => {
    const path = join(FOLDER, `utility-${fileOf('initrd').sha256}.initrd`)
    await inNode(lab, 1, [
      'sh',
      '-c',
      `chmod u+w ${path}; cp ${path} ${path}.kept; printf X | dd of=${path} bs=1 seek=4096 conv=notrunc`,
    ])
    const opening = node.openUtilityGuest(boot, { path: disk, format: 'raw', access: 'read' }, soon())
    await expect(opening).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringMatching(/has changed/),
    })
    await inNode(lab, 1, ['mv', `${path}.kept`, path])
  })

  test('a disk that the panel serves is read over a socket of the node', async () => {
    const bytes = readFileSync(nodePath(lab, 1, disk))
    const source = {
      size: bytes.length,
      read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    }
    const served = await node.openUtilityGuest(boot, { source }, soon())
    expect(await served.volumes(soon())).toMatchObject([{ id: 'vda1', type: 'ext' }])
    await served.attach('vda1', soon())
    expect((await collect(served.read(Buffer.from('etc/machine-id'), soon()))).toString()).toBe('abc\n')
    served.close()
    await expect
      .poll(async () => (await inNode(lab, 1, ['sh', '-c', 'ls /var/tmp | grep -c datahall-disk'])).stdout.trim(), {
        timeout: 20_000,
      })
      .toBe('0')
  })

  test('clears a disk: what was private is gone from its bytes, and another reader finds the file system whole', async () => {
    const path = await makeDisk('clear')
    const cleared = await node.clearDisk(boot, { path, format: 'raw' }, soon())
    expect(cleared).toMatchObject({ volumes: [{ name: 'vda1', state: 'cleared' }], left: [] })
    expect(cleared.removed).toMatchObject({
      host_key: 1,
      machine_id: 1,
      cloud_init: 1,
      history: 1,
      ssh_key: 1,
      temporary: 1,
    })
    const bytes = readFileSync(nodePath(lab, 1, path))
    expect(bytes.includes(noise)).toBe(false)
    const root = join(work, 'cleared.ext4')
    await must(['dd', `if=${nodePath(lab, 1, path)}`, `of=${root}`, 'bs=1M', 'skip=1', 'count=100', 'status=none'])
    await must(['/sbin/e2fsck', '-fn', root])
    const list = async (folder: string) => must(['/sbin/debugfs', '-R', `ls -p ${folder}`, root])
    expect(await list('/etc/ssh')).not.toContain('ssh_host')
    expect(await list('/root/.ssh')).not.toContain('authorized_keys')
    expect(await list('/etc')).toMatch(/\/machine-id\/0\//)
    expect((await node.clearDisk(boot, { path, format: 'raw' }, soon())).removed).toEqual({})
  })

  test('makes a cleared image of a disk: what was private is in none of its bytes', async () => {
    const path = await makeDisk('image')
    const to = join(FOLDER, 'image.qcow2')
    const disk = { path, format: 'raw' as const, target_dev: 'vda' }
    const request = { disk, to, scratch: FOLDER, floor_mib: 16, clear: boot }
    expect(await node.makeImage(null, request, () => {}, soon())).toMatchObject({ size_mib: 160 })
    const raw = join(FOLDER, 'image.out')
    await inNode(lab, 1, ['qemu-img', 'convert', '-f', 'qcow2', '-O', 'raw', to, raw])
    const bytes = readFileSync(nodePath(lab, 1, raw))
    expect(bytes.includes(Buffer.from('slash'))).toBe(true)
    expect(bytes.includes(noise)).toBe(false)
    expect(
      (await inNode(lab, 1, ['sh', '-c', `ls ${FOLDER} | grep -c 'image.qcow2\\.\\(new\\|clear\\)'`])).stdout.trim(),
    ).toBe('0')
  })

  test('grows the last partition and its file system', async () => {
    const path = await makeDisk('grow')
    const growing = await node.openUtilityGuest(boot, { path, format: 'raw', access: 'write' }, soon())
    expect(await growing.grow(soon())).toMatchObject({
      partition: 'vda1',
      file_system: 'ext',
      size: expect.any(Number),
    })
    const [volume] = await growing.volumes(soon())
    expect(volume!.size).toBeGreaterThan(155 * 2 ** 20)
    growing.close()
  })

  test('a disk without a file system, and one with a broken one, are refused in words', async () => {
    const path = await makeDisk('broken')
    await must([
      'dd',
      'if=/dev/urandom',
      `of=${nodePath(lab, 1, path)}`,
      'bs=1k',
      'seek=1026',
      'count=3000',
      'conv=notrunc',
      'status=none',
    ])
    await expect(node.clearDisk(boot, { path, format: 'raw' }, soon())).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringMatching(/Nothing on the disk could be cleared/),
    })
  })
})
