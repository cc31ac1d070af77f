import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { virsh } from '../../../../e2e/lab/guest.ts'
import { helperGuestOfLab } from '../utility-guest/lab-fixture.ts'
import { encodePath } from './files/names.ts'
import { endFiles } from './files/session.ts'
import { backupLab } from './lab-fixture.ts'
import { locationPlace, nodePlace } from './place.ts'

// Backups of a real guest into a real account, byte for byte what its disk was at the moment of each.
const t = await backupLab()
const { lab, node1, node2, api, done, host, attach, create, inGuest, guestIs } = t
const forgetGuest = helperGuestOfLab()
afterAll(async () => {
  endFiles()
  await t.clear().catch(() => {})
  await t.close()
  forgetGuest()
})

let id = 0
let address = ''
let vault = 0
let home = 0
let other = 0
/** What each backup has to hold. */
const truth = new Map<number, string>()

const place = () => ({ backup_locations: [vault] })
const write = (mib: number) =>
  inGuest(address, `dd if=/dev/urandom of=/root/data bs=64k count=${mib * 16} 2>/dev/null; sync`)
/** Backs the guest up while it writes nothing, and compares. */
async function compared(body: object = place()) {
  await t.standStill(address)
  const sum = await t.diskSum(await t.pathOf(id))
  const row = await t.backUp(id, body)
  expect(row).toMatchObject({ state: 'active', fault: null })
  expect(await t.backupSum(row.id)).toBe(sum)
  truth.set(row.id, sum)
  await t.goOn(address)
  return row
}
const restarted = async () => {
  await done(await api.admin.post(`/vm/v3/host/${id}/start`))
  await guestIs('origin', address)
}

beforeAll(async () => {
  home = (await done(await attach(node1))).id
  other = (await done(await attach(node2))).id
  vault = await t.location('vault', node2)
  id = (await done(await create({ name: 'origin', node: home }, api.admin))).id
  await done(await api.admin.post(`/vm/v3/host/${id}/account`, { account: api.admin.id })).catch(() => {})
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
})

it('holds the disk of a running guest, at first all of it and then what has changed', async () => {
  await write(4)
  const full = await compared()
  expect(full).toMatchObject({ consistency: 'application', parent: null })
  await write(6)
  const next = await compared()
  expect(next).toMatchObject({ parent: full.id, full_because: null })
  // What was written, in pieces of 1 MiB, and what a file system notes about it.
  expect(next.read_mib).toBeGreaterThanOrEqual(6)
  expect(next.read_mib).toBeLessThan(20)
  expect(next.read_mib).toBeLessThan(full.read_mib / 2)
  expect((await compared()).read_mib).toBeLessThan(6)
  expect(await t.traces(id)).toMatchObject({ job: '', checkpoints: [expect.any(String)], scratch: [], servers: '0' })
})

it('holds one moment of a guest that writes on', async () => {
  await inGuest(
    address,
    '(i=0; while [ -e /root/run ] || [ $i -eq 0 ]; do touch /root/run; i=$((i + 1)); echo $i >> /root/log; sync; done) > /dev/null 2>&1 < /dev/null &',
  )
  const row = await t.backUp(id, place())
  await inGuest(address, 'rm -f /root/run')
  expect(row).toMatchObject({ state: 'active', consistency: 'application' })
  await compared()
})

it('is read in full after a revert, which nothing tracks, and again by its changes after that', async () => {
  const snapshot = (await done(await api.admin.post(`/vm/v3/host/${id}/snapshot`, { name: 'before' }))).id
  await write(5)
  expect((await compared()).full_because).toBeNull()
  await done(await api.admin.post(`/vm/v3/snapshot/${snapshot}/revert`))
  await guestIs('origin', address)
  expect(await compared()).toMatchObject({ parent: null, full_because: expect.any(String) })
  await done(await api.admin.delete(`/vm/v3/snapshot/${snapshot}`))
  expect(await compared()).toMatchObject({ full_because: null, parent: expect.any(Number) })
})

it('follows a disk that grows, while the guest runs', async () => {
  const disk = (await api.admin.get(`/vm/v3/host/${id}/disk`)).body.list[0]
  await done(await api.admin.post(`/vm/v3/disk/${disk.id}`, { size_mib: disk.size_mib + 64 }))
  await write(3)
  const row = await compared()
  expect(row).toMatchObject({ full_because: null, estimated_size_mib: disk.size_mib + 64 })
  expect(row.read_mib).toBeLessThan(30)
})

it('is of a guest that is off as well, and goes on from there when it runs', async () => {
  await done(await api.admin.post(`/vm/v3/host/${id}/stop`, {}))
  const sum = await t.diskSum(await t.pathOf(id))
  const off = await t.backUp(id, place())
  expect(off).toMatchObject({ state: 'active', consistency: 'off', full_because: null })
  expect(await t.backupSum(off.id)).toBe(sum)
  await restarted()
  await write(2)
  expect(await compared()).toMatchObject({ parent: off.id, full_because: null })
})

it('is read in full after a crash of QEMU, whose notes mean nothing', async () => {
  await write(2)
  const { internal_name } = await api.database.prisma.host.findUniqueOrThrow({ where: { id } })
  await t.on(node1, 'sh', '-c', `kill -9 $(cat /run/libvirt/qemu/${internal_name}.pid)`)
  await t.until('the crash is noticed', async () => ['crashed', 'stopped'].includes((await host(id)).state))
  await restarted()
  await write(1)
  expect(await compared()).toMatchObject({ parent: null, full_because: expect.any(String) })
  expect(await compared()).toMatchObject({ full_because: null })
})

it('goes to nodes and comes back, and is the same everywhere', async () => {
  const one = await compared({})
  expect(one.copies).toMatchObject([{ node: { id: home }, backup_location: null }])
  await write(2)
  expect(await compared({})).toMatchObject({ parent: one.id, full_because: null })
  const act = async (action: string, body: object) =>
    done(await api.admin.post(`/vm/v3/backup/${one.id}/${action}`, body))
  const lies = async () => (await api.admin.get(`/vm/v3/backup?where=id EQ ${one.id}`)).body.list[0].copies
  await act('copy', { node: other })
  expect(await lies()).toHaveLength(2)
  for (const { id: copy } of await lies()) expect(await t.backupSum(one.id, [copy])).toBe(truth.get(one.id))
  await act('relocate', { destination: vault })
  await act('move', { source: other, destination: home })
  expect(await lies()).toMatchObject([{ backup_location: { id: vault } }, { node: { id: home } }])
  for (const { id: copy } of await lies()) expect(await t.backupSum(one.id, [copy])).toBe(truth.get(one.id))
  await t.round(nodePlace(home))
  expect((await t.on(node2, 'find', '/images/backups/index', '-type', 'f')).trim()).toBe('')
  expect(await api.admin.delete(`/vm/v3/node/${other}`)).toMatchObject({ status: 200 })
})

it('restores byte for byte into a disk of its own', async () => {
  const all = [...truth]
  for (const [backup, sum] of [all[0], all[1], all.at(-1)].flatMap((one) => (one ? [one] : []))) {
    const made = await done(await api.admin.post(`/vm/v3/backup/${backup}/restore_as_disk`, { name: `disk-${backup}` }))
    const { path } = await api.database.prisma.disk.findUniqueOrThrow({ where: { id: made.id } })
    expect(await t.diskSum(path ?? '')).toBe(sum)
    await done(await api.admin.delete(`/vm/v3/disk/${made.id}`))
  }
})

it('shows its volumes and folders, and sends a file as it was', async () => {
  await write(3)
  const sum = await inGuest(address, 'sha256sum /root/data | cut -d" " -f1')
  const { id: one } = await compared()
  const at = `/vm/v3/backup/${one}`
  const volumes = (await api.admin.get(`${at}/volume`)).body.list
  expect(volumes).toContainEqual(expect.objectContaining({ id: 'vda2', type: 'ext', has_files: true }))
  const { body } = await api.admin.get(`${at}/file?volume=vda2&path=${encodePath(Buffer.from('root'))}`)
  const file = body.list.find(({ name }: { name: string }) => name === 'data')
  expect(file).toMatchObject({ kind: 'file', size: 3 << 20 })
  const sent = await api.fetch(`${at}/file/content?volume=vda2&path=${file.path}`, { token: api.admin.token })
  const bytes = Buffer.from(await sent.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  endFiles()
})

it('is refused when the quota is used up, and leaves neither a half backup nor half files', async () => {
  const small = await t.location('small', node1, { quota_mib: 8 })
  await write(16)
  const { body } = await t.start(id, { backup_locations: [small] })
  const over = await t.ended(body.task)
  expect(over).toMatchObject({ status: 'failed' })
  expect(over.error.msg).toContain('quota')
  const [row] = await t.backups(id)
  expect(row).toMatchObject({ state: 'crashed', fault: expect.stringContaining('quota') })
  expect((await t.filesOf('small')).filter((file) => file.startsWith('tmp/') || file.startsWith('index/'))).toEqual([])
  const kib = Number((await t.on(node1, 'du', '-sk', '--apparent-size', `${t.folder}/small/chunks`)).split(/\s/)[0])
  expect(kib).toBeLessThan(9 * 1024 + 2048)
  expect((await compared()).state).toBe('active')
})

it('is read no faster than its schedule lets it', async () => {
  const slow = await t.location('slow', node1)
  await write(12)
  const plan = { name: 'slow', type: 'daily', start_time: { hour: 3, minute: 0 }, hosts: [id], enabled: false }
  const schedule = (await api.admin.post('/vm/v3/schedule', { ...plan, backup_mode: 'host_all', limit_mib_s: 4 })).body
    .id
  const from = Date.now()
  const row = await t.backUp(id, { backup_locations: [slow], ...(schedule && { schedule }) })
  const seconds = (Date.now() - from) / 1000
  expect(row.read_mib).toBeGreaterThan(20)
  expect(seconds).toBeGreaterThan((row.read_mib - 4) / 4)
})

it('leaves nothing behind when all of it is deleted', async () => {
  for (const { id: one } of await t.backups(id)) await done(await api.admin.delete(`/vm/v3/backup/${one}`))
  await done(await api.admin.delete(`/vm/v3/host/${id}`))
  await api.database.pool.query(`update backup set deleted_at = now() - interval '8 days' where deleted_at is not null`)
  const aged = (folder: string, node = node1) =>
    t.on(node, 'sh', '-c', `find ${folder} -type f -exec touch -d '3 days ago' {} +`)
  for (let turn = 0; turn < 2; turn++) {
    await aged(`${t.folder}/vault`, node2)
    await aged('/images/backups')
    await t.round(locationPlace(vault))
    await t.round(nodePlace(home))
  }
  expect(await t.filesOf('vault', node2)).toEqual(['store'])
  expect(await t.on(node1, 'find', '/images/backups', '-type', 'f')).toBe('/images/backups/store')
  expect(await api.database.prisma.backup.count()).toBe(
    await api.database.prisma.backup_copy.groupBy({ by: ['backup_id'] }).then((all) => all.length),
  )
  expect(await t.leftovers()).toMatchObject({ node1: '' })
  expect(await virsh(lab, 1, 'list', '--all', '--name')).toBe('')
})
