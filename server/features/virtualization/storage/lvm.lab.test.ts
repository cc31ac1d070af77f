import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { lvmLab } from './lvm-lab-fixture.ts'

const { node1, group, disk, on, close } = await lvmLab()
afterAll(close)

const [own, other] = ['0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001', '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0002']
async function open(identity: string, name = group) {
  const place: StoragePlace = { kind: 'lvm', identity, group: name }
  const target = {
    address: node1.address,
    port: node1.ssh_port,
    username: node1.user,
    auth: { password: node1.password },
    hostKey: null,
  }
  return (await hypervisorDriver('kvm').connect(target, soon())).storage(place)
}

storageContract('a volume group of a real node', {
  open: () => open(own),
  openOther: () => open(other),
  source: new RegExp(`^/dev/${group}/one\\.qcow2$`),
})

describe('a volume', () => {
  /** Bytes of it that are not zero. */
  const written = async (name: string) =>
    Number((await on('sh', '-c', `tr -d '\\0' < /dev/${group}/${name} | wc -c`)).trim())

  it('shows nothing of what others had at its place, also where it grows', async () => {
    const last = (await readFile(disk)).subarray(-4096)
    expect(last.toString()).toContain('tenant-before')
    const storage = await open(own)
    await storage.createVolume('clean', 16, soon())
    await storage.createVolume('after', 8, soon())
    expect(await written('clean')).toBe(0)
    expect(await storage.growVolume('clean', 40, soon())).toBe(40)
    expect((await on('blockdev', '--getsize64', `/dev/${group}/clean`)).trim()).toBe(String(40 << 20))
    expect(await written('clean')).toBe(0)
    for (const name of ['clean', 'after']) await storage.removeVolume(name, soon())
    expect(await storage.volumes(soon())).toEqual([])
  })

  it('keeps what it holds while it grows', async () => {
    const storage = await open(own)
    await storage.createVolume('kept', 16, soon())
    await on('sh', '-c', `yes mine | head -c 16777216 | dd of=/dev/${group}/kept bs=1M conv=notrunc status=none`)
    await storage.growVolume('kept', 32, soon())
    expect(await written('kept')).toBe(16 << 20)
    await storage.removeVolume('kept', soon())
  })

  it('is not removed while something has it open', async () => {
    const storage = await open(own)
    await storage.createVolume('held', 16, soon())
    await on('sh', '-c', `sleep 300 < /dev/${group}/held > /dev/null 2>&1 & echo $! > /run/held`)
    await expect(storage.removeVolume('held', soon())).rejects.toThrow(/in use/)
    await on('sh', '-c', 'kill $(cat /run/held)')
    await storage.removeVolume('held', soon())
  })

  it('is refused in the words of LVM when the group is full, or is not there', async () => {
    const storage = await open(own)
    await expect(storage.createVolume('large', 4096, soon())).rejects.toThrow(/insufficient free space/)
    expect(await storage.volumes(soon())).toEqual([])
    await expect((await open(own, 'nowhere')).connect(soon())).rejects.toThrow(/nowhere/)
  })
})
