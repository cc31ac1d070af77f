import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, create, free, historyOf, hold, startCluster, t } from './queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

describe('a change of owner that waits', () => {
  it('closes the VM for the one who leaves; administrators may go on, in the name of the new owner', async () => {
    const id = await create()
    const release = await hold(id)
    await t.ann.post(`${at(id)}/restart`, { force: true })
    await t.admin.post(`${at(id)}/account`, { account: t.bob.id })
    expect(await t.ann.post(`${at(id)}/stop`)).toMatchObject({ status: 409, body: { error: { value: 'account' } } })
    expect((await t.bob.post(`${at(id)}/stop`)).status).toBe(404)
    const stop = await t.admin.post(`${at(id)}/stop`, { force: true })
    expect(stop.status).toBe(200)
    await release()
    await free(id)
    expect((await t.bob.get(`/vm/v3/task?where=consul_id EQ ${stop.body.task}`)).body.size).toBe(1)
    expect((await t.ann.get(`/vm/v3/task?where=consul_id EQ ${stop.body.task}`)).body.size).toBe(0)
    expect(await t.host(id)).toMatchObject({ account: { id: t.bob.id }, state: 'stopped' })
  })

  it('fails in words when the new owner cannot have it any more', async () => {
    const id = await create('taken')
    const release = await hold(id)
    const change = await t.admin.post(`${at(id)}/account`, { account: t.bob.id })
    await t.done(await t.create({ name: 'taken' }, t.bob))
    await release()
    expect(JSON.stringify(await t.ended(change.body.task))).toContain('already has a VM named taken')
    expect(await free(id)).toMatchObject({ account: { id: t.ann.id } })
  })

  it('is counted against the limits of the new owner by its turn, not only when it is asked for', async () => {
    const [first, second] = [await create(), await create()]
    const limits = `/vm/v3/user_limits/account/${t.bob.id}`
    const { used } = (await t.admin.get(limits)).body
    expect((await t.admin.post(limits, { host_count: used.host_count + 1 })).status).toBe(200)
    const releases = [await hold(first), await hold(second)]
    // There is room for either when they are asked for, and for one of them when they are done.
    const changes = []
    for (const id of [first, second]) changes.push(await t.admin.post(`${at(id)}/account`, { account: t.bob.id }))
    expect(changes.map(({ status }) => status)).toEqual([200, 200])
    for (const release of releases) await release()
    await Promise.all([first, second].map(free))
    const ends = await Promise.all(changes.map(async ({ body }) => JSON.stringify(await t.ended(body.task))))
    expect(ends.filter((end) => end.includes('The limit of the account is reached'))).toHaveLength(1)
    const owners = [(await t.host(first)).account.id, (await t.host(second)).account.id]
    expect(owners.sort()).toEqual([t.ann.id, t.bob.id].sort())
    expect((await t.admin.get(limits)).body.used.host_count).toBe(used.host_count + 1)
    await t.admin.delete(limits)
  })
})

describe('the password of a guest that boots', () => {
  it('is answered as waited for, and set when the agent comes', async () => {
    const id = await create('late-agent2s')
    const password = 'Waited-for-1'
    expect(await t.ann.post(`${at(id)}/password`, { password })).toMatchObject({ status: 200, body: {} })
    const waiting = (await t.ann.get(`${at(id)}/history?orderby=id desc`)).body.list[0]
    expect(waiting).toMatchObject({
      name: 'host_change_password',
      state: 'running',
      params: { waits_for: 'guest agent' },
    })
    expect(await t.host(id)).toMatchObject({ disabled: true, action: 'host_change_password' })
    const vnc = await t.ann.post(`${at(id)}/vnc_settings`, { password: 'abc' })
    await t.done(vnc as never)
    expect((await historyOf(id)).slice(-2)).toEqual([
      'host_change_password complete',
      'host_change_vnc_password complete',
    ])
  })

  it('is answered when it is set', async () => {
    const id = await create()
    await t.ann.post(`${at(id)}/password`, { password: 'Another-pass-1' })
    expect((await historyOf(id)).at(-1)).toBe('host_change_password complete')
  })
})

it('vnc_settings tell owners no address of a node', async () => {
  const id = await create()
  const { ip } = (await t.admin.get(`/vm/v3/node/${(await t.host(id)).node.id}`)).body
  const [owner, admin] = [await t.ann.get(`${at(id)}/vnc_settings`), await t.admin.get(`${at(id)}/vnc_settings`)]
  expect(admin.body.server).toBe(ip)
  expect(owner.body).toEqual({ ...admin.body, server: '127.0.0.1' })
})
