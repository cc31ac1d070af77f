import { afterAll, beforeAll, expect, it } from 'vitest'
import { bringPrograms, guestSays } from '../../../../../e2e/support/guest-command.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// A real guest on a real node: what it sees of its disk while it runs.
const { node1, api, until, done, host, attach, create, close } = await hostLab()
afterAll(() => close())

let id = 0
let disk = 0
let address = ''

const inGuest = (command: string) => guestSays(address, GUEST_PASSWORD, command)
const diskMib = async () => Number(await inGuest('cat /sys/block/vda/size')) / 2048
const fileSystemMib = async () => Math.round(Number(await inGuest("df -k / | awk 'END {print $2}'")) / 1024)
const read = async () => (await api.ann.get(`/vm/v3/disk/${disk}`)).body
const change = async (body: object) => done(await api.ann.post(`/vm/v3/disk/${disk}`, body))
const awake = (name = 'wide') =>
  until('the guest answers', async () => {
    const said = await inGuest('hostname').catch(() => '')
    // The change log is the clock of `until`.
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said === name
  })

beforeAll(async () => {
  await done(await attach(node1))
  await api.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
  id = (await done(await create({ name: 'wide' }))).id
  const row = await host(id)
  disk = row.disk.id
  address = row.ip4[0].ip
  await awake()
})

it('a running guest gets a larger disk, and sees it', async () => {
  expect(await diskMib()).toBe(256)
  await change({ size_mib: 320 })
  expect(await diskMib()).toBe(320)
  expect(await read()).toMatchObject({ size_mib: 320, size_mib_new: null })
  expect((await host(id)).disk).toEqual({ id: disk, disk_mib: 320, disk_mib_new: null })
})

it('waits for the stop within a restart where that is asked for, and the file system follows', async () => {
  const before = await fileSystemMib()
  const deferred = await api.ann.post(`/vm/v3/disk/${disk}`, { size_mib: 512, defer: { action: 'host_stop' } })
  expect(await read()).toMatchObject({ size_mib: 320, size_mib_new: 512 })
  await done(await api.ann.post(`/vm/v3/host/${id}/restart`, {}))
  await done(deferred)
  expect(await read()).toMatchObject({ size_mib: 512, size_mib_new: null })
  await awake()
  expect(await diskMib()).toBe(512)
  expect((await fileSystemMib()) - before).toBeGreaterThan(150)
})

it('grows while the VM is off', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  await change({ size_mib: 640 })
  expect(await read()).toMatchObject({ size_mib: 640, size_mib_new: null })
  await done(await api.ann.post(`/vm/v3/host/${id}/start`, {}))
  await awake()
  expect(await diskMib()).toBe(640)
})

it('a partition of another disk grows with it while it is in use, by the agent of the guest', async () => {
  const added = await done(await api.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 64 }))
  await bringPrograms(address, GUEST_PASSWORD, ['/usr/sbin/sfdisk', '/usr/bin/partx', '/usr/sbin/mke2fs'])
  await inGuest(
    'echo , | /usr/sbin/sfdisk -q /dev/vdb; /usr/bin/partx -a /dev/vdb 2> /dev/null; /usr/sbin/mke2fs -q -t ext4 /dev/vdb1',
  )
  await inGuest('mkdir -p /mnt/more && mount -t ext4 /dev/vdb1 /mnt/more && echo kept > /mnt/more/note')
  const room = async () => Math.round(Number(await inGuest("df -k /mnt/more | awk 'END {print $2}'")) / 1024)
  expect(await room()).toBeLessThan(64)
  const answer = await done(await api.ann.post(`/vm/v3/disk/${added.id}`, { size_mib: 160, expand_part: 'vdb1' }))
  expect(await room()).toBeGreaterThan(120)
  expect(await inGuest('cat /mnt/more/note; cat /sys/class/block/vdb1/size')).toMatch(/^kept\n3[0-9]{5}$/)
  const { rows } = await api.database.pool.query('select output from task where consul_id = $1', [answer.task])
  expect(rows).toEqual([{ output: { size_mib: 160, partition: 'grown' } }])
  await inGuest('umount /mnt/more')
  await done(await api.ann.delete(`/vm/v3/host/${id}/disk/${added.id}`))
  await done(await api.ann.delete(`/vm/v3/disk/${added.id}`))
})

it('another disk comes and goes while guests run, with what is on it', async () => {
  const words = 'written by the first guest'
  const added = await done(await api.ann.post(`/vm/v3/host/${id}/disk`, { size_mib: 64 }))
  const onDisk = `/vm/v3/host/${id}/disk/${added.id}`
  // The guest takes a moment to notice it.
  const seen = async () => Number(await inGuest('cat /sys/block/vdb/size').catch(() => 0)) / 2048
  await expect.poll(seen).toBe(64)
  await inGuest(`echo ${words} > /dev/vdb && sync`)
  await done(await api.ann.delete(onDisk))
  expect(await inGuest('ls /sys/block')).not.toMatch(/vdb/)
  await done(await api.ann.post(`/vm/v3/disk/${added.id}`, { size_mib: 96 }))
  const other = (await done(await create({ name: 'other' }))).id
  await done(await api.ann.post(`/vm/v3/host/${other}/disk/${added.id}`, { bus: 'virtio' }))
  address = (await host(other)).ip4[0].ip
  await awake('other')
  expect(Number(await inGuest('cat /sys/block/vdb/size')) / 2048).toBe(96)
  expect(await inGuest(`head -c ${words.length} /dev/vdb`)).toBe(words)
  // On another bus it starts from its own disk all the same.
  await done(await api.ann.post(`/vm/v3/host/${other}/stop`, { force: true }))
  await done(await api.ann.post(`/vm/v3/host/${other}/disk/${added.id}`, { bus: 'ide' }))
  await done(await api.ann.post(`/vm/v3/host/${other}/start`, {}))
  await awake('other')
  expect(await inGuest('ls /sys/block')).not.toMatch(/vdb/)
})
