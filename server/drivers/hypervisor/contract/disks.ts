import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DiskSpec } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

/** Disks that come and go while a domain runs. */
export function diskContract(suite: Suite): void {
  const { spec, at } = suite
  const change = (more: DiskSpec[]) => suite.node.changeDisks({ ...spec, disks: [...spec.disks, ...more] }, soon())
  const disk = (file: string, target_dev: string, bus: DiskSpec['bus']): DiskSpec => ({
    path: at(file),
    format: 'qcow2',
    target_dev,
    bus,
    boot_order: null,
  })
  const counted = async () =>
    (await suite.node.stats(soon())).find((item) => item.internal_name === name)?.disks.map((one) => one.name)
  const data = disk('data.qcow2', 'vdb', 'virtio')
  const logs = disk('logs.qcow2', 'sda', 'scsi')

  test('gets disks while it runs, twice the same, and on another kind of bus', async () => {
    for (const { path } of [data, logs]) await suite.node.createVolume({ path, size_mib: 64, backing: null }, soon())
    for (const _ of [1, 2]) expect(await change([data])).toBeNull()
    expect(await counted()).toContain('vdb')
    expect(await change([data, logs])).toBeNull()
    expect(await counted()).toEqual(expect.arrayContaining(['vdb', 'sda']))
  })

  test('says why a disk waits for the next start', async () => {
    const late = disk('logs.qcow2', 'hda', 'ide')
    expect(await change([data, late])).not.toBeNull()
    expect(await counted()).not.toContain('hda')
  })

  test('refuses a file that is not there, and loses nothing', async () => {
    const none = disk('none.qcow2', 'vdc', 'virtio')
    await expect(change([data, none])).rejects.toMatchObject({ code: 'device_rejected' })
    expect(await counted()).toContain('vdb')
  })

  test('gives disks back while it runs; their files stay', async () => {
    for (const _ of [1, 2]) expect(await change([])).toBeNull()
    const left = await counted()
    for (const one of ['vdb', 'sda', 'hda']) expect(left).not.toContain(one)
    for (const { path } of [data, logs]) {
      await suite.node.createVolume({ path, size_mib: 64, backing: null }, soon())
      await suite.node.deleteFile(path, soon())
    }
  })
}
