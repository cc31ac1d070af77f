import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { initStore } from '../../../backup-store/marker.ts'
import { openStore } from '../../../backup-store/store.ts'
import { emptyIndex } from '../../../protocols/chunk-store/index-file.ts'
import { newRoot, storeKeys } from '../../../protocols/chunk-store/keys.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { LocationFiles } from '../../backup-location/types.ts'
import type { HypervisorDriver, NodeTarget } from '../types.ts'

/**
 * What stores of backups need of a folder of a node.
 * @param above a folder on the node that belongs to the suite
 */
export function folderContract(driver: HypervisorDriver, target: NodeTarget, above: string): void {
  describe(`a folder of a node by ${driver.id}`, () => {
    const path = `${above}/backups-${randomBytes(4).toString('hex')}`
    const open = () => driver.openFolder(target, path, soon())
    let files: LocationFiles

    beforeAll(async () => {
      const node = await driver.connect(target, soon())
      await node.ensureDirectories([above], soon())
      node.close()
      files = await open()
      await files.makeFolder('')
    })
    afterAll(() => files.close())

    const entries = async (folder: string) => {
      const found = []
      for await (const some of files.entries(folder)) found.push(...some)
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    }

    test('keeps whole files, as another connection sees them', async () => {
      const data = randomBytes(300_000)
      await files.makeFolder('tmp')
      await files.makeFolder('tmp')
      await files.write('tmp/new', 'one', data)
      expect(await entries('')).toMatchObject([
        { name: 'one', kind: 'file', size: 300_000 },
        { name: 'tmp', kind: 'directory' },
      ])
      const other = await open()
      expect((await other.read('one', 300_000))?.equals(data)).toBe(true)
      await expect(other.read('one', 299_999)).rejects.toMatchObject({ name: 'StoreError', kind: 'damaged' })
      other.close()
      await files.write('tmp/new', 'one', Buffer.from('shorter'))
      expect((await files.read('one', 100))?.toString()).toBe('shorter')
      expect(await entries('tmp')).toEqual([])
      const { total, free } = await files.space()
      expect(free).toBeGreaterThan(0)
      expect(free).toBeLessThanOrEqual(total)
    })

    test('renames over what is there, sets times, and says what is not there', async () => {
      await files.write('tmp/new', 'two', Buffer.from('2'))
      expect(await files.touch('two', 1_700_000_000)).toBe(true)
      expect(await files.stat('two')).toEqual({ size: 1, modified: 1_700_000_000 })
      expect(await files.rename('two', 'one')).toBe(true)
      expect((await files.read('one', 100))?.toString()).toBe('2')
      expect(await files.removeFolder('tmp')).toBe(true)
      expect(await files.remove('one')).toBe(true)
      const gone = [files.touch('one', 1), files.remove('one'), files.rename('one', 'two'), files.removeFolder('tmp')]
      expect(await Promise.all(gone)).toEqual([false, false, false, false])
      expect([await files.read('one', 100), await files.stat('one'), await entries('none')]).toEqual([null, null, []])
    })

    test('holds a store of backups', async () => {
      const keys = storeKeys(newRoot())
      const folder = await driver.openFolder(target, `${path}/store`, soon())
      await folder.makeFolder('')
      await initStore(folder, keys, { chunk_bytes: 1 << 20, location: 'contract' })
      const store = await openStore({ files: folder, keys, threads: 0 })
      const index = emptyIndex({ size: 3 << 20, chunk_bytes: 1 << 20 })
      const pieces = [0, 2].map((piece) => ({ piece, data: Uint8Array.from(randomBytes(1000)) }))
      await store.putChunks(pieces, index)
      const name = { subject: '6f1c8d1e-0000-4000-8000-000000000001', backup: '1'.repeat(32) }
      const { digest } = await store.putIndex(name, index)
      expect(await store.getIndex(name, digest)).toEqual(index)
      expect(await store.readChunk(index.ids.subarray(0, 32))).toHaveLength(1000)
      await store.close()
      folder.close()
    })

    test('ends with the signal of its opener', async () => {
      const over = new AbortController()
      const mine = await driver.openFolder(target, path, over.signal)
      over.abort(new Error('called off'))
      await expect(mine.stat('one')).rejects.toThrow()
      mine.close()
    })
  })
}
