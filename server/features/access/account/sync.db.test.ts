import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi()
})
afterAll(() => t.close())

const sync = (body: object, who = t.admin) => who.post('/vm/v3/account/sync', body)
const read = async (id: number) => (await t.admin.get(`/vm/v3/account/${id}`)).body
const count = () => t.database.prisma.account.count()

it('creates what is missing, changes what differs, and leaves the rest', async () => {
  const list = [
    { email: 'New@Example.com', roles: ['@advanced_user'], first_name: 'more that clients send' },
    { id: 4711, email: 'far@example.com' },
    { id: t.ann.id, roles: ['@advanced_user', '@user'] },
  ]
  const first = await sync({ list })
  expect(first.status).toBe(200)
  const [fresh, far] = first.body.created
  expect(first.body).toMatchObject({ id: t.admin.id, created: [fresh, 4711], updated: [t.ann.id], deleted: [] })
  expect(await read(fresh)).toMatchObject({ email: 'new@example.com', roles: ['@advanced_user'], state: 'active' })
  expect(await read(far)).toMatchObject({ email: 'far@example.com', roles: ['@user'] })
  expect((await read(t.ann.id)).roles).toEqual(['@advanced_user', '@user'])
  expect((await sync({ list })).body).toMatchObject({ created: [], updated: [] })
  // Numbers go on behind those that were given.
  const next = await t.admin.post('/vm/v3/account', {
    email: 'next@example.com',
    password: 'long-enough-1',
    role: '@user',
  })
  expect(next.body.id).toBe(4712)
  // Without a password there is no sign-in by one.
  const entered = await t.request('POST', '/auth/v4/public/token', { body: { email: 'far@example.com', password: '' } })
  expect(entered.status).toBeGreaterThanOrEqual(400)
})

it('suspends, and renames by the number', async () => {
  const { id } = await t.database.prisma.account.findUniqueOrThrow({ where: { email: 'far@example.com' } })
  expect((await sync({ list: [{ id, email: 'near@example.com', state: 'suspended' }] })).body.updated).toEqual([id])
  expect(await read(id)).toMatchObject({ email: 'near@example.com', state: 'suspended' })
  expect((await sync({ list: [{ id, state: 'active' }], delete: [] })).body.updated).toEqual([id])
})

it('deletes what owns nothing, and refuses the rest with everything that is asked for beside it', async () => {
  const { id } = (await t.database.prisma.account.findUnique({ where: { email: 'near@example.com' } })) as {
    id: number
  }
  const cluster = await t.database.prisma.cluster.create({
    data: { name: 'c', virtualization_type: 'dummy', domain_template: '' },
  })
  const data = {
    account_id: t.ann.id,
    cluster_id: cluster.id,
    name: 'h',
    internal_name: 'x',
    uuid: crypto.randomUUID(),
  }
  await t.database.prisma.host.create({ data: { ...data, ram_mib: 256, cpu_number: 1 } })
  const before = await count()
  const refused = await sync({ list: [{ email: 'beside@example.com' }], delete: [id, t.ann.id] })
  expect([refused.status, refused.body.error.msg]).toEqual([409, expect.stringContaining('owns 1 VMs')])
  expect(await count()).toBe(before)
  expect((await sync({ delete: [id, 999_999] })).body.deleted).toEqual([{ id }])
  expect((await sync({ delete: [id] })).body.deleted).toEqual([])
})

it('keeps the last administrator and the caller', async () => {
  const own = t.admin.id
  for (const body of [
    { list: [{ id: own, roles: ['@user'] }] },
    { list: [{ id: own, state: 'suspended' }] },
    { delete: [own] },
  ])
    expect((await sync(body)).status, JSON.stringify(body)).toBe(400)
  expect(await read(own)).toMatchObject({ roles: ['@admin'], state: 'active' })
})

it.each([
  ['list.0.id', { list: [{}] }],
  ['list.0.auth_source', { list: [{ email: 'a@example.com', auth_source: 'ldap' }] }],
  ['list.0.roles', { list: [{ email: 'a@example.com', roles: ['@root'] }] }],
  ['list.0.state', { list: [{ email: 'a@example.com', state: 'gone' }] }],
  ['list.1', { list: [{ email: 'a@example.com' }, { email: 'A@example.com' }] }],
  ['list.0.email', { list: [{ id: 900_000 }] }],
])('names %s', async (field, body) => {
  const { status, body: answer } = await sync(body)
  expect([status, answer.error?.value]).toEqual([400, field])
})

it('is for administrators', async () => expect((await sync({ list: [] }, t.bob)).status).toBe(403))
