import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { isoImage } from '../../../protocols/iso9660/write.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { ImageSource } from '../image-types.ts'
import { chunks, type Suite } from './suite.ts'

/** ISO images that are put into the drive of a domain while it runs, and taken out again. */
export function mediaContract(suite: Suite): void {
  const { env, spec, at } = suite
  const bytes = isoImage('CONTRACT', new Map([['readme.txt', Buffer.from('of the contract\n')]]))
  const image = (content: Buffer, file = 'medium.iso'): ImageSource => ({
    path: at(file),
    holds: { kind: 'iso' },
    size_bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    open: async (offset) => Readable.from(chunks(content.subarray(offset))),
  })
  const put = (content: Buffer, file?: string) => suite.node.putImage(image(content, file), () => {}, soon())
  const inserted = { ...spec, medium: { path: at('medium.iso'), boot: false } }

  if (!env.hasScreen) {
    test('has no drive for ISO images', async () => {
      await expect(suite.node.changeMedium(inserted, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })
    return
  }

  test('takes ISO images only, and leaves nothing of others', async () => {
    const damaged = Buffer.from(bytes)
    damaged.write('XX', 16 * 2048 + 1)
    for (const content of [damaged, Buffer.alloc(65_536), env.image.bytes])
      await expect(put(content, 'hostile.iso')).rejects.toMatchObject({ code: 'refused' })
    // What was refused is not there: another file can be put in its place.
    await put(bytes, 'hostile.iso')
    await suite.node.deleteImage(image(bytes, 'hostile.iso'), [], soon())
  })

  test('gets an ISO image while it runs, and loses it, each twice', async () => {
    await put(bytes)
    for (const one of [inserted, inserted, spec, spec]) expect(await suite.node.changeMedium(one, soon())).toBeNull()
  })

  test('refuses one that is not on the node', async () => {
    const absent = { ...spec, medium: { path: at('absent.iso'), boot: false } }
    await expect(suite.node.changeMedium(absent, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    expect(await suite.node.changeMedium(spec, soon())).toBeNull()
    await suite.node.deleteImage(image(bytes), [], soon())
  })
}
