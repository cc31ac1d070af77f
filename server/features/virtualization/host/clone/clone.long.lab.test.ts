import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// Clones of a real guest on a real node, stopped and running.
const { lab, node1, api, done, host, attach, create, inGuest, guestIs, leftovers, close } = await hostLab()
afterAll(() => close())

const run = promisify(execFile)
const hostKey = async (address: string) => {
  const { stdout } = await run('ssh-keyscan', ['-T', '10', '-t', 'ed25519', address])
  return stdout.trim().split(' ').at(-1)
}
/** What a guest is known by. */
async function identity(address: string, password = GUEST_PASSWORD) {
  const [name, mac] = (await inGuest(address, 'hostname; cat /sys/class/net/eth0/address', password)).split('\n')
  return { name, mac, key: await hostKey(address) }
}

let id = 0
let address = ''

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'origin' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('origin', address)
  await inGuest(address, 'echo kept > /root/note; sync')
})

it('a running guest is cloned as it is at one moment, and goes on; the clone has an identity of its own', async () => {
  const before = await identity(address)
  const writing = 'i=0; while true; do i=$((i + 1)); echo $i > /root/count; sync; usleep 20000; done'
  await inGuest(
    address,
    `(${writing}) > /dev/null 2>&1 < /dev/null & while [ ! -s /root/count ]; do usleep 20000; done`,
  )
  const made = await done(
    await api.ann.post(`/vm/v3/host/${id}/clone`, { name: 'copy-live', password: 'Clone-pass-1' }),
  )
  const clone = await host(made.id)
  expect(clone).toMatchObject({ name: 'copy-live', state: 'active', account: { email: 'ann@example.com' } })
  const its = clone.ip4[0].ip
  expect(its).not.toBe(address)
  const [entry] = (await api.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list
  expect(entry).toMatchObject({ name: 'host_clone', state: 'complete', params: { clone: made.id, frozen: true } })
  await guestIs('copy-live', its, 'Clone-pass-1')
  const after = await identity(its, 'Clone-pass-1')
  expect(after.name).toBe('copy-live')
  expect(after.mac).not.toBe(before.mac)
  expect(after.key).not.toBe(before.key)
  expect(await inGuest(its, 'cat /root/note', 'Clone-pass-1')).toBe('kept')
  // The source was written to meanwhile, and is the same as ever.
  const counts = [await inGuest(its, 'cat /root/count', 'Clone-pass-1'), await inGuest(address, 'cat /root/count')]
  expect(Number(counts[0])).toBeGreaterThan(0)
  expect(Number(counts[1])).toBeGreaterThan(Number(counts[0]))
  expect(await identity(address)).toEqual(before)
  expect((await host(id)).queue).toEqual([])
})

it('a stopped guest is cloned with its passwords, and stays stopped', async () => {
  const before = await hostKey(address)
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  const made = await done(await api.ann.post(`/vm/v3/host/${id}/clone`))
  const clone = await host(made.id)
  expect(clone).toMatchObject({ name: 'origin-clone', state: 'active' })
  const its = clone.ip4[0].ip
  await guestIs('origin-clone', its)
  expect(await inGuest(its, 'cat /root/note')).toBe('kept')
  expect((await identity(its)).key).not.toBe(before)
  expect(await host(id)).toMatchObject({ state: 'stopped', fault: null })
  // Thin: on the same image as its source.
  const path = (await api.database.prisma.disk.findFirstOrThrow({ where: { host_id: made.id } })).path ?? ''
  const info = JSON.parse((await inNode(lab, node1.index, ['qemu-img', 'info', '-U', '--output=json', path])).stdout)
  expect(info['backing-filename']).toMatch(/^\/share\//)
})

it('nothing of a clone is left when it is deleted', async () => {
  for (const { id: one } of (await api.admin.get('/vm/v3/host')).body.list)
    await done(await api.admin.delete(`/vm/v3/host/${one}`))
  expect(await leftovers()).toMatchObject({ addresses: 0, node1: '' })
})
