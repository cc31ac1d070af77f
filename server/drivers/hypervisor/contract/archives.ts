import { expect, test } from 'vitest'
import { readGroup } from '../../../protocols/tar-layout/header.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { DiskExport, ExportRequest } from '../backup-types.ts'
import type { DomainSpec } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

const refused = { code: 'device_rejected' }

async function contentOf({ archive }: DiskExport): Promise<Buffer> {
  if (!archive) throw new Error('The node gives out no archive')
  const parts: Uint8Array[] = []
  for await (const part of await archive.open(soon())) parts.push(part)
  const bytes = Buffer.concat(parts)
  expect(bytes.length).toBe(archive.bytes)
  return bytes
}

const partsOf = async function* (bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

/** A container that runs is read, and another one made of what was read. `domain`: one whose volume gives out an archive. */
export function archiveContract(suite: Suite, domain = name, of: DomainSpec = suite.spec): void {
  const [disk] = of.disks
  if (!disk) throw new Error('The container needs a disk')
  const request = (more: Partial<ExportRequest> = {}): ExportRequest => ({
    ...{ disks: [disk], checkpoint: null, parent: null, scratch: suite.env.folder, floor_mib: 16 },
    ...more,
  })
  const read = (more: Partial<ExportRequest> = {}) => suite.node.exportDisks(domain, request(more), soon())
  const left = { disks: [disk], scratch: suite.env.folder, keep: null }
  let content: Buffer

  test('all of it is read as one archive, while it runs', async () => {
    const exported = await read({ checkpoint: 'none-is-made' })
    expect(exported).toMatchObject({ disks: [], checkpoint: null, full_because: null, frozen: false })
    await expect(read()).rejects.toMatchObject(refused)
    content = await contentOf(exported)
    expect(readGroup(content)).toMatchObject({ path: expect.any(Buffer) })
    expect((await contentOf(exported)).equals(content)).toBe(true)
    await exported.finish(soon())
    await exported.finish(soon())
    expect(await exported.ended).toBeNull()
    await expect(exported.archive?.open(soon())).rejects.toMatchObject(refused)
    expect(await suite.node.domain(domain, soon())).toMatchObject({ state: 'running' })
  })

  test('a reading whose process is gone is ended, and another begins', async () => {
    const lost = await read()
    await suite.node.endExport(domain, left, soon())
    await suite.node.endExport(domain, left, soon())
    await expect(lost.archive?.open(soon())).rejects.toMatchObject(refused)
    const exported = await read()
    await contentOf(exported)
    await exported.abort(soon())
    await suite.node.endExport('vm_none', { ...left, disks: [] }, soon())
  })

  test('that is not there is refused, and so are volumes that are not and archives that are none', async () => {
    await expect(
      suite.node.exportDisks('vm_none', request({ disks: [{ ...disk, path: suite.at('none') }] }), soon()),
    ).rejects.toMatchObject(refused)
    await expect(suite.node.fillVolume(suite.at('none'), partsOf(content), soon())).rejects.toMatchObject(refused)
    const broken = new Error('The source is broken')
    const path = suite.at('broken.qcow2')
    await suite.node.createVolume({ path, size_mib: 16, backing: null }, soon())
    const ends = async function* () {
      yield content.subarray(0, 1024)
      throw broken
    }
    await expect(suite.node.fillVolume(path, ends(), soon())).rejects.toBe(broken)
    await suite.node.deleteFile(path, soon())
  })

  test('another one is made of what was read, in the place of an empty one', async () => {
    const other: DomainSpec = {
      ...of,
      ...{ internal_name: 'vm-filled', uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e99', cdrom: null, interfaces: [] },
    }
    const made = (path: string): DomainSpec => ({ ...other, disks: [{ ...disk, path }] })
    const [empty, filled] = [suite.at('empty.qcow2'), suite.at('filled.qcow2')]
    for (const path of [empty, filled])
      await suite.node.createVolume({ path, size_mib: suite.env.image.disk_mib, backing: null }, soon())
    await suite.node.defineDomain(made(empty), soon())
    for (const _ of [1, 2]) await suite.node.fillVolume(filled, partsOf(content), soon())
    for (const _ of [1, 2]) await suite.node.replaceDomain(made(filled), soon())
    await suite.node.startDomain('vm-filled', soon())
    expect(await suite.node.domain('vm-filled', soon())).toMatchObject({ state: 'running', uuid: other.uuid })
    const again = await suite.node.exportDisks('vm-filled', request({ disks: [{ ...disk, path: filled }] }), soon())
    expect((await contentOf(again)).length).toBeGreaterThan(content.length / 2)
    await again.finish(soon())
    await suite.node.destroyDomain('vm-filled', soon())
    await suite.node.undefineDomain('vm-filled', soon())
    for (const path of [empty, filled]) await suite.node.deleteFile(path, soon())
  })
}
