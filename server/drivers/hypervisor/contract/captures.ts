import { expect, test } from 'vitest'
import type { DomainSpec } from '../domain-types.ts'
import { listen, name, patience, type Suite } from './suite.ts'

/** States that are kept of a domain which is off and has been started before; it is left as it was. */
export function captureContract(suite: Suite): void {
  const { env, spec, at } = suite
  const [disk] = spec.disks as [DomainSpec['disks'][number]]
  const capture = (known: string, memory: string | null = null) => ({ name: known, disks: [disk], memory })
  const rejected = { code: 'device_rejected' }
  const size = () => suite.node.diskSize(name, disk, patience())

  test('keeps states of its disk and goes back to any of them, with their sizes', async () => {
    const before = await size()
    for (let n = 0; n < 2; n++)
      expect(await suite.node.captureDisks(name, capture('first'), true, patience())).toEqual({ frozen: null })
    await suite.node.growDisk(name, disk, before + 32, patience())
    await suite.node.captureDisks(name, capture('second'), true, patience())
    for (const [known, wanted] of [
      ['first', before],
      ['first', before],
      ['second', before + 32],
      ['first', before],
    ] as const) {
      expect(await suite.node.revertDisk(name, known, disk, patience()), known).toBe(wanted)
      expect(await size()).toBe(wanted)
    }
    await suite.node.dropCapture(name, capture('second'), patience())
    await suite.node.dropCapture(name, capture('second'), patience())
    await expect(suite.node.revertDisk(name, 'second', disk, patience())).rejects.toMatchObject(rejected)
    expect(await suite.node.revertDisk(name, 'first', disk, patience())).toBe(before)
    await suite.node.dropCapture(name, capture('first'), patience())
    expect(await size()).toBe(before)
  })

  test('keeps a state while it runs, and goes back only when it is off', async () => {
    await suite.node.startDomain(name, patience())
    await suite.node.captureDisks(name, capture('live'), true, patience())
    await suite.node.captureDisks(name, capture('live'), false, patience())
    await suite.node.captureDisks(name, capture('other'), false, patience())
    expect(await suite.node.domain(name, patience())).toMatchObject({ state: 'running' })
    await expect(suite.node.revertDisk(name, 'live', disk, patience())).rejects.toMatchObject(rejected)
    await suite.node.dropCapture(name, capture('other'), patience())
    await suite.node.destroyDomain(name, patience())
    await expect(suite.node.revertDisk(name, 'other', disk, patience())).rejects.toMatchObject(rejected)
    await suite.node.revertDisk(name, 'live', disk, patience())
    await suite.node.dropCapture(name, capture('live'), patience())
  })

  const withMemory = capture('memory', at('memory.ram'))
  if (!env.hasScreen)
    test('says that its memory cannot be kept', async () => {
      await expect(suite.node.captureDisks(name, withMemory, false, patience())).rejects.toMatchObject(rejected)
      await expect(suite.node.resumeDomain(name, at('memory.ram'), patience())).rejects.toMatchObject(rejected)
    })
  else
    test('goes on with the memory that was kept', async () => {
      await expect(suite.node.captureDisks(name, withMemory, false, patience())).rejects.toMatchObject(rejected)
      await suite.node.startDomain(name, patience())
      const serial = await suite.node.openSerial(name, patience())
      const said = listen(serial)
      serial.write('\n')
      await said(env.guest.loginPrompt, env.guest.bootMs)
      for (let n = 0; n < 2; n++) await suite.node.captureDisks(name, withMemory, false, patience())
      expect(await suite.node.domain(name, patience())).toMatchObject({ state: 'running' })
      // It did not have to boot anew.
      serial.write('\n')
      await said(env.guest.loginPrompt, 10_000)
      serial.destroy()
      await suite.node.destroyDomain(name, patience())
      await suite.node.revertDisk(name, 'memory', disk, patience())
      for (let n = 0; n < 2; n++) await suite.node.resumeDomain(name, at('memory.ram'), patience())
      expect(await suite.node.domain(name, patience())).toMatchObject({ state: 'running' })
      const again = await suite.node.openSerial(name, patience())
      const then = listen(again)
      again.write('\n')
      await then(env.guest.loginPrompt, 10_000)
      again.destroy()
      await suite.node.dropCapture(name, withMemory, patience())
      await suite.node.destroyDomain(name, patience())
      await expect(suite.node.resumeDomain(name, at('memory.ram'), patience())).rejects.toMatchObject(rejected)
    })

  test('an absent domain has no states', async () => {
    await expect(suite.node.captureDisks('vm_none', capture('x'), false, patience())).rejects.toMatchObject(rejected)
    await expect(suite.node.resumeDomain('vm_none', at('x.ram'), patience())).rejects.toMatchObject(rejected)
    await suite.node.dropCapture(
      'vm_none',
      { ...capture('x'), disks: [{ ...disk, path: at('none.qcow2') }] },
      patience(),
    )
  })
}
