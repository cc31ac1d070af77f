import { afterAll, describe, expect, it } from 'vitest'
import { inNode, type LabNode } from '../../../../e2e/lab/api.ts'
import { labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { exclusively } from '../../../db/exclusively.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { lvmLab } from './lvm-lab-fixture.ts'

// Two nodes that see one disk, as of a SAN. What has them apart is real; the activation of volumes is a stand-in that loses data where two have one.
const { lab, node1, node2, group, disk, close } = await lvmLab()
const removeFromSecond = await labGroup(lab, node2.index, group, disk)
afterAll(async () => {
  await removeFromSecond()
  await close()
})

const [own, other] = ['0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0003', '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0004']
async function open(node: LabNode, identity = own) {
  const place: StoragePlace = { kind: 'network_lvm', identity, group }
  const target = {
    address: node.address,
    port: node.ssh_port,
    username: node.user,
    auth: { password: node.password },
    hostKey: null,
    exclusively,
  }
  const storage = (await hypervisorDriver('kvm').connect(target, soon())).storage(place)
  const { hold, letGo } = storage
  if (!hold || !letGo) throw new Error('Volumes of it are not kept apart')
  return { ...storage, hold, letGo }
}
const on = async (node: LabNode, script: string) => (await inNode(lab, node.index, ['sh', '-c', script])).stdout.trim()
const devices = (node: LabNode) => on(node, `ls /dev/${group}`)

storageContract('a volume group that two nodes see', {
  open: () => open(node1),
  openOther: () => open(node2, other),
  source: new RegExp(`^/dev/${group}/one\\.qcow2$`),
})

describe('a volume', () => {
  it('is one for both nodes, and active on the one that made it', async () => {
    const [first, second] = [await open(node1), await open(node2)]
    await first.connect(soon())
    await second.connect(soon())
    await first.createVolume('data', 16, soon())
    expect((await second.volumes(soon())).map(({ name }) => name)).toEqual(['data'])
    expect(await devices(node1)).toBe('data')
    expect(await devices(node2)).toBe('')
  })

  it('is refused to the other node until it is given back, and keeps what was written', async () => {
    const [first, second] = [await open(node1), await open(node2)]
    const elsewhere = { code: 'device_rejected', message: expect.stringMatching(/Another node has the volume data/) }
    await expect(second.hold('data', soon())).rejects.toMatchObject(elsewhere)
    await expect(second.growVolume('data', 32, soon())).rejects.toMatchObject(elsewhere)
    await expect(second.removeVolume('data', soon())).rejects.toMatchObject(elsewhere)
    await on(node1, `yes mine | head -c 16777216 | dd of=/dev/${group}/data bs=1M conv=notrunc status=none`)

    await first.letGo('data', soon())
    expect(await devices(node1)).toBe('')
    await second.hold('data', soon())
    expect(await on(node2, `yes mine | head -c 16777216 | cmp - /dev/${group}/data && echo same`)).toBe('same')
    await expect(first.hold('data', soon())).rejects.toMatchObject(elsewhere)
  })

  it('is not given back while something has it open', async () => {
    const second = await open(node2)
    await on(node2, `sleep 300 < /dev/${group}/data > /dev/null 2>&1 & echo $! > /run/held`)
    await expect(second.letGo('data', soon())).rejects.toThrow(/in use/)
    await expect((await open(node1)).hold('data', soon())).rejects.toThrow(/Another node has/)
    await on(node2, 'kill $(cat /run/held)')
  })

  it('is held by one of the two that ask for it at once', async () => {
    const [first, second] = [await open(node1), await open(node2)]
    for (let round = 0; round < 5; round++) {
      for (const one of [first, second]) await one.letGo('data', soon())
      const ended = await Promise.allSettled([first.hold('data', soon()), second.hold('data', soon())])
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect([await devices(node1), await devices(node2)].sort()).toEqual(['', 'data'])
    }
  })

  it('is not activated by a node that starts, and is by its own when that is connected again', async () => {
    const [first, second] = [await open(node1), await open(node2)]
    for (const one of [first, second]) await one.letGo('data', soon())
    await first.hold('data', soon())
    // As at a start: nothing is active, then all groups are activated that may be.
    for (const node of [node1, node2]) {
      await on(node, `lvchange --activate n -- ${group}/data`)
      await on(node, `vgchange --activate ay -- ${group}`)
    }
    expect([await devices(node1), await devices(node2)]).toEqual(['', ''])
    await second.connect(soon())
    expect(await devices(node2)).toBe('')
    await first.connect(soon())
    expect(await devices(node1)).toBe('data')
    await first.removeVolume('data', soon())
    expect(await second.volumes(soon())).toEqual([])
  })
})
