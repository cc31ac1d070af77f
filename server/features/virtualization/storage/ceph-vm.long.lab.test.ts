import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../../../e2e/support/backed-up.ts'
import { cephLab } from './ceph-lab-fixture.ts'

// What is done with a real guest whose disk is an image in a real Ceph: it is copied, made an image of, backed up and brought back.
const { api, node, ceph, on, images, ...panel } = await cephLab()
const { done, attach, create, host, inGuest, guestIs } = panel
const POOL = 'guests'
const folder = '/var/lib/ceph-backups'
afterAll(async () => {
  await panel.close()
  await on('rm', '-rf', folder)
})

let storage = 0
let location = 0
let id = 0
let address = ''
const checksum = (guest: string) => inGuest(guest, 'sha256sum /root/data | cut -d" " -f1')

beforeAll(async () => {
  await done(await attach(node))
  const made = await panel.addCeph('ceph', POOL)
  storage = made.id
  await panel.attachCeph(made.at, POOL)
  await on('mkdir', '-p', folder)
  const { address: ip, ssh_port: port, user: login, password } = node
  const way = { ip, port, login, password, path: folder }
  location = (await done(await api.admin.post('/vm/v3/backup_location', { name: 'vault', connection_params: way }))).id
  id = (await done(await create({ name: 'origin', node: undefined, storage }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, 'dd if=/dev/urandom of=/root/data bs=1M count=20 2>/dev/null; sync')
})

it('a running guest is copied as it is at one moment, and nothing of the copying stays', async () => {
  const sum = await checksum(address)
  const made = await done(await api.ann.post(`/vm/v3/host/${id}/clone`, { name: 'twin', password: 'Clone-pass-1' }))
  const its = (await host(made.id)).ip4[0].ip
  await guestIs('twin', its, 'Clone-pass-1')
  expect(await inGuest(its, 'sha256sum /root/data | cut -d" " -f1', 'Clone-pass-1')).toBe(sum)
  for (const image of await images(POOL))
    expect(JSON.parse(await ceph('rbd', 'snap', 'ls', `${POOL}/${image}`, '--format', 'json'))).toEqual([])
  await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  expect(await images(POOL)).toHaveLength(1)
})

it('a running guest is backed up, broken, and as it was', async () => {
  const sum = await checksum(address)
  const [backup] = await backUp(api as never, location, id)
  await inGuest(address, 'echo broken > /root/data; rm -f /etc/hostname; sync')
  await done(await api.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
  await guestIs('origin', address)
  expect(await checksum(address)).toBe(sum)
  expect(await images(POOL)).toHaveLength(1)
})

it('one that is off is backed up, and comes back beside itself with the same data', async () => {
  const sum = await checksum(address)
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  const [backup] = await backUp(api as never, location, id)
  const made = await done(await api.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'second', storage }))
  const its = (await host(made.id)).ip4[0].ip
  await guestIs('second', its)
  expect(await checksum(its)).toBe(sum)
  await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
})

it('an image is made of it, and another guest of that', async () => {
  const image = await done(await api.ann.post(`/vm/v3/host/${id}/image/create`, { name: 'mould', cleared: false }))
  const made = await done(await create({ name: 'cast', node: undefined, storage, os: undefined, image: image.id }))
  await guestIs('cast', (await host(made.id)).ip4[0].ip)
  await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  expect(await images(POOL)).toEqual([])
})
