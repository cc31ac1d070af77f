import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainSpec } from '../domain-types.ts'
import { listen, name, type Suite } from './suite.ts'

/** States that are kept of a domain which is off and has been started before; it is left as it was. */
export function captureContract(suite: Suite): void {
  const { env, spec, at } = suite
  const [disk] = spec.disks as [DomainSpec['disks'][number]]
  const capture = (known: string, memory: string | null = null) => ({ name: known, disks: [disk], memory })
  const rejected = { code: 'device_rejected' }
  const size = () => suite.node.diskSize(name, disk, soon())

  test('keeps states of its disk and goes back to any of them, with their sizes', async () => {
    const before = await size()
    for (let n = 0; n < 2; n++)
      expect(await suite.node.captureDisks(name, capture('first'), true, soon())).toEqual({ frozen: null })
    await suite.node.growDisk(name, disk, before + 32, soon())
    await suite.node.captureDisks(name, capture('second'), true, soon())
    for (const [known, wanted] of [
      ['first', before],
      ['first', before],
      ['second', before + 32],
      ['first', before],
    ] as const) {
      expect(await suite.node.revertDisk(name, known, disk, soon()), known).toBe(wanted)
      expect(await size()).toBe(wanted)
    }
    await suite.node.dropCapture(name, capture('second'), soon())
    await suite.node.dropCapture(name, capture('second'), soon())
    await expect(suite.node.revertDisk(name, 'second', disk, soon())).rejects.toMatchObject(rejected)
    expect(await suite.node.revertDisk(name, 'first', disk, soon())).toBe(before)
    await suite.node.dropCapture(name, capture('first'), soon())
    expect(await size()).toBe(before)
  })

  test('keeps a state while it runs, and goes back only when it is off', async () => {
    await suite.node.startDomain(name, soon())
    await suite.node.captureDisks(name, capture('live'), true, soon())
    await suite.node.captureDisks(name, capture('live'), false, soon())
    await suite.node.captureDisks(name, capture('other'), false, soon())
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
    await expect(suite.node.revertDisk(name, 'live', disk, soon())).rejects.toMatchObject(rejected)
    await suite.node.dropCapture(name, capture('other'), soon())
    await suite.node.destroyDomain(name, soon())
    await expect(suite.node.revertDisk(name, 'other', disk, soon())).rejects.toMatchObject(rejected)
    await suite.node.revertDisk(name, 'live', disk, soon())
    await suite.node.dropCapture(name, capture('live'), soon())
  })

  const withMemory = capture('memory', at('memory.ram'))
  if (!env.hasScreen)
    test('says that its memory cannot be kept', async () => {
      await expect(suite.node.captureDisks(name, withMemory, false, soon())).rejects.toMatchObject(rejected)
      await expect(suite.node.resumeDomain(name, at('memory.ram'), soon())).rejects.toMatchObject(rejected)
    })
  else
    test('goes on with the memory that was kept', async () => {
      await expect(suite.node.captureDisks(name, withMemory, false, soon())).rejects.toMatchObject(rejected)
      await suite.node.startDomain(name, soon())
      const serial = await suite.node.openSerial(name, soon())
      const said = listen(serial)
      serial.write('\n')
      await said(env.guest.loginPrompt, env.guest.bootMs)
      for (let n = 0; n < 2; n++) await suite.node.captureDisks(name, withMemory, false, soon())
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
      // It did not have to boot anew.
      serial.write('\n')
      await said(env.guest.loginPrompt, 10_000)
      serial.destroy()
      await suite.node.destroyDomain(name, soon())
      await suite.node.revertDisk(name, 'memory', disk, soon())
      for (let n = 0; n < 2; n++) await suite.node.resumeDomain(name, at('memory.ram'), soon())
      expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
      const again = await suite.node.openSerial(name, soon())
      const then = listen(again)
      again.write('\n')
      await then(env.guest.loginPrompt, 10_000)
      again.destroy()
      await suite.node.dropCapture(name, withMemory, soon())
      await suite.node.destroyDomain(name, soon())
      await expect(suite.node.resumeDomain(name, at('memory.ram'), soon())).rejects.toMatchObject(rejected)
    })

  test('an absent domain has no states', async () => {
    await expect(suite.node.captureDisks('vm_none', capture('x'), false, soon())).rejects.toMatchObject(rejected)
    await expect(suite.node.resumeDomain('vm_none', at('x.ram'), soon())).rejects.toMatchObject(rejected)
    await suite.node.dropCapture('vm_none', { ...capture('x'), disks: [{ ...disk, path: at('none.qcow2') }] }, soon())
  })
}
