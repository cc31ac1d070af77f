import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ALLOCATION } from '../../../protocols/nbd/regions.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DiskToRead, ExportRequest } from '../backup-types.ts'
import { readOnto, readWhole } from './disk-content.ts'
import { name, type Suite } from './suite.ts'

const mib = 1 << 20
const refused = { code: 'device_rejected' }

/** Bytes that belong to a text. */
function noise(text: string, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 32) createHash('sha256').update(`${text} ${at}`).digest().copy(bytes, at)
  return bytes
}

const request = (suite: Suite, disks: readonly DiskToRead[], more: Partial<ExportRequest> = {}): ExportRequest => ({
  disks,
  checkpoint: null,
  parent: null,
  scratch: suite.env.folder,
  floor_mib: 16,
  ...more,
})

/** Disks that no domain uses are written and read. */
export function volumeExportContract(suite: Suite): void {
  const path = suite.at('volume.qcow2')
  const disk: DiskToRead = { path, format: 'qcow2', target_dev: 'vdb' }
  const content = Buffer.alloc(8 * mib)

  async function write(offset: number, data: Buffer | null, length = data?.length ?? 0): Promise<void> {
    const volume = await suite.node.exportVolume(disk, soon())
    const client = await volume.open(soon())
    if (data) {
      await client.write(offset, data, soon())
      data.copy(content, offset)
    } else {
      await client.writeZeroes(offset, length, soon())
      content.fill(0, offset, offset + length)
    }
    await client.flush(soon())
    client.close()
    await volume.close(soon())
  }
  const read = (more: Partial<ExportRequest> = {}) => suite.node.exportDisks(null, request(suite, [disk], more), soon())

  describe('a volume', () => {
    test('is written, and read back', async () => {
      await suite.node.deleteFile(path, soon())
      await suite.node.createVolume({ path, size_mib: 8, backing: null }, soon())
      await write(mib, noise('first', 256 * 1024))
      await write(5 * mib + 4096, noise('second', 512))
      const exported = await read({ checkpoint: 'one' })
      expect(exported).toMatchObject({ checkpoint: 'one', frozen: null, full_because: null })
      const [only] = exported.disks
      expect(only).toMatchObject({ target_dev: 'vdb', incremental: false })
      const client = await only!.open(soon())
      expect(client).toMatchObject({ size: 8 * mib, readOnly: true })
      await expect(client.write(0, Buffer.alloc(512), soon())).rejects.toThrow()
      expect((await readWhole(only!)).equals(content)).toBe(true)
      await exported.finish(soon())
      expect(await exported.ended).toBeNull()
      await expect(client.read(0, 512, soon())).rejects.toMatchObject({ kind: 'closed' })
      await expect(only!.open(soon())).rejects.toThrow()
    })

    test('tells what has changed since; an attempt that failed changes nothing of that', async () => {
      const before = Buffer.from(content)
      await write(3 * mib, noise('third', 64 * 1024))
      await write(mib, null, 128 * 1024)
      const failed = await read({ checkpoint: 'two', parent: 'one' })
      expect(failed.disks[0]).toMatchObject({ incremental: true })
      await failed.abort(soon())
      expect(await failed.ended).toBeNull()
      await write(7 * mib, noise('fourth', 64 * 1024))
      const exported = await read({ checkpoint: 'three', parent: 'one' })
      expect(exported.disks[0]).toMatchObject({ incremental: true })
      const increment = await readOnto(exported.disks[0]!, before)
      expect(increment.whole.equals(content)).toBe(true)
      expect(increment.unchanged).toBe(5 * mib)
      await exported.finish(soon())
    })

    test('is read without a checkpoint, and the next increment goes by the one before', async () => {
      const alone = await read()
      expect(alone).toMatchObject({ checkpoint: null, full_because: null })
      expect((await readWhole(alone.disks[0]!)).equals(content)).toBe(true)
      await alone.finish(soon())
      const exported = await read({ checkpoint: 'three-more', parent: 'three' })
      expect(exported.disks[0]).toMatchObject({ incremental: true })
      await exported.finish(soon())
    })

    test('is read in full when the parent is not the last one that was kept', async () => {
      const exported = await read({ checkpoint: 'four', parent: 'one' })
      expect(exported.disks[0]).toMatchObject({ incremental: false })
      expect(exported.full_because).not.toBeNull()
      expect((await readWhole(exported.disks[0]!)).equals(content)).toBe(true)
      await exported.finish(soon())
    })

    test('what an attempt has left whose process is gone is ended', async () => {
      const lost = await read({ checkpoint: 'five', parent: 'four' })
      expect(lost.disks[0]).toMatchObject({ incremental: true })
      const left = { disks: [disk], scratch: suite.env.folder, keep: 'four' }
      await suite.node.endExport(null, left, soon())
      await suite.node.endExport(null, left, soon())
      await write(0, noise('sixth', 512))
      const exported = await read({ checkpoint: 'six', parent: 'four' })
      const increment = await readOnto(exported.disks[0]!, content)
      expect(increment).toMatchObject({ unchanged: 7 * mib })
      await exported.finish(soon())
      await suite.node.endExport(null, { ...left, keep: null }, soon())
    })

    test('that is not there is refused, and so is a name that could be something else', async () => {
      const absent = { ...disk, path: suite.at('gone.qcow2') }
      await expect(suite.node.exportDisks(null, request(suite, [absent]), soon())).rejects.toMatchObject(refused)
      await expect(suite.node.exportVolume(absent, soon())).rejects.toMatchObject(refused)
      await expect(read({ checkpoint: '../x' })).rejects.toMatchObject(refused)
      await expect(read({ parent: '<x/>' })).rejects.toMatchObject(refused)
      await suite.node.deleteFile(path, soon())
    })
  })
}

/** Disks of a domain that runs, in the middle of its life. */
export function runningExportContract(suite: Suite): void {
  const [disk] = suite.spec.disks
  if (!disk) throw new Error('The domain needs a disk')
  const read = (more: Partial<ExportRequest> = {}) => suite.node.exportDisks(name, request(suite, [disk], more), soon())
  let before: Buffer

  test('its disks are read as they are at one moment, while it runs', async () => {
    const exported = await read({ checkpoint: 'run-one' })
    expect(exported).toMatchObject({ checkpoint: 'run-one', full_because: null })
    expect(exported.frozen).not.toBeNull()
    await expect(read()).rejects.toMatchObject(refused)
    const asked = await exported.guestRequests?.(soon())
    // It has started from this disk.
    if (asked) expect(asked.count).toBeGreaterThan(0)
    before = await readWhole(exported.disks[0]!)
    // What is read counts for nothing: pieces of 64 KiB alone would be more.
    const since = ((await exported.guestRequests?.(soon()))?.count ?? 0) - (asked?.count ?? 0)
    expect(since).toBeLessThan(suite.env.image.disk_mib)
    expect(before.length).toBe(suite.env.image.disk_mib * mib)
    expect(before.some((byte) => byte !== 0)).toBe(true)
    expect((await readWhole(exported.disks[0]!)).equals(before)).toBe(true)
    await exported.finish(soon())
    expect(await exported.ended).toBeNull()
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
  })

  test('what has changed since is told, also after an attempt that failed', async () => {
    const failed = await read({ checkpoint: 'run-two', parent: 'run-one' })
    expect(failed.disks[0]).toMatchObject({ incremental: true })
    await failed.abort(soon())
    const exported = await read({ checkpoint: 'run-three', parent: 'run-one' })
    expect(exported.disks[0]).toMatchObject({ incremental: true })
    const increment = await readOnto(exported.disks[0]!, before)
    expect(increment.unchanged).toBeGreaterThan(increment.read)
    expect(increment.whole.equals(await readWhole(exported.disks[0]!))).toBe(true)
    await exported.finish(soon())
  })

  test('a reading whose process is gone is ended, and the next goes on by what was kept', async () => {
    const lost = await read({ checkpoint: 'run-four', parent: 'run-three' })
    const left = { disks: [disk], scratch: suite.env.folder, keep: 'run-three' }
    await suite.node.endExport(name, left, soon())
    await suite.node.endExport(name, left, soon())
    expect(await lost.ended).toMatchObject(refused)
    const exported = await read({ checkpoint: 'run-five', parent: 'run-three' })
    expect(exported.disks[0]).toMatchObject({ incremental: true })
    await exported.abort(soon())
    await suite.node.forgetCheckpoints(name, [disk], soon())
    const full = await read({ checkpoint: 'run-six', parent: 'run-three' })
    expect(full.disks[0]).toMatchObject({ incremental: false })
    await full.abort(soon())
  })

  test('an absent domain has none to end', async () => {
    await suite.node.endExport('vm_none', { disks: [], scratch: suite.env.folder, keep: null }, soon())
    await suite.node.forgetCheckpoints('vm_none', [], soon())
  })
}

/** Volumes that are used while their content arrives. */
export function servedVolumeContract(suite: Suite): void {
  const path = suite.at('served.qcow2')
  const disk: DiskToRead = { path, format: 'qcow2', target_dev: 'vdb' }
  const content = Buffer.alloc(8 * mib)
  noise('served', 3 * 65_536).copy(content, 2 * mib)
  noise('more', 65_536).copy(content, 7 * mib)
  const zero = (at: number) => content.subarray(at, at + 65_536).every((byte) => byte === 0)
  const extents = (offset: number, length: number) => {
    const list: { length: number; flags: number }[] = []
    for (let at = offset; at < offset + length; ) {
      const end = Math.min(offset + length, (Math.floor(at / 65_536) + 1) * 65_536)
      list.push({ length: end - at, flags: zero(Math.floor(at / 65_536) * 65_536) ? 3 : 0 })
      at = end
    }
    return list
  }
  const source = {
    size: content.length,
    read: async (offset: number, length: number) => content.subarray(offset, offset + length),
    contexts: { [ALLOCATION]: extents },
  }

  describe('a volume that is served', () => {
    test('holds all of it once that was brought, also when another process has taken over; larger than it, zeros behind', async () => {
      await suite.node.deleteFile(path, soon())
      for (const _ of [1, 2]) await suite.node.createVolume({ path, size_mib: 12, backing: null, served: true }, soon())
      const former = await suite.node.serveVolumes('vm_of_nobody', [{ path, source }], soon())
      const serving = await suite.node.serveVolumes('vm_of_nobody', [{ path, source }], soon())
      await former.close()
      for (const _ of [1, 2]) await suite.node.pullVolume('vm_of_nobody', disk, () => {}, soon())
      await serving.close()
      const exported = await suite.node.exportDisks(null, request(suite, [disk]), soon())
      const whole = await readWhole(exported.disks[0]!)
      await exported.finish(soon())
      expect(whole.subarray(0, content.length).equals(content)).toBe(true)
      expect(whole.subarray(content.length).every((byte) => byte === 0)).toBe(true)
      await suite.node.deleteFile(path, soon())
    })

    test('is not brought without anybody who serves it', async () => {
      await suite.node.createVolume({ path, size_mib: 8, backing: null, served: true }, soon())
      await expect(suite.node.pullVolume('vm_of_nobody', disk, () => {}, soon())).rejects.toMatchObject(refused)
      await suite.node.deleteFile(path, soon())
    })
  })
}
