import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import type { Holds } from '../../../protocols/image-content/content.ts'
import {
  ALLOWED_MIB,
  archive,
  disk,
  goodQcow2,
  type Hostile,
  harmlessArchives,
  harmlessRaw,
  hostileArchives,
  hostileIsos,
  hostilePacking,
  hostileQcow2,
  hostileRaw,
  iso,
} from '../../../protocols/image-content/hostile-fixture.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { copyVolume } from '../kvm/move/convert.ts'
import { putImage } from './images.ts'
import { localNode, type Program } from './local-node-fixture.ts'

let node: Awaited<ReturnType<typeof localNode>>
const opened = async (answer: Program = () => undefined) => {
  node = await localNode(answer)
}
afterEach(() => node.remove())

const put = (bytes: Buffer, holds: Holds) =>
  putImage(
    node.ssh,
    {
      ...{ path: join(node.folder, 'image'), size_bytes: bytes.length, holds },
      sha256: createHash('sha256').update(bytes).digest('hex'),
      open: async (offset) => Readable.from([bytes.subarray(offset)]),
    },
    () => {},
    soon(),
  )

/** Writes a file into a folder of images and makes a disk of it. */
async function restore(bytes: Buffer, format: 'qcow2' | 'raw') {
  const path = join(node.folder, `foreign.${format}`)
  await writeFile(path, bytes)
  const to = { path: join(node.folder, 'disk.qcow2'), size_mib: ALLOWED_MIB }
  const copy = { from: { path, format }, to, keepsImage: false, limit: null, within: [node.folder] }
  await copyVolume(node.ssh, copy, () => {}, soon())
}

const refusedBy = (words: RegExp) => ({ message: expect.stringMatching(words) })
const rows = (list: readonly Hostile[], holds: Holds) => list.map((one) => [one.what, one, holds] as const)

describe('an image that is brought to a node', () => {
  it.each([
    ...rows(hostileQcow2, disk('qcow2')),
    ...rows(hostileRaw, disk('raw')),
    ...rows(hostileIsos, iso),
    ...rows(hostilePacking, archive),
  ])('is refused before a program opens it, and leaves nothing: %s', async (_, { bytes, words }, holds) => {
    await opened()
    await expect(put(bytes, holds)).rejects.toMatchObject(refusedBy(words))
    expect(node.lines.every((line) => line.startsWith('sha256sum '))).toBe(true)
    expect(await readdir(node.folder)).toEqual([])
  })

  it.each(rows(hostileArchives, archive))(
    'is refused before it is unpacked: %s',
    async (_, { bytes, words }, holds) => {
      await opened()
      await expect(put(bytes, holds)).rejects.toMatchObject(refusedBy(words))
      expect(await readdir(node.folder)).toEqual([])
    },
  )

  it.each([
    ...harmlessRaw.map(([what, bytes]) => [what, bytes, disk('raw')] as const),
    ...harmlessArchives.map(([what, bytes]) => [what, bytes, archive] as const),
  ])('is taken where it does no harm: %s', async (_, bytes, holds) => {
    await opened()
    await put(bytes, holds)
    expect(await readdir(node.folder)).toEqual(['image', 'image.sha256'])
    expect(node.lines.filter((line) => line.startsWith('qemu-img'))).toEqual([])
  })

  it('that is whole is asked for in its own format, and never tried out', async () => {
    await opened((argv) => (argv[1] === 'info' ? info(ALLOWED_MIB) : ''))
    await put(goodQcow2, disk('qcow2'))
    const asked = node.lines.filter((line) => line.startsWith('qemu-img'))
    expect(asked).toHaveLength(2)
    for (const line of asked) expect(line).toContain(' -f qcow2 ')
    expect(await readdir(node.folder)).toEqual(['image', 'image.sha256'])
  })

  it.each<[string, Program, RegExp]>([
    [
      'another file',
      (argv) => (argv[1] === 'info' ? info(1, { 'backing-filename': '/etc/shadow' }) : ''),
      /other files/,
    ],
    ['content that is not in it', (argv) => (argv[1] === 'info' ? info(1) : { code: 2 }), /damaged or incomplete/],
    ['more than can be checked', (argv) => (argv[1] === 'info' ? info(1) : { code: 1, stderr: 'No room' }), /No room/],
  ])('is refused where QEMU finds %s in it', async (_, answer, words) => {
    await opened(answer)
    await expect(put(goodQcow2, disk('qcow2'))).rejects.toMatchObject(refusedBy(words))
    expect(await readdir(node.folder)).toEqual([])
  })

  it('that was copied there by hand is looked at as well', async () => {
    await opened()
    const bytes = hostileQcow2[0]?.bytes ?? Buffer.alloc(0)
    await writeFile(join(node.folder, 'image'), bytes)
    await expect(put(bytes, disk('qcow2'))).rejects.toMatchObject(refusedBy(/refers to other files/))
  })
})

describe('an image file that a disk is made of', () => {
  const list = [
    ...hostileQcow2.map((one) => [one.what, one, 'qcow2'] as const),
    ...hostileRaw.map((one) => [one.what, one, 'raw'] as const),
  ]
  it.each(list)('is refused before a program opens it: %s', async (_, { bytes, words }, format) => {
    await opened()
    await expect(restore(bytes, format)).rejects.toMatchObject(refusedBy(words))
    expect(node.lines).toEqual([])
  })

  it('is refused where a part of it is missing, which would read as zeros', async () => {
    await opened((argv) => (argv[1] === 'info' ? info(ALLOWED_MIB) : { code: 2 }))
    await expect(restore(goodQcow2, 'qcow2')).rejects.toMatchObject(refusedBy(/damaged or incomplete/))
    expect(node.lines.filter((line) => line.startsWith('qemu-img convert'))).toEqual([])
  })
})

const info = (size_mib: number, more: object = {}) =>
  JSON.stringify({ format: 'qcow2', 'virtual-size': size_mib * 2 ** 20, ...more })
