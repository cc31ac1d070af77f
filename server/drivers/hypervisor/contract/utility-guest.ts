import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UtilityGuest } from '../../../protocols/utility-guest/client.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { NodeConnection } from '../types.ts'
import type { UtilityBoot } from '../utility-types.ts'

const page = { offset: 0, limit: 10 }

/** What each driver owes that runs utility guests. `folder` belongs to the suite. */
export function utilityGuestContract(connect: () => Promise<NodeConnection>, boot: UtilityBoot, folder: string): void {
  describe('a utility guest', () => {
    const path = `${folder}/utility.qcow2`
    let node: NodeConnection
    let guest: UtilityGuest
    beforeAll(async () => {
      node = await connect()
      await node.ensureDirectories([folder], soon())
      await node.createVolume({ path, size_mib: 16, backing: null }, soon())
      guest = await node.openUtilityGuest(boot, { path, format: 'qcow2', access: 'read' }, soon())
    })
    afterAll(async () => {
      await node.deleteFile(path, soon())
      node.close()
    })

    test('names what the disk consists of', async () => {
      const volumes = await guest.volumes(soon())
      expect(volumes.length).toBeGreaterThan(0)
      for (const { size } of volumes) expect(size).toBeLessThanOrEqual(16 * 2 ** 20)
    })

    test('says what is not there', async () => {
      await expect(guest.attach('vdz9', soon())).rejects.toMatchObject({ kind: 'absent' })
      await expect(guest.list(Buffer.from(''), page, soon())).rejects.toMatchObject({ kind: 'not_attached' })
    })

    test('ends when it is closed', async () => {
      guest.close()
      await guest.closed
      await expect(guest.volumes(soon())).rejects.toMatchObject({ kind: 'closed' })
    })

    test('does not start, and clears nothing, without the disk', async () => {
      const absent = { path: `${folder}/absent.qcow2`, format: 'qcow2' as const }
      const opening = node.openUtilityGuest(boot, { ...absent, access: 'read' }, soon())
      await expect(opening).rejects.toMatchObject({ code: 'device_rejected' })
      await expect(node.clearDisk(boot, absent, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })
  })
}
