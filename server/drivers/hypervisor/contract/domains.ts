import { describe, expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec } from '../domain-types.ts'
import { absentContract } from './absent.ts'
import { archiveContract } from './archives.ts'
import { captureContract } from './captures.ts'
import { consoleContract } from './consoles.ts'
import { diskContract } from './disks.ts'
import { runningExportContract } from './exports.ts'
import { guestContract } from './guests.ts'
import { interfaceContract } from './interfaces.ts'
import { limitContract } from './limits.ts'
import { mediaContract } from './media.ts'
import { moveContract } from './moves.ts'
import { powerContract } from './power.ts'
import { removalContract } from './removal.ts'
import { scriptContract } from './scripts.ts'
import { runningSizeContract } from './sizes.ts'
import { name, type Suite } from './suite.ts'

/** The life of one domain, and errors for an absent one. */
export function domainContract(suite: Suite): void {
  const { env, seen, spec, at } = suite
  const { hasScreen } = env

  absentContract(suite)

  describe('a domain', () => {
    test('is defined, twice the same', async () => {
      await suite.node.defineDomain(spec, soon())
      await suite.node.defineDomain(spec, soon())
      expect(await suite.node.domain(name, soon())).toEqual({
        internal_name: name,
        uuid: spec.uuid,
        state: 'stopped',
        cpu_number: 1,
        ram_mib: 128,
        vnc_port: null,
      })
      await seen({ kind: 'defined' })
    })

    test('has no console while it is off', async () => {
      await expect(suite.node.openVnc(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      await expect(suite.node.openSerial(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test('starts, and is in the list', async () => {
      await suite.node.startDomain(name, soon())
      await suite.node.startDomain(name, soon())
      await seen({ kind: 'state', state: 'running' })
      const listed = (await suite.node.domains(soon())).find((item) => item.internal_name === name)
      expect(listed).toMatchObject({ state: 'running' })
      if (hasScreen) expect(listed?.vnc_port).toBeGreaterThan(0)
      else expect(listed?.vnc_port).toBeNull()
      expect(await suite.node.domain(name, soon())).toEqual(listed)
    })

    consoleContract(suite)

    test('counts what it does', async () => {
      const stats = (await suite.node.stats(soon())).find((item) => item.internal_name === name)
      expect(stats).toMatchObject({ state: 'running' })
      expect(stats?.cpu_time_ns).toBeGreaterThan(0)
      expect(stats?.ram_used_mib).toBeGreaterThan(0)
      expect(stats?.ram_host_mib).toBeGreaterThan(0)
      if (env.timesDisks) {
        const disk = stats?.disks.find((one) => one.name === 'vda')
        expect(disk?.read_bytes).toBeGreaterThan(0)
        expect(disk?.read_ops).toBeGreaterThan(0)
        expect(disk?.read_ns ?? 0).toBeGreaterThan(0)
      }
      expect(stats?.interfaces.map((one) => one.name)).toEqual(['0'])
    })

    guestContract(suite)

    if (env.exportsDisks) {
      runningExportContract(suite)
      moveContract(suite)
    } else archiveContract(suite)

    runningSizeContract(suite)
    interfaceContract(suite)
    if (hasScreen) diskContract(suite)
    mediaContract(suite)
    scriptContract(() => suite.node, name)

    test('reports how full the file systems of the guest are, where it knows', async () => {
      const found = await suite.node.guestFileSystems(name, soon())
      for (const { total_bytes, used_bytes } of found) {
        expect(used_bytes).toBeGreaterThan(0)
        expect(used_bytes).toBeLessThanOrEqual(total_bytes)
      }
      // Containers have none of their own in every storage.
      if (suite.env.hasScreen) expect(found.map(({ mount }) => mount)).toContain('/')
    })

    powerContract(suite)
    captureContract(suite)

    test('has a larger disk when it is off', async () => {
      const [disk] = spec.disks as [DomainSpec['disks'][number]]
      const before = await suite.node.diskSize(name, disk, soon())
      const grown = { size_mib: before + 32, why: null }
      expect(await suite.node.growDisk(name, disk, before + 32, soon())).toEqual(grown)
      const gone = { ...disk, path: at('none.qcow2') }
      await expect(suite.node.growDisk(name, gone, before, soon())).rejects.toMatchObject({
        code: 'device_rejected',
      })
    })

    removalContract(suite)
    limitContract(suite)

    test('names are data: nothing in them is markup or a command', async () => {
      for (const hostile of [`vm<&>"'`, 'vm;reboot', '$(id)', '--help', 'true']) {
        const odd = { ...spec, internal_name: hostile, uuid: '5d0f3f4e-9a1c-4d57-8f1e-0a4b6c2d7e11' }
        await suite.node.defineDomain(odd, soon())
        expect(await suite.node.domain(hostile, soon())).toMatchObject({ internal_name: hostile, state: 'stopped' })
        await suite.node.undefineDomain(hostile, soon())
      }
      await expect(suite.node.defineDomain({ ...spec, internal_name: 'a\nb' }, soon())).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })
  })
}
