import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode, targetOf } from '../../../../../e2e/lab/api.ts'
import { whileFrozen } from '../../../../drivers/hypervisor/kvm/backup/freeze.ts'
import { LibvirtLink } from '../../../../drivers/hypervisor/kvm/libvirt-link.ts'
import { hypervisorDriver } from '../../../../drivers/hypervisor/registry.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { connectSsh } from '../../../../protocols/ssh/connect.ts'
import { hostLab } from '../lab-fixture.ts'

// Snapshots of a real guest on a real node: broken and brought back, with two disks and with memory.
const { lab, node1, api, done, host, attach, create, inGuest, guestIs, leftovers, close } = await hostLab()
afterAll(() => close())

let id = 0
let address = ''

const take = async (body: object) => (await done(await api.ann.post(`/vm/v3/host/${id}/snapshot`, body))).id
const revert = async (snapshot: number) => done(await api.ann.post(`/vm/v3/snapshot/${snapshot}/revert`))
const list = async () => (await api.ann.get(`/vm/v3/host/${id}/snapshot?orderby=id`)).body.list
const onNode = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout.trim()
/** Names of the states that the main disk keeps, and what tracks it. */
async function kept() {
  const path = (await api.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })).path ?? ''
  const info = JSON.parse(await onNode('qemu-img', 'info', '-U', '--output=json', path))
  return {
    path,
    states: (info.snapshots ?? []).map(({ name }: { name: string }) => name).sort(),
    bitmaps: info['format-specific'].data.bitmaps ?? [],
  }
}
const captures = async () =>
  (await api.database.prisma.snapshot.findMany({ where: { host_id: id } })).map(({ capture }) => capture).sort()

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'origin', account: api.ann.id, snapshot_ram: true }, api.admin))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, 'echo good > /root/note; sync')
})

it('a guest that was broken is as it was: taken while it runs, its file systems frozen', async () => {
  const clean = await take({ name: 'clean' })
  expect(await list()).toMatchObject([{ id: clean, state: 'ok', quiesced: true, is_curr: true }])
  await inGuest(address, 'echo broken > /root/note; rm -f /etc/passwd; sync')
  await revert(clean)
  await guestIs('origin', address)
  expect(await inGuest(address, 'cat /root/note')).toBe('good')
  expect((await kept()).states).toEqual(await captures())
})

it('goes back although something tracks the disk, which is forgotten', async () => {
  const [clean] = await list()
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  const { path } = await kept()
  await onNode('qemu-img', 'bitmap', '--add', '-f', 'qcow2', path, 'tracked')
  expect((await kept()).bitmaps).toHaveLength(1)
  await revert(clean.id)
  expect((await kept()).bitmaps).toEqual([])
  expect(await host(id)).toMatchObject({ state: 'stopped' })
  const off = await take({ name: 'off' })
  const disk = (await api.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
  await done(await api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 64 }))
  await revert(off)
  expect((await api.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]).toMatchObject({ size_mib: disk.size_mib })
  await done(await api.ann.post(`/vm/v3/host/${id}/start`))
  await guestIs('origin', address)
  expect(await inGuest(address, 'cat /root/note')).toBe('good')
})

it('with memory the guest goes on where it was, with the files of then', async () => {
  await inGuest(
    address,
    '(i=0; while true; do i=$((i + 1)); echo $i > /tmp/count; usleep 20000; done) > /dev/null 2>&1 < /dev/null & echo $! > /root/pid; sync; sleep 1',
  )
  const boot = await inGuest(address, 'cat /proc/sys/kernel/random/boot_id')
  const open = await take({ name: 'open', with_ram: true })
  expect(await inGuest(address, 'cat /proc/sys/kernel/random/boot_id')).toBe(boot)
  expect(await onNode('virsh', '-q', 'list', '--state-paused', '--name')).toBe('')
  await inGuest(address, 'kill $(cat /root/pid); echo broken > /root/note; sync; sleep 1')
  const stopped = await inGuest(address, 'cat /tmp/count')
  await revert(open)
  await guestIs('origin', address)
  expect(await inGuest(address, 'cat /proc/sys/kernel/random/boot_id')).toBe(boot)
  expect(await inGuest(address, 'cat /root/note')).toBe('good')
  // What ran then runs again, and what it has in memory agrees with the disk.
  expect(await inGuest(address, 'kill -0 $(cat /root/pid) && echo runs')).toBe('runs')
  const counts = [await inGuest(address, 'cat /tmp/count'), await inGuest(address, 'sleep 1; cat /tmp/count')].map(
    Number,
  )
  expect(counts[1]).toBeGreaterThan(counts[0] as number)
  expect(Number.isNaN(Number(stopped))).toBe(false)
  await inGuest(address, 'echo 3 > /proc/sys/vm/drop_caches')
  expect(await inGuest(address, 'cat /root/note')).toBe('good')
  expect(await inGuest(address, 'dmesg | grep -ci "ext4.*error" || true')).toBe('0')
  // The disk grows after it, and the new part is empty.
  const disk = (await api.ann.get(`/vm/v3/host/${id}/disk`)).body.list[0]
  await done(await api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 64 }))
  const from = disk.size_mib
  expect(await inGuest(address, `dd if=/dev/vda bs=1M skip=${from} count=64 2>/dev/null | tr -d '\\000' | wc -c`)).toBe(
    '0',
  )
})

it('a guest thaws, and goes on, although its panel died in the middle', async () => {
  const target = targetOf(node1)
  const { internal_name: name } = await api.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const frozen = () => onNode('virsh', '-q', 'qemu-agent-command', name, '{"execute":"guest-fsfreeze-status"}')
  const signal = AbortSignal.timeout(60_000)
  const ssh = await connectSsh(target, signal)
  const link = new LibvirtLink(
    ssh,
    () => {},
    () => {},
  )
  const domain = await link.call(procedures.lookupByName, name, signal)
  await whileFrozen(ssh, { link, domain, signal }, async () => {
    expect(await frozen()).toContain('frozen')
    ssh.close()
  })
  await expect.poll(frozen, { timeout: 20_000 }).toContain('thawed')

  // As after a panel that was killed while the memory was written.
  const { path } = await kept()
  const memory = `${path.slice(0, path.lastIndexOf('/'))}/broken.ram`
  await onNode('touch', `${memory}.standing`, `${memory}.new`)
  await onNode('virsh', 'suspend', name)
  const node = await hypervisorDriver('kvm').connect(target, signal)
  await node.dropCapture(name, { name: 'broken', disks: [{ path, target_dev: 'vda' }], memory }, signal)
  expect(await node.domain(name, signal)).toMatchObject({ state: 'running' })
  expect(await onNode('sh', '-c', 'ls /vm | grep -c broken || true')).toBe('0')
  node.close()
})

it('all are deleted while it runs, and nothing is left with the VM', async () => {
  await done(await api.ann.delete(`/vm/v3/host/${id}/snapshot`))
  expect((await kept()).states).toEqual([])
  expect(await onNode('sh', '-c', 'ls /vm | grep -c ram || true')).toBe('0')
  expect(await inGuest(address, 'cat /root/note')).toBe('good')
  await take({ name: 'last', with_ram: true })
  await done(await api.admin.delete(`/vm/v3/host/${id}`))
  expect(await leftovers()).toMatchObject({ addresses: 0, node1: '' })
})
