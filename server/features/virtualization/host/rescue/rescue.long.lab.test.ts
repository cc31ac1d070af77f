import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { hostLab } from '../lab-fixture.ts'

// A real guest on a real node, and a real rescue system.
const { lab, node1, api, done, host, attach, create, inGuest, guestIs, close } = await hostLab()
afterAll(() => close())

const RESCUE_PASSWORD = 'Rescue-pass-2'
const files = async () => (await inNode(lab, node1.index, ['ls', '/vm'])).stdout.trim().split('\n')
const switchTo = async (rescue_mode: boolean, more: object = {}) =>
  done(await api.ann.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode, ...more }))

let id = 0
let address = ''
let own: string[] = []

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'patient' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('patient', address)
  await inGuest(address, 'echo of the patient > /root/note; sync')
  own = await files()
})

it('starts from a rescue system with the password asked for, the disk of the VM behind it', async () => {
  await switchTo(true, { password: RESCUE_PASSWORD })
  expect(await host(id)).toMatchObject({
    state: 'active',
    rescue_mode: true,
    rescue: { system: 'Tiny Rescue 1.0', login_user: 'root' },
    fault: null,
  })
  await guestIs('rescue-patient', address, RESCUE_PASSWORD)
  const read =
    'mkdir -p /mnt/own && mount -o ro /dev/vda2 /mnt/own && cat /mnt/own/root/note /mnt/own/etc/hostname; umount /mnt/own'
  expect(await inGuest(address, read, RESCUE_PASSWORD)).toBe('of the patient\npatient')
})

it('stays so over a restart, and refuses what would meet the wrong system', async () => {
  await inGuest(address, 'echo of the rescue > /root/note; sync', RESCUE_PASSWORD)
  await done(await api.ann.post(`/vm/v3/host/${id}/restart`, {}))
  expect(await host(id)).toMatchObject({ state: 'active', rescue_mode: true })
  await guestIs('rescue-patient', address, RESCUE_PASSWORD)
  expect(await inGuest(address, 'cat /root/note', RESCUE_PASSWORD)).toBe('of the rescue')
  expect(await api.ann.post(`/vm/v3/host/${id}/password`, { password: 'Another-3' })).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/rescue/) } },
  })
})

it('goes back to its own system with its disk untouched, and leaves nothing behind', async () => {
  await switchTo(false)
  expect(await host(id)).toMatchObject({ state: 'active', rescue_mode: false, rescue: null, fault: null })
  await guestIs('patient', address)
  expect(await inGuest(address, 'cat /root/note')).toBe('of the patient')
  expect(await files()).toEqual(own)
})

it('a stopped VM can be rescued, and is stopped again when it was stopped in between', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  await switchTo(true, { password: RESCUE_PASSWORD })
  await guestIs('rescue-patient', address, RESCUE_PASSWORD)
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  await switchTo(false)
  expect(await host(id)).toMatchObject({ state: 'stopped', rescue_mode: false })
  expect(await files()).toEqual(own)
})
