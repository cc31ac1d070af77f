import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NbdClient } from './client.ts'
import { ALLOCATION, pieces } from './regions.ts'
import { serveNbd } from './server.ts'
import type { NbdSource } from './source.ts'

// Our side of the protocol against QEMU's, over Unix sockets of this machine.

const run = promisify(execFile)
const never = new AbortController().signal
const mib = 1 << 20
let folder = ''
const at = (file: string) => join(folder, file)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nbd-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A disk with data here and there. */
function disk(): Buffer {
  const bytes = Buffer.alloc(20 * mib + 512)
  for (const [offset, length] of [
    [0, 4096],
    [3 * mib + 512, 2 * mib],
    [10 * mib, 65_536],
    [20 * mib, 512],
  ] as const)
    randomBytes(length).copy(bytes, offset)
  return bytes
}

async function withQemuNbd(
  words: string[],
  work: (open: (contexts?: string[]) => Promise<NbdClient>) => Promise<void>,
) {
  const socket = at(`${randomBytes(4).toString('hex')}.sock`)
  const child = execFile('qemu-nbd', [
    '--persistent',
    '--shared=4',
    `--socket=${socket}`,
    '--export-name=vda',
    ...words,
  ])
  const exited = once(child, 'exit')
  try {
    const open = async (contexts: string[] = []): Promise<NbdClient> => {
      const stream = connect(socket)
      try {
        await once(stream, 'connect')
      } catch {
        if (child.exitCode !== null) throw new Error('qemu-nbd ended')
        await new Promise((resolve) => setImmediate(resolve))
        return open(contexts)
      }
      return NbdClient.open(stream, { name: 'vda', contexts, signal: never })
    }
    await work(open)
  } finally {
    child.kill()
    await exited
  }
}

test('a disk that qemu-nbd serves is read as it is, holes as holes', async () => {
  const content = disk()
  await writeFile(at('source.raw'), content)
  await run('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', at('source.raw'), at('source.qcow2')])
  await withQemuNbd(['--read-only', '--format=qcow2', at('source.qcow2')], async (open) => {
    const client = await open([ALLOCATION])
    expect(client).toMatchObject({ size: content.length, readOnly: true, contexts: [ALLOCATION] })
    const read = Buffer.alloc(client.size, 1)
    let zero = 0
    for await (const piece of pieces(client, { pieceBytes: mib, depth: 8, signal: never })) {
      if (piece.kind === 'data') piece.data.copy(read, piece.offset)
      else read.fill(0, piece.offset, piece.offset + piece.length)
      if (piece.kind === 'zero') zero += piece.length
    }
    expect(read.equals(content)).toBe(true)
    expect(zero).toBeGreaterThan(10 * mib)
    await expect(client.write(0, Buffer.alloc(512), never)).rejects.toMatchObject({ kind: 'refused' })
    client.close()
  })
})

test('what is written through qemu-nbd is in the file', async () => {
  const content = disk()
  await run('qemu-img', ['create', '-q', '-f', 'qcow2', at('target.qcow2'), String(content.length)])
  await withQemuNbd(['--discard=unmap', '--format=qcow2', at('target.qcow2')], async (open) => {
    const client = await open()
    expect(client).toMatchObject({ readOnly: false, canWriteZeroes: true })
    const writing: Promise<void>[] = []
    for (let offset = 0; offset < content.length; offset += mib) {
      const part = content.subarray(offset, offset + mib)
      if (part.every((byte) => byte === 0)) writing.push(client.writeZeroes(offset, part.length, never))
      else writing.push(client.write(offset, part, never))
    }
    await Promise.all(writing)
    await client.flush(never)
    client.close()
  })
  await run('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', at('target.qcow2'), at('target.raw')])
  expect((await readFile(at('target.raw'))).equals(content)).toBe(true)
})

/** Our server behind a socket. */
async function serving(source: NbdSource): Promise<{ url: string; server: Server }> {
  const socket = at(`${randomBytes(4).toString('hex')}.sock`)
  const server = createServer((stream) => void serveNbd(stream, 'vda', source, never))
  server.listen(socket)
  await once(server, 'listening')
  return { url: `nbd+unix:///vda?socket=${socket}`, server }
}

test('qemu-img and qemu-io read a disk that we serve, and see its holes', async () => {
  const content = disk()
  const block = 65_536
  const isZero = (offset: number, length: number) =>
    content.subarray(offset, offset + length).every((byte) => byte === 0)
  const { url, server } = await serving({
    size: content.length,
    read: async (offset, length) => content.subarray(offset, offset + length),
    contexts: {
      [ALLOCATION]: (offset, length) => {
        const end = Math.min(offset + length, (Math.floor(offset / block) + 1) * block)
        return [{ length: end - offset, flags: isZero(offset, end - offset) ? 3 : 0 }]
      },
    },
  })
  try {
    const info = JSON.parse((await run('qemu-img', ['info', '--output=json', '-f', 'raw', url])).stdout)
    expect(info['virtual-size']).toBe(content.length)
    await run('qemu-img', ['convert', '-f', 'raw', '-O', 'raw', url, at('copy.raw')])
    expect((await readFile(at('copy.raw'))).equals(content)).toBe(true)
    const map = JSON.parse((await run('qemu-img', ['map', '--output=json', '-f', 'raw', url])).stdout)
    expect(map.some((one: { data: boolean; length: number }) => !one.data && one.length > 5 * mib)).toBe(true)
    const io = await run('qemu-io', ['-r', '-f', 'raw', '-c', `read -P 0 6291456 4096`, '-c', 'read -v 0 16', url])
    expect(io.stdout).not.toMatch(/failed/)
    expect(io.stdout.replaceAll(/\s/g, '')).toContain(content.toString('hex', 0, 16))
    const written = await run('qemu-io', ['-f', 'raw', '-c', 'write 0 512', url]).catch((error) => error)
    expect(`${written.stdout}${written.stderr}`).toMatch(/read-only|Read-only|not permitted|denied/i)
  } finally {
    server.close()
  }
})

test('qemu-img writes to a disk that we serve', async () => {
  const content = disk()
  const copy = Buffer.alloc(content.length, 1)
  await writeFile(at('from.raw'), content)
  const { url, server } = await serving({
    size: copy.length,
    read: async (offset, length) => copy.subarray(offset, offset + length),
    write: async (offset, data) => void data.copy(copy, offset),
    writeZeroes: async (offset, length) => void copy.fill(0, offset, offset + length),
  })
  try {
    await run('qemu-img', ['convert', '-n', '-f', 'raw', '-O', 'raw', at('from.raw'), url])
    expect(copy.equals(content)).toBe(true)
  } finally {
    server.close()
  }
})
