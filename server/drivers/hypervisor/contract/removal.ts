import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

/** A domain that goes, and one that gives its place to another. */
export function removalContract(suite: Suite): void {
  const { env, seen, spec, at } = suite

  test('is removed', async () => {
    // What the guest wrote outlives its power, not the domain.
    expect(await suite.node.consoleLog(name, soon())).toMatch(/login: /)
    await suite.node.undefineDomain(name, soon())
    await suite.node.undefineDomain(name, soon())
    expect(await suite.node.consoleLog(name, soon())).toBeNull()
    await seen({ kind: 'undefined' })
    expect(await suite.node.domain(name, soon())).toBeNull()
    expect((await suite.node.domains(soon())).map((item) => item.internal_name)).not.toContain(name)
  })

  test('gives its place to another installation once it is off', async () => {
    const [disk] = spec.disks as [DomainSpec['disks'][number]]
    const next = { ...spec, cdrom: null, disks: [{ ...disk, path: at('other.qcow2') }] }
    const backing = { path: at('image.qcow2'), format: 'qcow2' } as const
    await suite.node.createVolume({ path: at('other.qcow2'), size_mib: env.image.disk_mib, backing }, soon())
    await suite.node.defineDomain({ ...spec, cdrom: null }, soon())
    await suite.node.startDomain(name, soon())
    await expect(suite.node.replaceDomain(next, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    await suite.node.destroyDomain(name, soon())
    await suite.node.replaceDomain(next, soon())
    await suite.node.replaceDomain(next, soon())
    const known = (await suite.node.domains(soon())).map((item) => item.internal_name)
    expect(known.filter((one) => one.startsWith(name))).toEqual([name])
    await suite.node.deleteFile(at('disk.qcow2'), soon())
    await suite.node.startDomain(name, soon())
    expect(await suite.node.domain(name, soon())).toMatchObject({ uuid: spec.uuid, state: 'running' })
    expect(await suite.node.diskSize(name, next.disks[0] ?? disk, soon())).toBe(env.image.disk_mib)
    await suite.node.destroyDomain(name, soon())
    await suite.node.undefineDomain(name, soon())
    await suite.node.deleteFile(at('other.qcow2'), soon())
    await suite.node.createVolume({ path: disk.path, size_mib: env.image.disk_mib, backing }, soon())
  })
}
