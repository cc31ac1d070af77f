import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../../e2e/support/api.ts'
import { allEndpoints } from '../../api/catalogue.ts'
import { type AnyEndpoint, basePath, operationName } from '../../api/endpoint.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** All operations of access, and who may call them: adding one means deciding that here. */
const doors: Record<string, string> = {
  'POST /auth/v4/public/token': 'public',
  'POST /auth/v4/public/token/2fa': 'mfa_pending',
  'POST /auth/v4/public/key': 'public',
  'GET /auth/v4/public/key/{key}': 'public',
  'POST /auth/v4/public/auth': 'public',
  'POST /auth/v4/public/auth_by_key': 'public',
  'POST /auth/v4/public/change_password': 'public',
  'POST /auth/v4/public/token/{token_id}/change_password': 'public',
  'POST /auth/v4/public/token/{token_id}/invite_user': 'public',
  'GET /auth/v4/self/session': 'user',
  'GET /auth/v4/self/preferences': 'user',
  'POST /auth/v4/self/preferences': 'user',
  'GET /auth/v4/token': 'user',
  'POST /auth/v4/token': 'user',
  'DELETE /auth/v4/token/{token_id}': 'mfa_pending',
  'GET /auth/v4/whoami': 'user',
  'POST /auth/v4/2fa': 'user',
  'DELETE /auth/v4/2fa': 'user',
  'GET /auth/v4/user': 'admin',
  'POST /auth/v4/user': 'admin',
  'GET /auth/v4/user/{user_id}': 'user',
  'POST /auth/v4/user/{user_id}': 'admin',
  'DELETE /auth/v4/user/{user_id}': 'admin',
  'DELETE /auth/v4/user/{user_id}/2fa': 'admin',
  'POST /auth/v4/user/{user_id}/key': 'user',
  'GET /auth/v4/user/{user_id}/token': 'user',
  'DELETE /auth/v4/user/{user_id}/token/{token_id}': 'user',
  'GET /auth/v4/user/{user_id}/sshkey': 'user',
  'POST /auth/v4/user/{user_id}/sshkey': 'user',
  'DELETE /auth/v4/user/{user_id}/sshkey/{key_id}': 'user',
  'GET /auth/v4/setting/{name}': 'admin',
  'POST /auth/v4/setting/{name}': 'admin',
  'GET /auth/v4/acl': 'admin',
  'POST /auth/v4/acl': 'admin',
  'GET /auth/v4/acl/{acl_id}': 'admin',
  'POST /auth/v4/acl/{acl_id}': 'admin',
  'DELETE /auth/v4/acl/{acl_id}': 'admin',
  'GET /vm/v3/account': 'user',
  'POST /vm/v3/account': 'admin',
  'GET /vm/v3/account/{account_id}': 'user',
  'DELETE /vm/v3/account/{account_id}': 'admin',
  'GET /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}': 'user',
  'POST /vm/v3/user/{user_id}/password': 'user',
  'POST /vm/v3/user/{user_id}/suspend': 'admin',
  'POST /vm/v3/user/{user_id}/resume': 'admin',
  'POST /vm/v3/account/sync': 'admin',
  'POST /vm/v3/user/{user_id}/key': 'user',
  'DELETE /vm/v3/user/{user_id}': 'admin',
  'GET /vm/v3/invite': 'admin',
  'POST /vm/v3/invite': 'admin',
  'POST /vm/v3/reinvite': 'admin',
  'GET /vm/v3/user_limits': 'admin',
  'GET /vm/v3/user_limits/account/{account_id}': 'user',
  'POST /vm/v3/user_limits/account/{account_id}': 'admin',
  'DELETE /vm/v3/user_limits/account/{account_id}': 'admin',
  'GET /vm/v3/user_limits/role/{role_id}': 'admin',
  'POST /vm/v3/user_limits/role/{role_id}': 'admin',
  'DELETE /vm/v3/user_limits/role/{role_id}': 'admin',
}

const ours = allEndpoints.filter((e) => e.service === 'auth' || (e.service === 'vm' && e.tag === 'account'))
const addressOf = (e: AnyEndpoint, ids: Record<string, string | number> = {}) =>
  basePath[e.service] + e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 999_999))

/** A body that the operation takes. */
const bodies: Record<string, object> = {
  'POST /auth/v4/public/token': { email: 'ann@example.com', password: PASSWORD },
  'POST /auth/v4/public/auth': { email: 'ann@example.com', password: PASSWORD },
  'POST /auth/v4/public/token/2fa': { code: '000000' },
  'DELETE /auth/v4/2fa': { code: '000000' },
  'POST /auth/v4/public/key': { key: 'x' },
  'POST /auth/v4/public/auth_by_key': { key: 'x' },
  'POST /auth/v4/public/change_password': { email: 'ann@example.com' },
  'POST /auth/v4/public/token/{token_id}/change_password': { password: 'x' },
  'POST /auth/v4/public/token/{token_id}/invite_user': { password: 'x' },
  'POST /auth/v4/acl': { name: 'n', ip_list: ['127.0.0.1'], members: [] },
  'POST /auth/v4/user': { email: 'made@example.com', password: PASSWORD, role: '@user' },
  'POST /vm/v3/account': { email: 'made@example.com', password: PASSWORD, role: '@user' },
  'POST /auth/v4/user/{user_id}/sshkey': { name: 'n', ssh_pub_key: 'x' },
  'POST /auth/v4/setting/{name}': { value: 3600 },
  'POST /vm/v3/user/{user_id}/password': { password: PASSWORD },
  'POST /vm/v3/invite': { email: 'x@example.com', role: '@user' },
  'POST /vm/v3/reinvite': { email: 'x@example.com', role: '@user' },
}
const bodyOf = (e: AnyEndpoint) => bodies[operationName(e)] ?? (e.method === 'GET' ? undefined : {})

it('is open to those whom the list says, for every operation', () => {
  expect(Object.fromEntries(ours.map((e) => [operationName(e), e.access]))).toEqual(doors)
})

describe.each(ours.map((e) => [operationName(e), e] as const))('%s', (name, e) => {
  const call = (options: object = {}, ids: Record<string, string | number> = {}) =>
    api.request(e.method, addressOf(e, ids), { body: bodyOf(e), ...options })

  it('answers strangers with 401 and the weak with 403', async () => {
    if (e.access === 'public') return
    expect(await call()).toMatchObject({ status: 401, body: { error: { code: 1000 } } })
    expect((await call({ token: '1-nonsense' })).status).toBe(401)
    expect((await call({ headers: { 'x-middleware-subrequest': 'middleware:middleware:middleware' } })).status).toBe(
      401,
    )
    if (e.access === 'admin')
      expect(await call({ token: api.ann.token })).toMatchObject({ status: 403, body: { error: { code: 3001 } } })
  })

  it('answers what is another’s like what is not there', async () => {
    const id = Object.keys(e.params?.shape ?? {}).find((field) => /^(user|account)_id$/.test(field))
    if (!id || e.access !== 'user') return
    const [others, absent] = [
      await call({ token: api.ann.token }, { [id]: api.bob.id }),
      await call({ token: api.ann.token }, { [id]: 888_888 }),
    ]
    if (others.status !== 400) expect(others.status).toBe(404)
    const words = (answer: typeof others, number: number) => JSON.stringify(answer.body).replaceAll(`${number}`, 'N')
    expect(words(others, api.bob.id).length).toBe(words(absent, 888_888).length)
    expect(others.body.error.code).toBe(absent.body.error.code)
  })

  it('never falls over an id, whatever it is', async () => {
    for (const field of Object.keys(e.params?.shape ?? {}))
      for (const id of [
        '0',
        '-1',
        '1.5',
        '9223372036854775808',
        'NaN',
        '6f1c2f9e-0000-4000-8000-000000000000',
        "1' or '1'='1",
        '\u0000',
        '../..',
        'ü',
      ])
        for (const token of [api.ann.token, api.admin.token]) {
          const answer = await call({ token }, { [field]: id })
          expect([id, [400, 403, 404].includes(answer.status)]).toEqual([id, true])
        }
  })

  it('is refused to the pages of others, and to cookies without proof', async () => {
    if (e.method === 'GET') return
    const cookie = `ses6=${api.admin.token}`
    const { xsrf } = await api.database.prisma.session.findFirstOrThrow({ where: { account_id: api.admin.id } })
    const own = { origin: 'http://panel.test', host: 'panel.test' }
    const forged: Record<string, string>[] = [
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: 'https://evil.example', 'x-xsrf-token': xsrf },
      { cookie, origin: 'https://panel.test.evil.example', 'x-xsrf-token': xsrf, host: 'panel.test' },
      { cookie, origin: 'null', 'x-xsrf-token': xsrf },
      { cookie, referer: 'https://evil.example/http://panel.test/', 'x-xsrf-token': xsrf },
      { cookie, 'sec-fetch-site': 'cross-site', 'x-xsrf-token': xsrf },
      { cookie, 'sec-fetch-site': 'same-site', 'x-xsrf-token': xsrf },
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
    ]
    if (e.access !== 'public')
      forged.push(
        { cookie, ...own },
        { cookie, ...own, 'x-xsrf-token': 'wrong' },
        { cookie, referer: 'http://panel.test/users', host: 'panel.test' },
        { cookie, 'sec-fetch-site': 'same-origin' },
      )
    for (const headers of forged)
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        expect([headers, (await call({ headers: { 'content-type': type, ...headers } })).status]).toEqual([
          headers,
          403,
        ])
    expect(name).toBe(operationName(e))
  })
})

it('leaves no secret readable in the database', async () => {
  const secrets = { password: 'Planted-password-77', other: 'Planted-password-88', description: 'planted' }
  const { id } = (
    await api.admin.post('/auth/v4/user', { email: 'secret@example.com', password: secrets.password, role: '@user' })
  ).body
  const signed = await api.request('POST', '/auth/v4/public/token', {
    body: { email: 'secret@example.com', password: secrets.password },
  })
  const { token } = signed.body
  const long = await api.request('POST', '/auth/v4/token', { token, body: {}, headers: { 'idempotency-key': 'a' } })
  const { key } = (await api.request('POST', `/auth/v4/user/${id}/key`, { token, headers: { 'idempotency-key': 'b' } }))
    .body
  const { secret } = (
    await api.request('POST', '/auth/v4/2fa', { token, body: {}, headers: { 'idempotency-key': 'c' } })
  ).body
  await api.request('POST', '/auth/v4/public/token', { body: { email: secrets.other, password: 'x' } })
  await api.request('POST', `/vm/v3/user/${id}`, {
    token,
    headers: { 'idempotency-key': 'd' },
    body: { password: secrets.other, old_password: secrets.password },
  })
  const planted = [secrets.password, secrets.other, token, long.body.token, key, secret]
  expect(planted.every((text) => typeof text === 'string' && text.length > 10)).toBe(true)
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const { rows } = await api.database.pool.query(`select t::text from ${name} t`)
    const text = JSON.stringify(rows).toLowerCase()
    for (const one of planted) expect([name, one, text.includes(one.toLowerCase())]).toEqual([name, one, false])
  }
  const { rows } = await api.database.pool.query('select audit_broken() as broken')
  expect(rows[0].broken).toBeNull()
})

it('says in words that there is no mail yet', async () => {
  for (const [who, path, body] of [
    [undefined, '/auth/v4/public/change_password', { email: 'ann@example.com' }],
    [undefined, '/auth/v4/public/change_password', { email: 'nobody@example.com' }],
    [undefined, '/auth/v4/public/token/x/change_password', { password: 'x' }],
    [undefined, '/auth/v4/public/token/x/invite_user', { password: 'x', lang: 'en' }],
    [api.admin.token, '/vm/v3/invite', { email: 'x@example.com', role: '@user' }],
    [api.admin.token, '/vm/v3/reinvite', { email: 'x@example.com', role: '@user' }],
  ] as const) {
    const answer = await api.request('POST', path, { body, ...(who && { token: who }) })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 9002, msg: expect.stringContaining('mail') } } })
  }
  expect((await api.admin.get('/vm/v3/invite?orderby=email')).body).toMatchObject({ list: [], size: 0 })
  expect((await api.admin.get('/vm/v3/invite?where=nothing EQ 1')).status).toBe(400)
})

it('keeps what people choose for their screens, for each account', async () => {
  const path = '/auth/v4/self/preferences'
  expect((await api.ann.get(path)).body).toEqual({})
  expect((await api.ann.post(path, { theme: 'dark', views: { hosts: [1, null] } })).body).toEqual({
    theme: 'dark',
    views: { hosts: [1, null] },
  })
  expect((await api.ann.post(path, { theme: null, density: 'compact' })).body).toEqual({
    views: { hosts: [1, null] },
    density: 'compact',
  })
  expect((await api.bob.get(path)).body).toEqual({})
  const half = 'x'.repeat(40_000)
  expect((await api.ann.post(path, { big: half, more: half })).status).toBe(413)
})
