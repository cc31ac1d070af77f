import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { hostLab } from './lab-fixture.ts'

const { api, node1, attach, create, done, host, inGuest, guestIs, until, close } = await hostLab()
afterAll(() => close())
const run = promisify(execFile)
const hostKey = async (address: string) => (await run('ssh-keyscan', ['-t', 'ed25519', address])).stdout.trim()

it('a stopped guest has another password after its next start, and is the same otherwise', async () => {
  await done(await attach(node1))
  const { id } = await done(await create({ name: 'forgetful' }))
  const address = (await host(id)).ip4[0].ip
  await guestIs('forgetful', address)
  const key = await hostKey(address)
  expect(key).not.toBe('')
  await inGuest(address, 'echo kept > /root/note; sync')
  await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
  const password = 'Next-start-1'
  expect(await api.ann.post(`/vm/v3/host/${id}/password`, { password })).toMatchObject({ status: 200 })
  const [entry] = (await api.ann.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list
  expect(entry).toMatchObject({ name: 'host_change_password', params: { waits_for: 'start' } })
  const waits = await until('it waits for the start', async () => {
    const now = await host(id)
    return now.queue.length === 0 && now
  })
  expect(waits).toMatchObject({ state: 'stopped', fault: null, waits_for_start: ['password'] })
  await done(await api.ann.post(`/vm/v3/host/${id}/start`, {}))
  expect(await host(id)).toMatchObject({ waits_for_start: [] })
  await guestIs('forgetful', address, password)
  expect(await inGuest(address, 'cat /root/note', password)).toBe('kept')
  expect(await hostKey(address)).toBe(key)
  await expect(inGuest(address, 'true')).rejects.toThrow()
})
