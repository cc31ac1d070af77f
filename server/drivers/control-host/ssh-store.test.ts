import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { sumsOf } from '../../simulation/peers/sftp/programs.ts'
import { type SftpServer, startSftpServer } from '../../simulation/peers/sftp/server.ts'
import { FileTree } from '../../simulation/peers/sftp/tree.ts'
import { ARTEFACTS } from './boot/places.ts'
import { withSshStore } from './ssh-store.ts'
import type { Artefact, LocationStore } from './store-types.ts'

const account = { login: 'root', password: 'sesame' }
const bytes = randomBytes(200_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const path = `${ARTEFACTS}/${sha256}`

let tree: FileTree
let server: SftpServer
beforeEach(async () => {
  tree = new FileTree()
  tree.folders.add('/var')
  server = await startSftpServer(tree, account, { programs: sumsOf(tree) })
})
afterEach(() => server.close())

const within = <T>(use: (store: LocationStore) => Promise<T>, signal = soon()) =>
  withSshStore(
    { address: '127.0.0.1', port: server.port, username: 'root', auth: { password: 'sesame' }, hostKey: null },
    signal,
    use,
  )
/** Offsets from which the source was read. */
let read: number[]
const artefact = (over: Partial<Artefact> = {}): Artefact => {
  read = []
  const open = async (offset: number) => {
    read.push(offset)
    return Readable.from([bytes.subarray(offset)])
  }
  return { sha256, bytes: bytes.length, url: null, open, ...over }
}
const put = (one: Artefact, told: number[] = []) =>
  within((store) => store.put(one, soon(), (count) => void told.push(count)))

describe('a file of a location', () => {
  it('is brought under its sum, found again and taken away', async () => {
    const told: number[] = []
    await put(artefact(), told)
    expect(tree.files.get(path)?.data.equals(bytes)).toBe(true)
    expect([...tree.files.keys()]).toEqual([path])
    expect(told.at(-1)).toBe(bytes.length)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(await within((store) => store.list(soon()))).toEqual([{ sha256, bytes: bytes.length, whole: true }])
    await put(artefact())
    expect(read).toEqual([])
    for (const _ of [1, 2]) await within((store) => store.drop(sha256, soon()))
    expect([...tree.files.keys()]).toEqual([])
    expect(await within((store) => store.list(soon()))).toEqual([])
  })

  it('goes on where an earlier attempt stopped, and has no name before it is whole', async () => {
    const broken = async function* () {
      yield bytes.subarray(0, 100_000)
      throw new Error('the line is cut')
    }
    await expect(put(artefact({ open: async () => Readable.from(broken()) }))).rejects.toThrow('the line is cut')
    expect(tree.files.has(path)).toBe(false)
    expect(await within((store) => store.list(soon()))).toEqual([{ sha256, bytes: 100_000, whole: false }])
    await put(artefact())
    expect(read).toEqual([100_000])
    expect(tree.files.get(path)?.data.equals(bytes)).toBe(true)
  })

  it('is brought anew when it was changed there', async () => {
    await put(artefact())
    tree.files.set(path, { data: Buffer.alloc(bytes.length), modified: 0 })
    await put(artefact())
    expect(read).toEqual([0])
    expect(tree.files.get(path)?.data.equals(bytes)).toBe(true)
  })

  it.each([
    ['another content', { open: async () => Readable.from([Buffer.alloc(bytes.length)]) }, /sum of a file is not/],
    ['more bytes', { open: async () => Readable.from([bytes, bytes]) }, /larger than its repository states/],
    ['fewer bytes', { open: async () => Readable.from([bytes.subarray(0, 9)]) }, /ended after 9 of 200000 bytes/],
    ['no sum', { sha256: '../../etc/passwd' }, /needs its SHA-256/],
  ])('is refused with %s', async (_, over, words) => {
    await expect(put(artefact(over))).rejects.toThrow(words)
    expect(tree.files.has(path)).toBe(false)
  })

  it('is refused in words where there is no room, no right, and nobody', async () => {
    tree.free = 65 * 2 ** 20
    await put(artefact())
    await within((store) => store.drop(sha256, soon()))
    tree.free = 64 * 2 ** 20
    await expect(put(artefact())).rejects.toThrow(/has 64 MiB free; the file needs 65/)
    tree.free = 2 ** 30
    tree.readOnly = true
    await expect(put(artefact())).rejects.toThrow(/must be able to write to \/var\/lib\/datahall\/boot\/www\/a/)
    await server.close()
    await expect(put(artefact())).rejects.toMatchObject({ code: 'device_unreachable' })
    server = await startSftpServer(tree, account)
  })

  it('that hangs in its repository is given up with the signal', async () => {
    const open = async () => new Readable({ read() {} })
    const stop = new AbortController()
    const asked = within(
      (store) => store.put(artefact({ open }), stop.signal, () => stop.abort(new Error('enough'))),
      stop.signal,
    )
    await expect(asked).rejects.toThrow('enough')
  })
})
