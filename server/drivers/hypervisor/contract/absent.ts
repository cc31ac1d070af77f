import { describe, expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { Suite } from './suite.ts'

/** A domain that is not there. */
export function absentContract(suite: Suite): void {
  describe('an absent domain', () => {
    test('is null, and off: stopping and removing it is done already', async () => {
      expect(await suite.node.domain('vm_none', soon())).toBeNull()
      await suite.node.shutdownDomain('vm_none', 1_000, soon())
      await suite.node.destroyDomain('vm_none', soon())
      await suite.node.undefineDomain('vm_none', soon())
    })

    test('cannot be used', async () => {
      const refused = { code: 'device_rejected' }
      expect(await suite.node.consoleLog('vm_none', soon())).toBeNull()
      await expect(suite.node.startDomain('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.openVnc('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.openSerial('vm_none', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.setVncPassword('vm_none', 'secret', soon())).rejects.toMatchObject(refused)
      const script = { token: 'f'.repeat(32), script: 'echo', environment: {} }
      await expect(suite.node.startGuestScript('vm_none', script, soon())).rejects.toMatchObject(refused)
      await expect(suite.node.guestSshKeys('vm_none', 'root', soon())).rejects.toMatchObject(refused)
      await expect(suite.node.setGuestPassword('vm_none', 'root', 'secret', soon())).rejects.toMatchObject(refused)
    })
  })
}
