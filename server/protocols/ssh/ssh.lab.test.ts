import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentLab, inNode, targetOf } from '../../../e2e/lab/api.ts'
import { soon } from '../../shared/testing/soon.ts'
import { connectSsh } from './connect.ts'
import type { SshConnection } from './connection.ts'
import { hostileTexts } from './hostile-texts.ts'

const [node] = currentLab().nodes
if (!node) throw new Error('These tests need a node')
const folder = '/var/lib/ssh-test'
const on = (argv: string[]) => inNode(currentLab(), 1, argv)
let ssh: SshConnection

beforeAll(async () => {
  await on(['mkdir', '-p', folder])
  ssh = await connectSsh(targetOf(node), soon())
})
afterAll(async () => {
  ssh.close()
  await on(['rm', '-rf', folder])
})

test('hostile words reach a program on the node unchanged, and run nothing', async () => {
  const sentinel = `${folder}/sentinel`
  const words = hostileTexts(sentinel)
  for (let at = 0; at < words.length; at += 50) {
    const some = words.slice(at, at + 50)
    const { stdout, code } = await ssh.exec(['printf', '%s\\0', ...some], { signal: soon() })
    expect(code).toBe(0)
    expect(stdout.split('\0').slice(0, -1)).toEqual(some)
  }
  expect((await on(['test', '-e', sentinel])).code).toBe(1)
})

test('a program that takes too long is ended on the node too', async () => {
  const long = ssh.exec(['sleep', '31.4159'], { signal: soon(), timeoutMs: 1_000 })
  await expect(long).rejects.toMatchObject({ kind: 'timeout' })
  expect((await on(['pgrep', '-f', 'sleep 31.4159'])).stdout).toBe('')
})

test('more than ten commands may be under way', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => ssh.exec(['echo', String(i)], { signal: soon() })))
  expect(all.map(({ stdout }) => Number(stdout))).toEqual(Array.from({ length: 40 }, (_, i) => i))
})

test('standard input of any size, and a program that does not read it', async () => {
  const data = Buffer.alloc(8 << 20, 'datahall ')
  const sum = createHash('sha256').update(data).digest('hex')
  const read = await ssh.exec(['sha256sum'], { signal: soon(), stdin: Readable.from([data]) })
  expect(read.stdout).toContain(sum)
  expect((await ssh.exec(['sh', '-c', 'exit 5'], { signal: soon(), stdin: data })).code).toBe(5)
})

test('sockets that do not exist, and sockets that do', async () => {
  await expect(ssh.openUnix('/run/none', soon())).rejects.toMatchObject({ kind: 'no_such_socket' })
  await expect(ssh.openTcp('127.0.0.1', 1, soon())).rejects.toMatchObject({ kind: 'no_such_socket' })
  const stream = await ssh.openUnix('/run/libvirt/libvirt-sock', soon())
  const closed = new Promise((resolve) => stream.resume().once('close', resolve))
  stream.end('this is no message of libvirt')
  await closed
})

test('files: whole or not at all, modes as asked, nothing left of what failed', async () => {
  await ssh.sftp(soon(), async (files) => {
    const path = `${folder}/file 'with' "odd" $name`
    await files.writeFile(path, Buffer.from('one'), 0o600)
    await files.writeFile(path, Buffer.alloc(100_000, 'x'), 0o640)
    expect(await files.stat(path)).toMatchObject({ size: 100_000, mode: 0o640, kind: 'file' })
    expect((await files.read(path, 10)).toString()).toBe('x'.repeat(10))
    await files.append(path, Buffer.from('end'), 0o600)
    expect((await files.stat(path))?.size).toBe(100_003)
    await expect(files.writeFile(`${folder}/none/file`, Buffer.from('x'), 0o600)).rejects.toMatchObject({
      kind: 'no_such_file',
    })
    expect(await files.stat(`${folder}/none`)).toBeNull()
    expect(await files.remove(path)).toBe(true)
    expect(await files.remove(path)).toBe(false)
    expect((await files.space(folder)).total).toBeGreaterThan(0)
  })
  expect((await on(['ls', '-A', folder])).stdout).toBe('')
})

test('a full disk is reported, without hanging', async () => {
  const path = '/srv/small/full'
  await ssh.sftp(soon(), async (files) => {
    const endless = Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(1 << 20)))
    await expect(files.writeStream(path, 0, 0o600, endless, () => {})).rejects.toMatchObject({ name: 'SftpError' })
    await files.remove(path)
  })
})
