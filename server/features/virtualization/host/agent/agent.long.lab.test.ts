import { afterAll, beforeAll, expect, it } from 'vitest'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// The agent of a real guest: there, without its channel, and gone.
const { lab, node1, api, done, ended, host, attach, create, guestIs, inGuest, close } = await hostLab()
afterAll(() => close())

let id = 0
let address = ''

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'tended' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('tended', address, GUEST_PASSWORD)
})

const repair = () => api.ann.post(`/vm/v3/host/${id}/guest_agent`, {})
const found = async () => {
  const { task } = await done(await repair())
  const { rows } = await api.database.pool.query('select output from task where consul_id = $1', [task])
  return rows[0].output.found
}

it('an agent that answers is left alone', async () => expect(await found()).toBe('answers'))

it('a guest that has lost the channel gets it back while it runs', async () => {
  const { internal_name } = await host(id)
  await virsh(lab, node1.index, 'detach-device-alias', internal_name, 'channel0', '--live')
  await expect
    .poll(async () => (await virsh(lab, node1.index, 'dumpxml', internal_name)).includes('guest_agent'))
    .toBe(false)
  expect(await found()).toBe('replugged')
  expect(await found()).toBe('answers')
})

it('an agent that is not there is said to be missing', async () => {
  await inGuest(address, 'mv /usr/sbin/qemu-ga /usr/sbin/away; killall qemu-ga || kill $(pidof qemu-ga)')
  const answer = await repair()
  expect(await ended(answer.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/install qemu-guest-agent/) },
  })
  await inGuest(address, 'mv /usr/sbin/away /usr/sbin/qemu-ga')
})
