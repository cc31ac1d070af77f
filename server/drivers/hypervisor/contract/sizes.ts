import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

/** Processors, memory and a disk of a domain that runs, and what waits for its next start. */
export function runningSizeContract(suite: Suite): void {
  const { env, spec } = suite

  test('grows while it runs', async () => {
    const change = (more: Partial<DomainSpec>) => suite.node.changeDomain({ ...spec, ...more }, soon())
    const sizes = () => suite.node.domainSizes(name, soon())
    expect(await change({ cpu_number: 2 })).toEqual([])
    const grown = { cpu_number: 2, ram_mib: 128 }
    expect(await sizes()).toEqual({ running: grown, defined: grown })
    expect(await suite.node.domain(name, soon())).toMatchObject(grown)
    const more = { cpu_number: 3, ram_mib: 256 }
    const waiting = await change(more)
    if (env.grows === 'within_room') {
      expect(waiting).toMatchObject([{ field: 'cpu_number' }, { field: 'ram_mib' }])
      expect(await sizes()).toEqual({ running: grown, defined: more })
    } else {
      expect(waiting).toEqual([])
      expect(await sizes()).toEqual({ running: more, defined: more })
    }
    expect(await suite.node.domainSizes('vm_none', soon())).toBeNull()
  })

  test('gives memory back while it runs', async () => {
    expect(await suite.node.changeDomain({ ...spec, cpu_number: 2, ram_mib: 112 }, soon())).toEqual([])
    const { running, defined } = (await suite.node.domainSizes(name, soon())) ?? {}
    expect(Math.abs((running?.ram_mib ?? 0) - 112)).toBeLessThanOrEqual(4)
    expect(defined).toEqual({ cpu_number: 2, ram_mib: 112 })
  })

  test('has a larger disk while it runs, and never a smaller one', async () => {
    const [disk] = spec.disks as [DomainSpec['disks'][number]]
    const before = await suite.node.diskSize(name, disk, soon())
    const grown = { size_mib: before + 64, why: null }
    expect(await suite.node.growDisk(name, disk, before + 64, soon())).toEqual(grown)
    expect(await suite.node.growDisk(name, disk, before + 64, soon())).toEqual(grown)
    expect(await suite.node.growDisk(name, disk, before, soon())).toEqual(grown)
    expect(await suite.node.diskSize(name, disk, soon())).toBe(before + 64)
  })

  test('takes the definition over when it is off', async () => {
    // In the order in which the suite goes on: running still, with another size at its next start.
    await suite.node.defineDomain(spec, soon())
    expect((await suite.node.domainSizes(name, soon()))?.defined).toEqual({ cpu_number: 1, ram_mib: 128 })
  })
}
