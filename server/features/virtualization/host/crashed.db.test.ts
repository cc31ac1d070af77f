import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { at, create, startCluster, t } from './queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

describe('a failed creation', () => {
  it('names the step that failed, not the one that began last', async () => {
    const [taken] = (await t.host(await create())).ip4
    const answer = await t.create({ name: 'no-address', ip_addr: { name: taken.ip } })
    expect(await t.ended(answer.body.task)).toMatchObject({ status: 'failed', step: 'addresses' })
    expect((await t.host(answer.body.id)).fault).toMatchObject({ action: 'host_create', step: 'addresses' })
  })

  it('is tried again from its own record', async () => {
    const answer = await t.create({ name: 'again-failstart', ipv4_number: 2, ipv4_pool: [t.pool] })
    const { id } = answer.body
    expect((await t.ended(answer.body.task)).status).toBe('failed')
    expect(await t.host(id)).toMatchObject({ state: 'crashed', is_built: false, ip4: [] })
    for (const action of ['start', 'stop', 'restart'])
      expect((await t.ann.post(`${at(id)}/${action}`)).status).toBe(409)
    expect(await t.bob.post(`${at(id)}/retry`)).toMatchObject({ status: 404 })
    // The fault lies in the name.
    await t.database.pool.query(`update host set name = 'again' where id = $1`, [id])
    await t.done((await t.ann.post(`${at(id)}/retry`, { password: 'Guest-pass-2' })) as never)
    expect(await t.host(id)).toMatchObject({ state: 'active', is_built: true, fault: null })
    expect((await t.host(id)).ip4).toHaveLength(2)
    expect(await t.ann.post(`${at(id)}/retry`)).toMatchObject({ status: 409 })
  })
})

it('a crash is left by a start, and by being forced off', async () => {
  const id = await create()
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = dummyNode((await t.admin.get(`/vm/v3/node/${row.node_id}`)).body.ip)
  const crash = async () => {
    await node.switchOff(row.internal_name, 'crashed')
    while ((await t.host(id)).state !== 'crashed') await delay(20)
  }
  await crash()
  // What the hypervisor has logged follows a moment later.
  while (!(await t.host(id)).fault.msg.includes('internal fault')) await delay(20)
  expect((await t.admin.get(`${at(id)}/hypervisor_log`)).body.log).toContain('internal fault')
  expect((await t.ann.get(`${at(id)}/hypervisor_log`)).status).toBe(403)
  // What the guest wrote is its owner's.
  expect((await t.ann.get(`${at(id)}/console_log`)).body.log).toMatch(/login: \nKernel panic/)
  expect((await t.bob.get(`${at(id)}/console_log`)).status).toBe(404)
  await node.store.update((state) => void delete state.domains[row.internal_name]?.runs)
  expect((await t.ann.get(`${at(id)}/console_log`)).body).toEqual({ log: null })
  expect((await t.host(id)).fault).toMatchObject({
    msg: expect.stringContaining('The hypervisor reports that the VM crashed'),
  })
  await t.done((await t.ann.post(`${at(id)}/start`)) as never)
  expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
  await crash()
  await t.done((await t.ann.post(`${at(id)}/stop`, { force: true })) as never)
  expect(await t.host(id)).toMatchObject({ state: 'stopped', fault: null })
  // What the node has forgotten is defined again from the record.
  await node.store.update((state) => void delete state.domains[row.internal_name])
  while ((await t.host(id)).state !== 'crashed') await delay(20)
  await t.done((await t.ann.post(`${at(id)}/start`)) as never)
  expect(await t.host(id)).toMatchObject({ state: 'active', fault: null })
})
