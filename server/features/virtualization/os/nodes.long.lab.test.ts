import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { hostLab } from '../host/lab-fixture.ts'

// A real node: the file is looked for on it.
const { lab, node1, api, done, ended, host, attach, create, guestIs, close } = await hostLab()
afterAll(() => close())

const images = async () =>
  (await inNode(lab, node1.index, ['find', '/share', '-type', 'f'])).stdout.trim().split('\n').filter(Boolean).sort()
let node = 0
let os = 0
let before: string[] = []
const at = () => `/vm/v3/os/${os}/node/${node}`

beforeAll(async () => {
  // Tests before this one have left images; their VMs are gone.
  await inNode(lab, node1.index, ['find', '/share', '-type', 'f', '-delete'])
  before = await images()
  node = (await done(await attach(node1))).id
})

it('keeps the image while a disk stands on it, whatever the VM does', async () => {
  const { id } = await done(await create({ name: 'standing' }))
  os = (await api.admin.get('/vm/v3/os?where=is_lxd_image EQ false')).body.list[0].id
  await guestIs('standing', (await host(id)).ip4[0].ip)
  const there = await images()
  expect(there.length).toBeGreaterThan(before.length)
  for (const action of ['nothing', 'stop']) {
    if (action === 'stop') await done(await api.ann.post(`/vm/v3/host/${id}/stop`, {}))
    const task = await ended((await api.admin.delete(at())).body.task)
    expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringContaining('standing') } })
  }
  expect(await images()).toEqual(there)
  await done(await api.ann.post(`/vm/v3/host/${id}/start`, {}))
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
})

it('removes it for real, and has it again for the next VM', async () => {
  await done(await api.admin.delete(at()))
  expect(await images()).toEqual(before)
  expect((await api.admin.post(`${at()}/disable`, {})).status).toBe(200)
  expect((await create({ name: 'refused' })).body.error.msg).toContain('disabled on all nodes')
  expect((await api.admin.post(`${at()}/enable`, {})).status).toBe(200)
  const { id } = await done(await create({ name: 'again' }))
  await guestIs('again', (await host(id)).ip4[0].ip)
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  await done(await api.admin.delete(at()))
})
