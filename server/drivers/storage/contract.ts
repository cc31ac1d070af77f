import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import type { NodeStorage } from './types.ts'

export type StorageContractEnv = {
  /** Connects to the node; the storage is not connected yet. */
  open: () => Promise<NodeStorage>
  /** The same place under another identity. */
  openOther: () => Promise<NodeStorage>
  /** How a definition names a volume. */
  source: RegExp
}

/** Everything `NodeStorage` promises; the simulation runs it always, real peers in the lab. */
export function storageContract(label: string, env: StorageContractEnv): void {
  describe(`${label}: what every storage owes`, () => {
    let storage: NodeStorage
    beforeAll(async () => {
      storage = await env.open()
    })
    afterAll(() => storage.disconnect(soon()))

    test('is not well before it is connected, and is afterwards, with its size', async () => {
      await expect(storage.check(soon())).rejects.toMatchObject({ code: 'device_rejected' })
      await storage.connect(soon())
      await storage.connect(soon())
      const { total_mib, used_mib, lost } = await storage.check(soon())
      expect(total_mib).toBeGreaterThan(0)
      expect(used_mib).toBeGreaterThanOrEqual(0)
      expect(used_mib).toBeLessThanOrEqual(total_mib)
      expect(lost).toBeNull()
    })

    test('is refused to another storage', async () => {
      const other = await env.openOther()
      await expect(other.connect(soon())).rejects.toMatchObject({
        code: 'device_rejected',
        message: expect.stringMatching(/another storage/),
      })
      // It lets go of nothing, for it had nothing.
      await other.disconnect(soon())
      await storage.check(soon())
    })

    test('makes volumes, once each, and lists them', async () => {
      await storage.createVolume('one.qcow2', 16, soon())
      await storage.createVolume('one.qcow2', 16, soon())
      await storage.createVolume('two.qcow2', 32, soon())
      const names = (await storage.volumes(soon())).map(({ name }) => name)
      expect(names.sort()).toEqual(['one.qcow2', 'two.qcow2'])
      await expect(storage.createVolume('one.qcow2', 64, soon())).rejects.toMatchObject({ code: 'device_rejected' })
      expect(storage.source('one.qcow2').path).toMatch(env.source)
    })

    test('grows volumes, and never shrinks them', async () => {
      expect(await storage.growVolume('one.qcow2', 24, soon())).toBe(24)
      expect(await storage.growVolume('one.qcow2', 8, soon())).toBe(24)
    })

    test.each(['../out', '-rf', '.hidden', 'a/b', '', 'a\nb'])('refuses %j as a name', async (name) => {
      expect(() => storage.source(name)).toThrow(/is no name of a volume/)
      await expect((async () => storage.removeVolume(name, soon()))()).rejects.toThrow(/is no name of a volume/)
    })

    test('removes volumes, also absent ones', async () => {
      await storage.removeVolume('one.qcow2', soon())
      await storage.removeVolume('one.qcow2', soon())
      await storage.removeVolume('two.qcow2', soon())
      expect(await storage.volumes(soon())).toEqual([])
    })
  })
}
