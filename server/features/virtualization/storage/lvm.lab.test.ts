import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { labDisk, labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { backUp } from '../../../../e2e/support/backed-up.ts'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { hostLab } from '../host/lab-fixture.ts'

const { lab, node1, api, cluster, ...panel } = await hostLab()
const { done, attach, create, host, inGuest, guestIs } = panel
afterAll(() => panel.close())
const on = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout

// Names of groups are the machine's: other labs have theirs.
const group = `dh-${lab.name}`
const disk = await labDisk(lab, 'lvm.raw', 1024)
const removeGroup = await labGroup(lab, node1.index, group, disk)
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

describe('a VM on a volume group', () => {
  const vault = '/var/lib/lvm-vault'
  let storage = 0
  let id = 0
  let disk = 0
  let address = ''
  let sum = ''

  const path = async () => (await api.database.prisma.disk.findUniqueOrThrow({ where: { id: disk } })).path ?? ''
  const checksum = () => inGuest(address, 'sha256sum /root/data | cut -d" " -f1')
  const volumes = async () => (await on('lvs', '--noheadings', '-o', 'lv_name', group)).trim().split(/\s+/)
  const move = async (to: number) => done(await api.admin.post(`/vm/v3/disk/${disk}/migrate`, { storage: to }))
  afterAll(() => on('rm', '-rf', vault))

  it('is made of an image, starts, and lets its owner in', async () => {
    await on('vgchange', '--deltag', `datahall.storage=${own}`, '--', group)
    await done(await attach(node1))
    storage = (await api.admin.post('/vm/v3/storage', { name: 'volumes', type: 'lvm', storage_params: {} })).body.id
    const at = `/vm/v3/cluster/${cluster}/storage/${storage}`
    expect(await api.admin.post(at, { virt_pool: { volume_group: group }, hdd_overselling: 2 })).toMatchObject({
      status: 400,
      body: { error: { value: 'hdd_overselling' } },
    })
    await done(await api.admin.post(at, { virt_pool: { volume_group: group } }))
    expect((await api.admin.get(`/vm/v3/storage/${storage}`)).body).toMatchObject({ state: 'active', node_count: 1 })
    id = (await done(await create({ name: 'on-lvm', node: undefined, storage }))).id
    disk = (await api.admin.get(`/vm/v3/host/${id}/disk`)).body.list[0].id
    const { internal_name, ip4 } = await host(id)
    address = ip4[0].ip
    expect(await on('virsh', 'domblklist', internal_name)).toContain(`/dev/${group}/${internal_name}-`)
    await guestIs('on-lvm', address)
    await inGuest(address, 'dd if=/dev/urandom of=/root/data bs=1M count=20 2>/dev/null; sync')
    sum = await checksum()
  })

  it('has no snapshots, in one sentence', async () => {
    expect(await api.admin.post(`/vm/v3/host/${id}/snapshot`, { name: 'before' })).toMatchObject({
      body: { error: { msg: expect.stringMatching(/kind LVM, where there are no snapshots/) } },
    })
  })

  it('grows while it runs, and the guest sees it', async () => {
    await done(await api.admin.post(`/vm/v3/disk/${disk}`, { size_mib: 320 }))
    expect((await api.admin.get(`/vm/v3/disk/${disk}`)).body).toMatchObject({ size_mib: 320 })
    expect(await inGuest(address, 'cat /sys/block/vda/size')).toBe(String((320 << 20) / 512))
  })

  it('is backed up while it runs, and restored into another volume', async () => {
    await on('mkdir', '-p', vault)
    const { address: ip, ssh_port: port, user: login, password } = node1
    const connection_params = { ip, port, login, password, path: vault }
    const way = { name: 'vault', connection_params }
    const location = (await done(await api.admin.post('/vm/v3/backup_location', way))).id
    const [backup] = await backUp(api as never, location, id)
    const before = await path()
    await inGuest(address, 'echo broken > /root/data; sync')
    await done(await api.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
    await guestIs('on-lvm', address)
    expect(await checksum()).toBe(sum)
    expect(await path()).not.toBe(before)
    expect(await volumes()).toEqual([(await path()).split('/').at(-1)])
  })

  it('moves to a folder and back, running and stopped, with what is on it', async () => {
    const first = (await api.database.prisma.cluster_storage.findFirstOrThrow({ where: { is_main: true } })).storage_id
    await move(first)
    expect(await path()).toMatch(/^\/vm\/.*\.qcow2$/)
    expect(await volumes()).toEqual([''])
    expect(await checksum()).toBe(sum)
    await move(storage)
    expect(await path()).toMatch(new RegExp(`^/dev/${group}/`))
    expect(await checksum()).toBe(sum)
    await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await move(first)
    await move(storage)
    expect(await on('ls', '/vm')).not.toContain('.qcow2')
    await done(await api.ann.post(`/vm/v3/host/${id}/start`))
    await guestIs('on-lvm', address)
    expect(await checksum()).toBe(sum)
  })

  it('is cloned onto a volume of its own', async () => {
    const made = await done(await api.ann.post(`/vm/v3/host/${id}/clone`, { name: 'copied' }))
    const its = (await host(made.id)).ip4[0].ip
    await guestIs('copied', its)
    expect(await inGuest(its, 'sha256sum /root/data | cut -d" " -f1')).toBe(sum)
    expect(await volumes()).toHaveLength(2)
    await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  })

  it('leaves nothing when it is deleted', async () => {
    const { internal_name } = await host(id)
    await done(await api.admin.delete(`/vm/v3/host/${id}`))
    expect(await volumes()).toEqual([''])
    expect(await on('ls', '/vm')).not.toContain(internal_name)
  })
})
