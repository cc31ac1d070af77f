import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi()
})
afterAll(() => t.close())

const at = (id: number) => `/vm/v3/script_variable/${id}`

it('is added, read, changed, switched off and on, and deleted', async () => {
  const { id } = (await t.ann.post('/vm/v3/script_variable', { name: 'ZONE', value: 'eu', comment: 'where' })).body
  expect((await t.ann.get(at(id))).body).toMatchObject({
    name: 'ZONE',
    value: 'eu',
    comment: 'where',
    hidden: false,
    enabled: true,
    builtin: false,
    account: t.ann.id,
    scope: 'local',
  })
  await t.ann.post(at(id), { name: 'ZONE', value: 'us' })
  await t.ann.post(`${at(id)}/disable`)
  expect((await t.ann.get(at(id))).body).toMatchObject({ value: 'us', enabled: false })
  await t.ann.post(`${at(id)}/enable`)
  expect((await t.ann.get(at(id))).body.enabled).toBe(true)
  expect((await t.ann.delete(at(id))).body).toEqual({ id, deleted: [{ id }] })
})

it('hides a value for good: it is shown again only when it is given anew', async () => {
  const secret = 'Hidden-value-1'
  const { id } = (await t.ann.post('/vm/v3/script_variable', { name: 'PASS', value: secret, hidden: true })).body
  const everywhere = async () => {
    const answers = [await t.ann.get(at(id)), await t.ann.get('/vm/v3/script_variable'), await t.admin.get(at(id))]
    const { rows } = await t.database.pool.query(
      `select (select string_agg(v::text, '') from script_variable v) || (select string_agg(a::text, '') from audit a) as all`,
    )
    return JSON.stringify([answers, rows])
  }
  expect(await everywhere()).not.toContain(secret)
  expect(await t.ann.post(at(id), { name: 'PASS', hidden: false })).toMatchObject({
    status: 400,
    body: { error: { value: 'value' } },
  })
  expect((await t.ann.post(at(id), { name: 'PASS', comment: 'kept' })).status).toBe(200)
  await t.ann.post(at(id), { name: 'PASS', value: 'seen', hidden: false })
  expect((await t.ann.get(at(id))).body).toMatchObject({ value: 'seen', hidden: false })
  await t.ann.post(at(id), { name: 'PASS', hidden: true })
  expect((await t.ann.get(at(id))).body).toMatchObject({ value: '', hidden: true })
  expect(await everywhere()).not.toContain(secret)
})

it.each([
  ['the same name again', { name: 'TWICE', value: 'b' }, 409, 'name'],
  ['a name of the shell', { name: 'PATH', value: 'b' }, 400, 'name'],
  ['a hidden value that is too short to be covered', { name: 'SHORT', value: 'abc', hidden: true }, 400, 'value'],
  ['a global one', { name: 'GLOBAL', value: 'b', scope: 'global' }, 403, 'scope'],
  ['one of another account', { name: 'OTHER', value: 'b', account: 1 }, 403, 'account'],
  ['a built-in one', { name: 'BUILTIN', value: 'b', builtin: true }, 400, 'builtin'],
])('refuses %s', async (_, body, status, value) => {
  await t.ann.post('/vm/v3/script_variable', { name: 'TWICE', value: 'a' })
  expect(await t.ann.post('/vm/v3/script_variable', body)).toMatchObject({ status, body: { error: { value } } })
})

it("of another account does not exist; global ones are the administrators'", async () => {
  const { id } = (await t.admin.post('/vm/v3/script_variable', { name: 'ALL', value: 'x', scope: 'global' })).body
  expect((await t.admin.get(at(id))).body).toMatchObject({ scope: 'global', account: null })
  expect((await t.ann.get(at(id))).status).toBe(404)
  expect((await t.ann.delete(at(id))).status).toBe(404)
  expect((await t.ann.post(at(id), { name: 'ALL', value: 'y' })).status).toBe(404)
})
