import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedWhen } from '../../../../../e2e/support/host-worker.ts'
import { SERVED, SOCKETS } from '../../../../drivers/hypervisor/kvm/served/address.ts'
import { backupLab } from '../lab-fixture.ts'

// A real guest runs on a disk that is still in the backup location, and outlives the worker that brings it.
const t = await backupLab()
const { node1, node2, api, done, ended, host, attach, create, inGuest, guestIs, until, worker } = t
afterAll(async () => {
  await t.clear().catch(() => {})
  await t.close()
})

const LEASE_MS = 3_000
/** MiB. At about `SLOW` bytes a second it is not there before the guest is. */
const DATA = 32
const SLOW = 128 << 10

let backup = 0
let sum = ''

/** The change log is the clock of `until`. */
const tick = () =>
  api.database.prisma.change
    .create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    .then(() => false as const)
const row = (id: number) => api.database.prisma.host.findUniqueOrThrow({ where: { id } })
const checksum = (at: string) => inGuest(at, 'sha256sum /root/data | cut -d" " -f1')
/** Of this start: another one after each boot. */
const boot = (at: string) => inGuest(at, 'cat /proc/sys/kernel/random/boot_id')
const image = async (id: number) =>
  JSON.parse(await t.on(node1, 'qemu-img', 'info', '-U', '--output=json', await t.pathOf(id)))
const files = async (folder: string) =>
  (await t.on(node1, 'sh', '-c', `ls ${folder} 2>/dev/null || true`)).split('\n').filter(Boolean)
/** The panel brings content without a limit once the guest is quiet: as long as the file is there, it is limited again at once. */
const SLOWLY = '/run/slowly'
const limited =
  'touch "$2"; while [ -e "$2" ]; do virsh -q blockjob "$1" vda --bytes --bandwidth "$3"; sleep 0.1; done > /dev/null 2>&1 &'
const slowDown = (name: string) => t.on(node1, 'sh', '-c', limited, 'sh', name, SLOWLY, String(SLOW))
/** What AppArmor would let a domain do, from the program that libvirt asks. */
const profile = (name: string, uuid: string) => {
  const ask = 'virsh dumpxml "$1" | /usr/lib/libvirt/virt-aa-helper -d -r -u "libvirt-$2" 2>&1'
  return t.on(node1, 'sh', '-c', ask, 'sh', name, uuid)
}

beforeAll(async () => {
  await done(await attach(node1))
  const vault = await t.location('vault', node2 ?? node1)
  const { id } = await done(await create({ name: 'origin' }))
  const address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, `dd if=/dev/urandom of=/root/data bs=64k count=${16 * DATA} 2>/dev/null; sync`)
  sum = await checksum(address)
  backup = (await t.backUp(id, { backup_locations: [vault] })).id
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
})

it('answers before its content is there, goes on when the worker is killed, and stands alone in the end', async () => {
  await worker.stop()
  const from = Date.now()
  const made = await api.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'at-once', at_once: true })
  expect(made.status).toBe(200)
  const { id, task } = made.body
  const { url, masterKey } = api.database
  const restore = await api.database.prisma.task.findFirstOrThrow({ where: { consul_id: task, name: 'host_restore' } })
  let address = ''
  let started = ''
  const answered = async () => {
    const { internal_name, uuid } = await row(id)
    await slowDown(internal_name)
    const job = ['virsh', '-q', 'blockjob', internal_name, 'vda', '--info']
    await until('the pull runs', async () => ((await t.on(node1, ...job).catch(() => '')) ? (true as const) : tick()))
    address = (await host(id)).ip4[0].ip
    await guestIs('at-once', address)
    console.info(`answers after ${((Date.now() - from) / 1000).toFixed(1)} s`)
    expect((await image(id))['backing-filename']).toContain('nbd+unix')
    // The profile is made anew at each start, and this is the only door in it.
    expect(await profile(internal_name, uuid)).toContain(`"/run/libvirt/**/*.tunnelmigrate.dest.${internal_name}" rw`)
    const open = await files(SOCKETS)
    expect(open).toHaveLength(1)
    expect(open[0]).toMatch(new RegExp(`\\.tunnelmigrate\\.dest\\.${internal_name}$`))
    started = await boot(address)
    await inGuest(address, 'echo early > /root/early; sync')
  }
  await killedWhen({ url, masterKey, leaseMs: LEASE_MS, holds: { [restore.id]: 'before end arrive' } }, answered)
  expect((await image(id))['backing-filename']).toContain('nbd+unix')

  // Nobody serves: what the guest asks for is neither zeros nor an error. It waits, and what it asks for comes in the end.
  await inGuest(
    address,
    '(sha256sum /root/data | cut -d" " -f1 > /run/sum.new; mv /run/sum.new /run/sum) > /dev/null 2>&1 &',
  )
  expect(await inGuest(address, 'ls /run/sum 2>&1 || true')).toContain('No such file')
  worker.start()
  expect(await until('the guest reads on', () => inGuest(address, 'cat /run/sum').catch(tick))).toBe(sum)
  const { internal_name } = await row(id)
  await t.on(node1, 'rm', SLOWLY)
  await t.on(node1, 'virsh', '-q', 'blockjob', internal_name, 'vda', '--bytes', '--bandwidth', '0').catch(() => {})
  expect(await ended(task)).toMatchObject({ status: 'complete' })
  console.info(`whole after ${((Date.now() - from) / 1000).toFixed(1)} s`)
  expect(await boot(address)).toBe(started)
  expect(await inGuest(address, 'cat /root/early')).toBe('early')
  expect(await image(id)).not.toHaveProperty('backing-filename')
  for (const folder of [SERVED, SOCKETS]) expect(await files(folder)).toEqual([])
  expect(await t.on(node1, 'qemu-img', 'check', '-U', await t.pathOf(id))).toContain('No errors')
  expect(await host(id)).toMatchObject({ state: 'active', queue: [], fault: null })
})

it('needs the backup no more: it starts from its own disk when the backup is gone', async () => {
  const { id } = await api.database.prisma.host.findFirstOrThrow({ where: { name: 'at-once' } })
  const address = (await host(id)).ip4[0].ip
  await done(await api.admin.delete(`/vm/v3/backup/${backup}`))
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  await done(await api.ann.post(`/vm/v3/host/${id}/start`))
  await guestIs('at-once', address)
  expect(await checksum(address)).toBe(sum)
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  expect(await t.leftovers()).toMatchObject({ node1: '' })
})
