import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NbdClient } from '../../../protocols/nbd/client.ts'
import { pieces } from '../../../protocols/nbd/regions.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DiskMove } from '../move-types.ts'
import { name, type Suite } from './suite.ts'

const mib = 1 << 20
const refused = { code: 'device_rejected' }

/** Fingerprint of all that is on a volume that no running domain has. */
async function fingerprint(suite: Suite, path: string): Promise<string> {
  const request = { disks: [{ path, format: 'qcow2' as const, target_dev: 'vda' }], checkpoint: null, parent: null }
  const held = await suite.node.exportDisks(null, { ...request, scratch: suite.env.folder, floor_mib: 16 }, soon())
  const client = (await held.disks[0]?.open(soon())) as NbdClient
  const hash = createHash('sha256')
  for await (const piece of pieces(client, { pieceBytes: mib, depth: 4, signal: soon() }))
    hash.update(piece.kind === 'data' ? piece.data : Buffer.alloc(piece.length))
  await held.finish(soon())
  return hash.digest('hex')
}

/** Volumes are copied, and files of people only from where they may be. */
export function volumeCopyContract(suite: Suite): void {
  const at = (file: string) => suite.at(`moves/${file}`)
  const copy = (
    from: string,
    to: string,
    more: object = {},
    onCopied: (done: number, all: number) => void = () => {},
  ) =>
    suite.node.copyVolume(
      {
        from: { path: from, format: 'qcow2' },
        to: { path: to, size_mib: 8 },
        keepsImage: false,
        limit: null,
        ...more,
      },
      onCopied,
      soon(),
    )

  describe('copies of volumes', () => {
    test('have the same on them, and say how far they are', async () => {
      await suite.node.ensureDirectories([at('').slice(0, -1)], soon())
      await suite.node.createVolume({ path: at('a.qcow2'), size_mib: 8, backing: null }, soon())
      const volume = await suite.node.exportVolume({ path: at('a.qcow2'), format: 'qcow2' }, soon())
      const client = await volume.open(soon())
      await client.write(mib, Buffer.alloc(128 * 1024, 7), soon())
      await client.flush(soon())
      client.close()
      await volume.close(soon())
      const told: number[] = []
      // Twice: what an earlier attempt has left is begun anew.
      for (const _ of [1, 2]) await copy(at('a.qcow2'), at('b.qcow2'), {}, (done, all) => told.push(done / all))
      expect(await fingerprint(suite, at('b.qcow2'))).toBe(await fingerprint(suite, at('a.qcow2')))
      expect(told.at(-1)).toBe(1)
    })

    test('are of a file in a given folder, which fits', async () => {
      const folder = at('').slice(0, -1)
      await copy(at('a.qcow2'), at('c.qcow2'), { within: [folder] })
      expect(await suite.node.diskSize('none', { path: at('c.qcow2'), target_dev: '' }, soon())).toBe(8)
      await expect(copy(at('a.qcow2'), at('d.qcow2'), { within: ['/srv/elsewhere'] })).rejects.toMatchObject(refused)
      await expect(copy(at('none.qcow2'), at('d.qcow2'), { within: [folder] })).rejects.toMatchObject(refused)
      await expect(
        copy(at('a.qcow2'), at('d.qcow2'), { within: [folder], to: { path: at('d.qcow2'), size_mib: 4 } }),
      ).rejects.toMatchObject({ code: 'refused', message: expect.stringMatching(/needs a disk of at least 8 MiB/) })
      for (const file of ['a', 'b', 'c', 'd']) await suite.node.deleteFile(at(`${file}.qcow2`), soon())
    })
  })
}

/** A running domain's disk goes to another volume and back. */
export function moveContract(suite: Suite): void {
  const { spec } = suite
  const [first] = spec.disks
  if (!first) throw new Error('The domain needs a disk')
  const to = suite.at('moved.qcow2')
  const move: DiskMove = { disk: first, to, keepsImage: false, limit: null }
  const moved = { ...spec, disks: [{ ...first, path: to }, ...spec.disks.slice(1)] }
  const isThere = (path: string) =>
    suite.node.diskSize('none', { path, target_dev: '' }, soon()).then(
      () => true,
      () => false,
    )

  test('a move that is called off leaves the old volume alone', async () => {
    await suite.node.forgetCheckpoints(
      name,
      spec.disks.map((one) => ({ ...one })),
      soon(),
    )
    const stop = new AbortController()
    const begun = suite.node.moveDisk(
      moved,
      { ...move, limit: mib },
      () => stop.abort(new Error('called off')),
      stop.signal,
    )
    await expect(begun).rejects.toThrow('called off')
    for (const _ of [1, 2]) expect(await suite.node.dropMove(name, move, soon())).toBe('old')
    expect(await isThere(to)).toBe(false)
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
  })

  test('its disk moves while it runs, and twice is once', async () => {
    const told: number[] = []
    await suite.node.moveDisk(moved, move, (done, all) => told.push(done / all), soon())
    expect(told.at(-1)).toBe(1)
    await suite.node.moveDisk(moved, move, () => {}, soon())
    expect(await suite.node.dropMove(name, move, soon())).toBe('new')
    await suite.node.deleteFile(first.path, soon())
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
  })

  test('it moves back, and comes from there at its next start', async () => {
    await suite.node.moveDisk(spec, { ...move, disk: { ...first, path: to }, to: first.path }, () => {}, soon())
    await suite.node.deleteFile(to, soon())
    expect(await suite.node.diskSize(name, first, soon())).toBe(suite.env.image.disk_mib)
  })
}
