import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { chunks, type Suite, stalled } from './suite.ts'

/** Images, volumes and seeds, on which the domain is then built. */
export function imageContract(suite: Suite): void {
  const { env, opened, source, seed, at } = suite

  describe('images and volumes', () => {
    test('an image with a wrong checksum does not stay', async () => {
      const wrong = source({ sha256: '0'.repeat(64) })
      await expect(suite.node.putImage(wrong, () => {}, soon())).rejects.toMatchObject({
        code: 'device_rejected',
        message: expect.stringMatching(/checksum/),
      })
    })

    test('a transfer that broke goes on where it stopped', async () => {
      const third = Math.floor(env.image.bytes.length / 3)
      const broken = source({
        open: async (offset) =>
          Readable.from(chunks(env.image.bytes.subarray(offset, third), new Error('the source broke'))),
      })
      await expect(suite.node.putImage(broken, () => {}, soon())).rejects.toThrow()
      opened.length = 0
      const progress: number[] = []
      await suite.node.putImage(source(), (bytes) => progress.push(bytes), soon())
      expect(opened).toHaveLength(1)
      expect(opened[0]).toBeGreaterThan(0)
      expect(opened[0]).toBeLessThanOrEqual(third)
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      expect(progress.at(-1)).toBe(env.image.bytes.length)
    })

    test('an image that is there is not sent again; another one in its place is refused', async () => {
      opened.length = 0
      await suite.node.putImage(source(), () => {}, soon())
      expect(opened).toEqual([])
      const other = source({ sha256: '1'.repeat(64) })
      await expect(suite.node.putImage(other, () => {}, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test('two who want the same image send it once', async () => {
      opened.length = 0
      const both = source({ path: at('other.qcow2') })
      await Promise.all([suite.node.putImage(both, () => {}, soon()), suite.node.putImage(both, () => {}, soon())])
      expect(opened).toEqual([0])
      await suite.node.deleteFile(at('other.qcow2'), soon())
      await suite.node.deleteFile(at('other.qcow2'), soon())
    })

    test('a transfer ends with its signal', async () => {
      const stop = new AbortController()
      const slow = source({
        path: at('other.qcow2'),
        open: async () =>
          Readable.from(stalled(env.image.bytes.subarray(0, 4096), () => stop.abort(new Error('enough')))),
      })
      await expect(suite.node.putImage(slow, () => {}, stop.signal)).rejects.toThrow('enough')
    })

    test('a clone of the image is made once; another size in its place is refused', async () => {
      const backing = { path: at('image.qcow2'), format: 'qcow2' } as const
      const volume = { path: at('disk.qcow2'), size_mib: env.image.disk_mib, backing }
      await suite.node.createVolume(volume, soon())
      await suite.node.createVolume(volume, soon())
      await expect(suite.node.createVolume({ ...volume, size_mib: volume.size_mib + 1 }, soon())).rejects.toMatchObject(
        {
          code: 'device_rejected',
        },
      )
      await expect(
        suite.node.createVolume({ ...volume, path: at('small.qcow2'), size_mib: 1 }, soon()),
      ).rejects.toMatchObject({
        code: 'device_rejected',
      })
      await suite.node.writeSeed(at('seed.iso'), seed, soon())
      await suite.node.writeSeed(at('seed.iso'), seed, soon())
    })

    test('an image is removed when nothing stands on it', async () => {
      const [below, alone] = [source(), source({ path: at('alone.qcow2') })]
      const folders = [at('').replace(/\/$/, '')]
      expect(await suite.node.deleteImage(below, folders, soon())).toEqual(env.standsOnImages ? [at('disk.qcow2')] : [])
      await suite.node.putImage(alone, () => {}, soon())
      expect(await suite.node.deleteImage(alone, folders, soon())).toEqual([])
      expect(await suite.node.deleteImage(alone, folders, soon())).toEqual([])
      opened.length = 0
      await suite.node.putImage(alone, () => {}, soon())
      expect(opened).toEqual([0])
      expect(await suite.node.deleteImage(alone, folders, soon())).toEqual([])
      if (!env.standsOnImages) await suite.node.putImage(below, () => {}, soon())
    })

    test('a path that is not absolute and plain is refused', async () => {
      for (const path of ['relative', '/a/../b', '', '/a\nb', '/a/', '-rf']) {
        await expect(suite.node.deleteFile(path, soon()), JSON.stringify(path)).rejects.toMatchObject({
          code: 'invalid_input',
        })
      }
    })
  })
}
