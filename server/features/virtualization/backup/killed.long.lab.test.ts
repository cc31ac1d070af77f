import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupLab } from './lab-fixture.ts'

// The worker is killed at each place of a backup and of a restore of a real guest.
const t = await backupLab()
const { node1, node2, api, done, host, attach, create, inGuest, guestIs } = t
afterAll(async () => {
  await t.clear().catch(() => {})
  await t.close()
})

let id = 0
let address = ''
let vault = 0
const place = () => ({ backup_locations: [vault] })

beforeAll(async () => {
  await done(await attach(node1))
  await done(await attach(node2))
  vault = await t.location('vault', node2)
  id = (await done(await create({ name: 'origin' }, api.admin))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
})

const making = [
  'after begin look',
  'after begin read',
  'before end read',
  'after end read',
  'after begin publish',
  'before begin finish',
  'after begin finish',
  'before end finish',
  'before outcome',
]

it.each(making)('is complete once, and nothing is left, when the worker was killed %s', async (at) => {
  await inGuest(address, 'dd if=/dev/urandom of=/root/data bs=64k count=16 2>/dev/null; sync')
  await t.standStill(address)
  const sum = await t.diskSum(await t.pathOf(id))
  await t.endedAfterKill(() => t.start(id, place()), at)
  const [row] = await t.backups(id)
  expect(row).toMatchObject({ state: 'active', fault: null })
  expect(await t.backupSum(row.id)).toBe(sum)
  const tracking = await api.database.prisma.disk_tracking.findMany()
  const checkpoints = tracking.map(({ checkpoint }) => checkpoint)
  expect(await t.traces(id)).toMatchObject({ job: '', checkpoints, scratch: [], servers: '0' })
  await t.goOn(address)
})

it('restores in place wherever the worker was killed, and the guest has one disk', async () => {
  await inGuest(address, 'echo kept > /root/note; sync')
  const { id: backup } = await t.backUp(id, place())
  const disk = (await api.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })).id
  const places = [
    'before end index',
    `before end volume_${disk}`,
    `before end content_${disk}`,
    'before end stop',
    'after begin switch',
    'before end define',
    'before end start',
    'before outcome',
  ]
  for (const at of places) {
    await inGuest(address, 'echo broken > /root/note; sync')
    await t.endedAfterKill(() => api.admin.post(`/vm/v3/host/${id}/restore`, { backup }), at)
    await guestIs('origin', address)
    expect(await inGuest(address, 'cat /root/note'), at).toBe('kept')
    expect((await t.on(node1, 'sh', '-c', 'ls /vm/*.qcow2')).split('\n'), at).toEqual([await t.pathOf(id)])
  }
})
