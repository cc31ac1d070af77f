import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { at, create, free, historyOf, hold, startCluster, t } from '../host/queue-fixture.ts'

beforeAll(startCluster)
afterAll(() => t.close())

const groups = '/vm/v3/address_group'
const rule = { action: 'accept', direction: 'in', protocols: ['tcp'], portstart: 22, portend: 22 }
let made = 0
/** Makes a group. @returns its id */
const group = async (members: string[], who = t.ann, body: object = {}) => {
  const answer = await who.post(groups, { name: `group-${++made}`, members, ...body })
  expect(answer.body).toEqual({ id: expect.any(Number) })
  return answer.body.id as number
}
const change = (id: number, rules: object[], who = t.ann) => who.post(`${at(id)}/packet_rules`, { rules })
const read = async (id: number) => (await t.ann.get(`${at(id)}/packet_rules`)).body

/** The other sides of the rules that the node of a VM has. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { spec } = (await dummyNode(node.ip).store.read()).domains[row.internal_name]!
  return spec.interfaces[0]?.filter?.firewall_rules.map(({ peers }) => peers)
}

describe('a group of addresses', () => {
  it('is made, read, changed and deleted, with its members in their usual spelling', async () => {
    const id = await group(['2001:DB8::0:1', '192.0.2.0/24'], t.ann, { name: 'office', note: 'second floor' })
    expect((await t.ann.get(`${groups}/${id}`)).body).toEqual({
      ...{ id, name: 'office', note: 'second floor', for_all: false, version: 1 },
      ...{ members: ['2001:db8::1', '192.0.2.0/24'], members_count: 2, account: t.ann.id },
      account_email: expect.any(String),
    })
    expect((await t.ann.post(`${groups}/${id}`, { members: ['192.0.2.7/32'] })).body).toEqual({ id })
    expect((await t.ann.get(`${groups}?where=members_count EQ 1&search=second`)).body.list).toMatchObject([
      { id, members: ['192.0.2.7'], version: 2 },
    ])
    expect((await t.admin.get(`${groups}/${id}`)).body.host_count).toBe(0)
    const names = { email: 'x', name: 'office', members: ['192.0.2.1'] }
    expect((await t.ann.post(groups, names)).status).toBe(400)
    expect((await t.ann.post(groups, { name: 'office', members: ['192.0.2.1'] })).body.error.value).toBe('name')
    expect((await t.ann.delete(`${groups}/${id}`)).body).toEqual({ id, deleted: [{ id }] })
    const { rows } = await t.database.pool.query(
      `select operation from audit where entity = 'address_group' and entity_id = $1 order by id`,
      [id],
    )
    expect(rows).toHaveLength(3)
  })

  it.each([
    ['no members', { members: [] }, 400, 'members'],
    ['members that are none', { members: ['office'] }, 400, 'members'],
    ['one that is there twice', { members: ['192.0.2.1', '192.0.2.1/32'] }, 400, 'members'],
    ['too many', { members: Array.from({ length: 257 }, (_, n) => `10.0.${n >> 8}.${n & 255}`) }, 400, 'members'],
    ['one for all', { for_all: true }, 403, 'for_all'],
    ['one of another account', { account: 1 }, 403, 'account'],
  ])('is refused with %s', async (_, body, status, value) => {
    const answer = await t.ann.post(groups, { name: 'refused', members: ['192.0.2.1'], ...body })
    expect(answer).toMatchObject({ status, body: { error: { value } } })
  })

  it("is its owner's; one for all is seen by all and changed by administrators", async () => {
    const own = await group(['192.0.2.1'])
    const all = await group(['192.0.2.2'], t.admin, { for_all: true })
    const seen = async (who: typeof t.ann) => (await who.get(groups)).body.list.map((one: { id: number }) => one.id)
    expect(await seen(t.bob)).toContain(all)
    expect(await seen(t.bob)).not.toContain(own)
    expect((await t.bob.get(`${groups}/${own}`)).status).toBe(404)
    expect((await t.bob.post(`${groups}/${own}`, { name: 'mine' })).status).toBe(404)
    expect((await t.bob.delete(`${groups}/${own}`)).status).toBe(404)
    expect((await t.bob.post(`${groups}/${all}`, { members: ['0.0.0.0/0'] })).status).toBe(403)
    expect((await t.bob.delete(`${groups}/${all}`)).status).toBe(403)
    expect((await t.admin.post(`${groups}/${all}`, { note: 'everyone' })).status).toBe(200)
    const theirs = await group(['192.0.2.3'], t.admin, { account: t.bob.id })
    expect((await t.bob.get(`${groups}/${theirs}`)).body.account).toBe(t.bob.id)
  })
})

describe('rules that name a group', () => {
  it('take its members, and those that it gets later, on every VM', async () => {
    const [one, other] = [await create(), await create()]
    const id = await group(['192.0.2.1', '2001:db8::/32'])
    for (const host of [one, other]) await t.done(await change(host, [{ ...rule, group: id }, rule]))
    const name = `group-${made}`
    expect(await read(one)).toMatchObject({
      list: [{ group: id, peers: [] }, { group: null }],
      groups: [{ id, name, members: ['192.0.2.1', '2001:db8::/32'] }],
    })
    expect(await onNode(one)).toEqual([['192.0.2.1', '2001:db8::/32'], undefined])
    const { task } = (await t.ann.post(`${groups}/${id}`, { members: ['198.51.100.7'] })).body
    expect(await t.ended(task)).toMatchObject({ name: 'host_filter', status: 'complete' })
    for (const host of [one, other]) {
      await free(host)
      await expect.poll(() => onNode(host), { timeout: 30_000 }).toEqual([['198.51.100.7'], undefined])
    }
    // The same members again, or another name, are nothing that nodes have to know.
    const same = await t.ann.post(`${groups}/${id}`, { name: 'renamed', members: ['198.51.100.7/32'] })
    expect(same.body).toEqual({ id })
    expect((await t.admin.get(`${groups}/${id}`)).body.host_count).toBe(2)
  })

  it('keep it from being deleted, also while they wait to be written', async () => {
    const host = (await t.done(await t.create({ name: 'guarded' }))).id
    const id = await group(['192.0.2.1'])
    await t.done(await change(host, [{ ...rule, group: id }]))
    const no = { status: 409, body: { error: { msg: expect.stringMatching(/guarded/) } } }
    expect(await t.ann.delete(`${groups}/${id}`)).toMatchObject(no)
    await t.done(await change(host, []))
    const letGo = await hold(host)
    const waiting = await change(host, [{ ...rule, group: id }])
    expect(await t.ann.delete(`${groups}/${id}`)).toMatchObject(no)
    await letGo()
    await t.done(waiting)
    await t.done(await change(host, []))
    expect((await t.ann.delete(`${groups}/${id}`)).status).toBe(200)
    // A statement that would write one that is gone is refused by the database.
    await expect(
      t.database.prisma.host.update({ where: { id: host }, data: { packet_rules: [{ ...rule, group: id }] } }),
    ).rejects.toThrow()
    expect(await historyOf(host)).not.toContain('host_packet_rules failed')
  })

  it('are refused with one that the owner of the VM does not have, or beside addresses', async () => {
    const host = await create()
    const foreign = await group(['192.0.2.1'], t.bob)
    for (const wrong of [{ group: foreign }, { group: 999_999 }])
      expect(await change(host, [{ ...rule, ...wrong }])).toMatchObject({
        status: 400,
        body: { error: { value: 'rules' } },
      })
    expect((await change(host, [{ ...rule, group: foreign }], t.admin)).status).toBe(400)
    const own = await group(['192.0.2.1'])
    expect((await change(host, [{ ...rule, group: own, peers: ['192.0.2.2'] }])).status).toBe(400)
    const all = await group(['192.0.2.2'], t.admin, { for_all: true })
    await t.done(await change(host, [{ ...rule, group: all }]))
    expect(await onNode(host)).toEqual([['192.0.2.2']])
  })

  it('have its addresses written out when the VM gets an owner who does not have it', async () => {
    const host = await create()
    const own = await group(['192.0.2.1', '192.0.2.2'])
    const all = await group(['192.0.2.3'], t.admin, { for_all: true })
    await t.done(
      await change(host, [
        { ...rule, group: own },
        { ...rule, group: all },
      ]),
    )
    await t.done(await t.admin.post(`${at(host)}/account`, { account: t.bob.id }))
    const { list } = (await t.bob.get(`${at(host)}/packet_rules`)).body
    expect(list).toMatchObject([
      { group: null, peers: ['192.0.2.1', '192.0.2.2'] },
      { group: all, peers: [] },
    ])
    expect((await t.ann.delete(`${groups}/${own}`)).status).toBe(200)
  })
})
