import { afterAll, describe, expect, it } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { hostLab } from '../host/lab-fixture.ts'

const { lab, node1, api, cluster, ...panel } = await hostLab()
const { done, attach, create, host } = panel
afterAll(() => panel.close())

const soon = () => AbortSignal.timeout(60_000)
const on = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout

// Names of groups are the machine's: other labs have theirs.
const group = `dh-${lab.name}`
const removeGroup = await labGroup(lab, node1.index, group, '/srv/lvm-disk.raw')
afterAll(removeGroup)

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
    expect(await on('head', '-c', '600000000', '/srv/lvm-disk.raw')).toContain('tenant-before')
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

describe('a VM on a volume group', () => {
  let id = 0
  let made = 0
  let name = ''

  it('is made of an image, starts, and lets its owner in', async () => {
    await on('vgchange', '--deltag', `datahall.storage=${own}`, '--', group)
    await done(await attach(node1))
    id = (await api.admin.post('/vm/v3/storage', { name: 'volumes', type: 'lvm', storage_params: {} })).body.id
    const at = `/vm/v3/cluster/${cluster}/storage/${id}`
    expect(await api.admin.post(at, { virt_pool: { volume_group: group }, hdd_overselling: 2 })).toMatchObject({
      status: 400,
      body: { error: { value: 'hdd_overselling' } },
    })
    await done(await api.admin.post(at, { virt_pool: { volume_group: group } }))
    expect((await api.admin.get(`/vm/v3/storage/${id}`)).body).toMatchObject({ state: 'active', node_count: 1 })
    made = (await done(await create({ name: 'on-lvm', node: undefined, storage: id }))).id
    const row = await host(made)
    name = row.internal_name
    expect(await on('virsh', 'domblklist', name)).toContain(`/dev/${group}/${name}-`)
    await panel.guestIs('on-lvm', row.ip_addr[0].name)
  })

  it('has no snapshots, in one sentence', async () => {
    expect(await api.admin.post(`/vm/v3/host/${made}/snapshot`, { name: 'before' })).toMatchObject({
      body: { error: { msg: expect.stringMatching(/kind LVM, where there are no snapshots/) } },
    })
  })

  it('grows while it runs, and the guest sees it', async () => {
    const { list } = (await api.admin.get(`/vm/v3/host/${made}/disk`)).body
    await done(await api.admin.post(`/vm/v3/disk/${list[0].id}`, { size_mib: 384 }))
    expect((await api.admin.get(`/vm/v3/disk/${list[0].id}`)).body).toMatchObject({ size_mib: 384 })
    const address = (await host(made)).ip_addr[0].name
    expect(await panel.inGuest(address, 'cat /sys/block/vda/size')).toBe(String((384 << 20) / 512))
  })

  it('leaves nothing when it is deleted', async () => {
    await done(await api.admin.delete(`/vm/v3/host/${made}`))
    expect((await on('lvs', '--noheadings', '-o', 'lv_name', group)).trim()).toBe('')
    expect(await on('ls', '/vm')).not.toContain(name)
  })
})
