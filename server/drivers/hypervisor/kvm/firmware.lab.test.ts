import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { virsh } from '../../../../e2e/lab/guest.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { NodeConnection } from '../types.ts'
import { SPARE_PORTS } from './domain-xml.ts'
import { connect, lab, otherTarget, spec } from './lab-fixture.ts'

describe('firmware on a real node', () => {
  let node: NodeConnection
  beforeAll(async () => {
    node = await connect(otherTarget)
  })
  afterAll(() => node.close())

  test('a VM with UEFI firmware starts', async () => {
    const uefi = { ...spec, internal_name: 'vm_uefi', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c8', efi_boot: true }
    uefi.disks = []
    await node.defineDomain(uefi, soon())
    await node.startDomain('vm_uefi', soon())
    expect(await node.domain('vm_uefi', soon())).toMatchObject({ state: 'running' })
    await node.destroyDomain('vm_uefi', soon())
    await node.undefineDomain('vm_uefi', soon())
    expect((await inNode(lab, 2, ['ls', '/var/lib/libvirt/qemu/nvram'])).stdout).not.toContain('vm_uefi')
  })

  test('a UEFI VM takes interfaces while it runs, as many as it has free slots', async () => {
    const card = (n: number) => ({ ...spec.interfaces[0]!, mac: `52:54:00:0e:f1:0${n}` })
    const uefi = { ...spec, internal_name: 'vm_slots', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c9', efi_boot: true }
    uefi.disks = []
    uefi.interfaces = [card(0)]
    await node.defineDomain(uefi, soon())
    await node.startDomain('vm_slots', soon())
    for (let n = 1; n <= SPARE_PORTS; n++) {
      uefi.interfaces = [...uefi.interfaces, card(n)]
      expect(await node.changeInterfaces(uefi, soon()), `interface ${n}`).toBeNull()
    }
    expect(await virsh(lab, 2, 'domiflist', 'vm_slots')).toContain(card(SPARE_PORTS).mac)
    await node.destroyDomain('vm_slots', soon())
    // What was added counts among the devices of the next start, which has as many slots free again.
    await node.startDomain('vm_slots', soon())
    uefi.interfaces = [...uefi.interfaces, card(SPARE_PORTS + 1)]
    expect(await node.changeInterfaces(uefi, soon())).toBeNull()
    await node.destroyDomain('vm_slots', soon())
    await node.undefineDomain('vm_slots', soon())
  })

  test('a VM with Secure Boot starts, on firmware that has the keys', async () => {
    expect(await node.capabilities('tcg', soon())).toEqual(expect.arrayContaining(['efi_boot', 'secure_boot', 'spice']))
    const secure = { ...spec, internal_name: 'vm_secure', uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40ca' }
    Object.assign(secure, { disks: [], efi_boot: true, secure_boot: true })
    await node.defineDomain(secure, soon())
    await node.startDomain('vm_secure', soon())
    const xml = await virsh(lab, 2, 'dumpxml', 'vm_secure')
    expect(xml).toMatch(/<loader[^>]* secure='yes'/)
    expect(xml).toMatch(/<nvram template='[^']*\.ms\.fd'/)
    expect(xml).toMatch(/<smm state='on'/)
    await node.destroyDomain('vm_secure', soon())
    await node.undefineDomain('vm_secure', soon())
  })
})
