import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode, type LabNode } from '../../../../e2e/lab/api.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { helperGuestOfLab } from '../utility-guest/lab-fixture.ts'

// Images of a real guest on real nodes, and guests made of them.
const { lab, node1, node2, api, done, ended, host, attach, create, inGuest, guestIs, leftovers, worker, close } =
  await hostLab()
const forgetGuest = helperGuestOfLab()
afterAll(async () => {
  await close()
  forgetGuest()
})

const run = promisify(execFile)
const hostKey = async (address: string) =>
  (await run('ssh-keyscan', ['-T', '10', '-t', 'ed25519', address])).stdout.trim().split(' ').at(-1)
const make = (id: number, body: object = {}) =>
  api.ann.post(`/vm/v3/host/${id}/image/create`, { name: 'golden', cleared: false, ...body })
const image = async (id: number) => (await api.admin.get(`/vm/v3/image/${id}`)).body
const filesOn = async (node: LabNode) =>
  (await inNode(lab, node.index, ['ls', '/images'])).stdout.split('\n').filter(Boolean)
const fromImage = (id: number, name: string, body: object = {}) =>
  create({ name, os: undefined, image: id, password: 'Image-pass-2', ...body })
async function infoOf(node: LabNode, path: string) {
  const { stdout } = await inNode(lab, node.index, ['qemu-img', 'info', '-U', '--output=json', path])
  return JSON.parse(stdout)
}
const mainPath = async (id: number) =>
  (await api.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })).path ?? ''

let id = 0
let address = ''
let first = 0

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'origin' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, 'echo kept > /root/note; dd if=/dev/urandom of=/root/bulk bs=64k count=32 2>/dev/null; sync')
})

it('is made of a running guest, which goes on: compressed, of no other file, and what was written is in it', async () => {
  first = (await done(await make(id))).id
  const made = await image(first)
  expect(made).toMatchObject({ state: 'active', size_mib: 256, frozen: true, fault: null })
  expect(await inGuest(address, 'cat /root/note')).toBe('kept')
  expect((await host(id)).state).toBe('active')
  const [file, note] = (await filesOn(node1)).sort()
  expect(note).toBe(`${file}.sha256`)
  const info = await infoOf(node1, `/images/${file}`)
  expect(info).toMatchObject({ format: 'qcow2', 'virtual-size': 256 << 20 })
  expect(info['backing-filename']).toBeUndefined()
  expect(made.size_bytes).toBeLessThan(128 << 20)
  const { stdout } = await inNode(lab, node1.index, [
    'sh',
    '-c',
    `cd /images && sha256sum "$1"; stat -c %a "$1"`,
    'sh',
    file ?? '',
  ])
  expect(stdout.split(/\s+/)[0]).toBe(
    (await api.database.prisma.image.findUniqueOrThrow({ where: { id: first } })).sha256,
  )
  expect(stdout.trim().split('\n')[1]).toBe('444')
  expect((await inNode(lab, node1.index, ['ls', '/vm'])).stdout).not.toContain('.scratch')
})

it('a VM that is made of it has a password, a name, keys and addresses of its own', async () => {
  const before = await hostKey(address)
  const made = await done(await fromImage(first, 'fresh', { hdd_mib: 320 }))
  const its = (await host(made.id)).ip4[0].ip
  expect(its).not.toBe(address)
  await guestIs('fresh', its, 'Image-pass-2')
  expect(await inGuest(its, 'cat /root/note', 'Image-pass-2')).toBe('kept')
  const sums = await Promise.all([
    inGuest(its, 'md5sum /root/bulk', 'Image-pass-2'),
    inGuest(address, 'md5sum /root/bulk'),
  ])
  expect(sums[0]).toBe(sums[1])
  expect(await hostKey(its)).not.toBe(before)
  expect(Number(await inGuest(its, 'cat /sys/block/vda/size', 'Image-pass-2')) / 2048).toBe(320)
  expect((await infoOf(node1, await mainPath(made.id)))['backing-filename']).toBeUndefined()
  await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
})

it('one that is cleared has nothing that tells whose system it was', async () => {
  const places = '/etc/machine-id /root/.ash_history /root/.ssh/authorized_keys /var/log/messages'
  const found = (at: string, password?: string) =>
    inGuest(at, `grep -l private-3f9a ${places} 2>/dev/null; true`, password)
  await inGuest(address, `mkdir -p /root/.ssh; for one in ${places}; do echo private-3f9a > $one; done; sync`)
  expect((await found(address)).split('\n')).toHaveLength(4)
  const before = [await hostKey(address), await inGuest(address, 'cat /etc/machine-id')]
  const cleared = (await done(await make(id, { name: 'cleared', cleared: true }))).id
  expect(await image(cleared)).toMatchObject({ state: 'active', cleared: true, fault: null })
  const made = await done(await fromImage(cleared, 'stranger'))
  const its = (await host(made.id)).ip4[0].ip
  await guestIs('stranger', its, 'Image-pass-2')
  expect(await found(its, 'Image-pass-2')).toBe('')
  expect(await inGuest(its, 'cat /root/note', 'Image-pass-2')).toBe('kept')
  expect(await hostKey(its)).not.toBe(before[0])
  expect(await inGuest(its, 'cat /etc/machine-id', 'Image-pass-2')).not.toBe(before[1])
  // The guest that it was made of keeps all of it.
  expect((await found(address)).split('\n')).toHaveLength(4)
  await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  await done(await api.ann.delete(`/vm/v3/image/${cleared}`))
})

it('a linked clone stands on it, and a VM can be reinstalled with it', async () => {
  const linked = await done(await fromImage(first, 'linked', { linked_clone: true }))
  const its = (await host(linked.id)).ip4[0].ip
  await guestIs('linked', its, 'Image-pass-2')
  expect((await infoOf(node1, await mainPath(linked.id)))['backing-filename']).toMatch(/^\/images\//)
  expect(await api.ann.delete(`/vm/v3/image/${first}`)).toMatchObject({ status: 409 })
  await inGuest(its, 'echo other > /root/note; sync', 'Image-pass-2')
  await done(await api.ann.post(`/vm/v3/host/${linked.id}/reinstall`, { image: first, password: 'Again-pass-3' }))
  await guestIs('linked', its, 'Again-pass-3')
  expect(await inGuest(its, 'cat /root/note', 'Again-pass-3')).toBe('kept')
  expect((await image(first)).linked_clones).toEqual([])
  await done(await api.ann.delete(`/vm/v3/host/${linked.id}`))
})

it('of a stopped guest it is made as well, also when the worker is killed meanwhile', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  for (const place of ['after begin make', 'before end make', 'before begin finish']) {
    await worker.stop()
    const { body } = await make(id, { name: place })
    const row = await api.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
    const { url, masterKey } = api.database
    await killedAt({ url, masterKey, leaseMs: 3000, holds: { [row.id]: place } })
    worker.start()
    expect(await ended(body.task), place).toMatchObject({ status: 'complete' })
    expect(await image(body.id)).toMatchObject({ state: 'active', frozen: null, fault: null })
    await done(await api.ann.delete(`/vm/v3/image/${body.id}`))
  }
  expect(await filesOn(node1)).toHaveLength(2)
})

it('goes to another node when a VM needs it there, and moves', async () => {
  if (!node2) throw new Error('this test needs a lab with two nodes')
  const second = (await done(await attach(node2))).id
  const there = await done(
    await api.admin.post('/vm/v3/host', {
      cluster: (await host(id)).cluster.id,
      node: second,
      image: first,
      name: 'elsewhere',
      password: 'Image-pass-2',
      ram_mib: 256,
      hdd_mib: 256,
    }),
  )
  const its = (await host(there.id)).ip4[0].ip
  await guestIs('elsewhere', its, 'Image-pass-2')
  expect((await image(first)).nodes).toHaveLength(2)
  expect(await filesOn(node2)).toEqual(await filesOn(node1))
  const home = (await host(id)).node.id
  await done(await api.admin.delete(`/vm/v3/image/${first}/node/${second}`))
  expect(await filesOn(node2)).toEqual([])
  await done(await api.admin.post(`/vm/v3/image/${first}/move`, { source: home, destination: second }))
  expect(await filesOn(node1)).toEqual([])
  expect(await image(first)).toMatchObject({ state: 'active', nodes: [{ id: second, state: 'ready' }] })
})

it('leaves nothing on nodes when it is deleted', async () => {
  await done(await api.ann.delete(`/vm/v3/image/${first}`))
  for (const { id: one } of (await api.admin.get('/vm/v3/host')).body.list)
    await done(await api.admin.delete(`/vm/v3/host/${one}`))
  for (const node of [node1, node2]) if (node) expect(await filesOn(node)).toEqual([])
  expect(await leftovers()).toMatchObject({ addresses: 0, node1: '' })
})
