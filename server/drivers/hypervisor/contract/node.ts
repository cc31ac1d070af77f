import { describe, expect, test } from 'vitest'
import { isCapability } from '../../../domain/node/capabilities.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { Suite } from './suite.ts'

/** How one signs in, and what the node tells of itself. */
export function nodeContract(suite: Suite): void {
  const { env, connect } = suite

  describe('signing in', () => {
    test('shows the host key and takes it pinned', async () => {
      expect(suite.node.hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
      const again = await connect({ ...env.target, hostKey: suite.node.hostKey })
      again.close()
      expect(await again.closed).toBeNull()
    })

    for (const { what, target, code, words } of env.refusals) {
      test(`says in words: ${what}`, async () => {
        await expect(connect(target)).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
      })
    }

    test('works with a key once it is authorized, and authorizes it once', async () => {
      const { privateKey, publicKey } = generateKeyPair('contract')
      await suite.node.authorizeKey(publicKey, soon())
      await suite.node.authorizeKey(publicKey, soon())
      const byKey = await connect({ ...env.target, auth: { privateKey }, hostKey: suite.node.hostKey })
      byKey.close()
      await expect(suite.node.authorizeKey('ssh-ed25519 AAAA', soon())).rejects.toMatchObject({
        code: 'invalid_input',
      })
      await expect(suite.node.authorizeKey(`command="x" ${publicKey}`, soon())).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })
  })

  describe('the node', () => {
    test('tells what it is', async () => {
      const { os_name, kernel } = await suite.node.checkOs(soon())
      const versions = await suite.node.checkHypervisor(soon())
      const found = Object.values(versions).filter((one) => one !== null)
      expect(found.length).toBeGreaterThan(0)
      for (const one of found) expect(one).toMatch(/^\d+\.\d+(\.\d+)?$/)
      const facts = await suite.node.facts(soon())
      expect(facts).toMatchObject({ os_name, kernel, ...versions })
      expect(facts.hostname).not.toBe('')
      expect(facts.cpu_model).not.toBe('')
      expect(facts.cpu_number).toBeGreaterThan(0)
      expect(facts.ram_mib).toBeGreaterThan(100)
      const bridge = facts.interfaces.find((item) => item.name === env.bridge)
      expect(bridge).toMatchObject({ type: 'bridge', up: true })
      expect(bridge?.mac).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
    })

    test('counts what it does', async () => {
      const before = await suite.node.counters(soon())
      expect(before.cpu.all).toBeGreaterThan(before.cpu.idle)
      expect(before.ram_mib.total).toBeGreaterThan(before.ram_mib.available)
      expect(before.load_1).toBeGreaterThanOrEqual(0)
      const after = await suite.node.counters(soon())
      expect(after.cpu.all).toBeGreaterThanOrEqual(before.cpu.all)
    })

    test('tells how busy it is', async () => {
      const usage = await suite.node.usage(env.folder, soon())
      expect(usage.cpu_percent).toBeGreaterThanOrEqual(0)
      expect(usage.cpu_percent).toBeLessThanOrEqual(100)
      expect(usage.ram_used_mib).toBeGreaterThan(0)
      expect(usage.storage_mib.used).toBeLessThanOrEqual(usage.storage_mib.total)
      await expect(suite.node.usage('/no/such/place', soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test('finds its accelerator by booting, within half a minute', async () => {
      const start = Date.now()
      expect(await suite.node.probeAccelerator(soon())).toBe(env.accelerator)
      expect(Date.now() - start).toBeLessThan(30_000)
    })

    test('tells what VMs can have, without a processor of its own where it emulates', async () => {
      const has = await suite.node.capabilities(env.accelerator, soon())
      expect(has.filter((one) => !isCapability(one))).toEqual([])
      expect(has).toEqual(expect.arrayContaining(env.capabilities))
      expect(await suite.node.capabilities('tcg', soon())).not.toContain('host_cpu')
    })
  })
}
