import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { backUp } from '../../../../../e2e/support/backed-up.ts'
import { hostLab } from '../../host/lab-fixture.ts'

// Backups of a real guest on a real node come back: in its place, and beside it.
const { lab, node1, api, cluster, done, host, attach, create, inGuest, guestIs, close } = await hostLab()
const folder = '/var/lib/restore-test'
const beside = '/srv/restore-test'
const onNode = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout.trim()
afterAll(async () => {
  await close()
  await onNode('rm', '-rf', folder, beside)
})

let id = 0
let name = 'origin'
let address = ''
let location = 0
let backup = 0
let sum = ''

const path = async (host_id: number) =>
  (await api.database.prisma.disk.findFirstOrThrow({ where: { host_id } })).path ?? ''
const checksum = (at: string) => inGuest(at, 'sha256sum /root/data | cut -d" " -f1')
const qcow2s = async () => (await onNode('sh', '-c', 'ls /vm/*.qcow2 | wc -l')).trim()

beforeAll(async () => {
  await done(await attach(node1))
  await onNode('mkdir', '-p', folder)
  const { address: ip, ssh_port: port, user: login, password } = node1
  const way = { ip, port, login, password, path: folder }
  location = (await done(await api.admin.post('/vm/v3/backup_location', { name: 'vault', connection_params: way }))).id
  id = (await done(await create({ name: 'origin' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, 'dd if=/dev/urandom of=/root/data bs=1M count=20 2>/dev/null; sync')
  sum = await checksum(address)
  backup = (await backUp(api as never, location, id))[0] ?? 0
})

it('a guest that was broken is as it was, in a new volume, and the old one is gone', async () => {
  const before = await path(id)
  await inGuest(address, 'echo broken > /root/data; rm -f /etc/hostname; sync')
  await done(await api.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
  await guestIs('origin', address)
  expect(await checksum(address)).toBe(sum)
  expect(await path(id)).not.toBe(before)
  expect(await qcow2s()).toBe('1')
  expect(await onNode('virsh', '-q', 'domblklist', (await row(id)).internal_name)).toContain(await path(id))
  expect(await onNode('qemu-img', 'check', '-U', await path(id))).toContain('No errors')
})

it('a guest that is off gets, byte for byte, what was backed up; its larger disk is empty behind it', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  const raw = async () => `qemu-img convert -O raw ${await path(id)} ${folder}/whole.raw && cd ${folder}`
  const content = await onNode('sh', '-c', `${await raw()} && sha256sum < whole.raw`)
  const off = (await backUp(api as never, location, id))[0] ?? 0
  const disk = (await api.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
  await done(await api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 64 }))
  await onNode('qemu-io', '-c', 'write -P 7 1M 8M', await path(id))
  await onNode('qemu-io', '-c', `write -P 9 ${disk.size_mib}M 8M`, await path(id))
  await done(await api.ann.post(`/vm/v3/disk/${disk.id}/restore`, { backup: off }))
  const bytes = disk.size_mib * 1048576
  expect(await onNode('sh', '-c', `${await raw()} && head -c ${bytes} whole.raw | sha256sum`)).toBe(content)
  const behind = `tail -c +${bytes + 1} whole.raw | tr -d '\\000' | wc -c`
  expect(await onNode('sh', '-c', `cd ${folder} && wc -c < whole.raw && ${behind}`)).toBe(`${bytes + 64 * 1048576}\n0`)
  expect(await host(id)).toMatchObject({ state: 'stopped', disk: { disk_mib: disk.size_mib + 64 } })
  await done(await api.ann.post(`/vm/v3/host/${id}/start`))
  await guestIs('origin', address)
  expect(await checksum(address)).toBe(sum)
})

// `real-backups.spec` does the same from the button on.
it('a guest that is gone comes back beside others, with another name and address', { tags: 'long' }, async () => {
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  const made = await done(await api.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'second' }))
  const second = (await host(made.id)).ip4[0].ip
  expect(await host(made.id)).toMatchObject({ state: 'active', os: { name: expect.any(String) } })
  name = 'second'
  await guestIs(name, second)
  expect(await checksum(second)).toBe(sum)
  expect(await qcow2s()).toBe('1')
  id = made.id
  address = second
})

it('a file is the same after backup, growth, a move to another storage while the guest runs, and restore', async () => {
  // From the disk, not from the memory of the guest.
  const same = async () => {
    await inGuest(address, 'sync; echo 3 > /proc/sys/vm/drop_caches')
    expect(await checksum(address)).toBe(sum)
  }
  const { id: storage } = (await api.admin.post('/vm/v3/storage', { name: 'beside', type: 'file', storage_params: {} }))
    .body
  const place = { virt_pool: { vm_storage_path: beside } }
  await done(await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${storage}`, place))
  const kept = (await backUp(api as never, location, id))[0] ?? 0
  await same()
  const disk = (await api.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
  await done(await api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 64 }))
  await same()
  await done(await api.admin.post(`/vm/v3/disk/${disk.id}/migrate`, { storage }))
  expect(await path(id)).toContain(`${beside}/`)
  expect(await host(id)).toMatchObject({ state: 'active', disk: { disk_mib: disk.size_mib + 64 } })
  await same()
  await inGuest(address, 'echo broken > /root/data; sync')
  await done(await api.ann.post(`/vm/v3/host/${id}/restore`, { backup: kept }))
  await guestIs(name, address)
  await same()
  expect(await path(id)).toContain(`${beside}/`)
  expect(await qcow2s()).toBe('0')
})

const row = (host_id: number) => api.database.prisma.host.findUniqueOrThrow({ where: { id: host_id } })
