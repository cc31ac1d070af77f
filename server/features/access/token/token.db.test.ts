import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../../../e2e/support/api.ts'
import { tokenHash } from '../../../auth/sessions.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const inUtc = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
const tomorrow = () => inUtc(new Date(Date.now() + 86_400_000))
const whoami = async (token: string) => (await api.request('GET', '/auth/v4/whoami', { token })).status

describe('a long-lived token', () => {
  it('is good until its end, or for ever, and is listed without its value', async () => {
    const expires_at = tomorrow()
    const made = await api.ann.post('/auth/v4/token', { expires_at, description: 'backup script' })
    expect(made).toMatchObject({ status: 201, body: { confirmed: true, expires_at, id: expect.any(String) } })
    const row = (await api.ann.get(`/auth/v4/token?where=(kind EQ 'token')`)).body.list[0]
    expect(row).toMatchObject({ id: made.body.id, description: 'backup script', expires_at, confirmed: true })
    expect(JSON.stringify(row)).not.toContain(made.body.token)
    const forever = (await api.ann.post('/auth/v4/token', {})).body
    expect(forever.expires_at).toBeNull()
    await api.database.pool.query(`update session set seen_at = now() - interval '1 year' where kind = 'token'`)
    expect([await whoami(made.body.token), await whoami(forever.token)]).toEqual([200, 200])
    await api.database.pool.query(`update session set expires_at = now() - interval '1 second' where id = $1`, [
      Number(made.body.id),
    ])
    expect(await whoami(made.body.token)).toBe(401)
  })

  it.each([
    'tomorrow',
    '2031-02-30 00:00:00',
    '2031-01-01',
    '2031-01-01T00:00:00Z',
    '2031-13-01 00:00:00',
    '2001-01-01 00:00:00',
  ])('does not end at %s', async (expires_at) => {
    expect(await api.ann.post('/auth/v4/token', { expires_at })).toMatchObject({
      status: 400,
      body: { error: { value: 'expires_at' } },
    })
  })

  it('is revoked by its id or its value, by its owner alone', async () => {
    const make = async () => (await api.ann.post('/auth/v4/token', {})).body as { id: string; token: string }
    for (const name of ['id', 'token'] as const) {
      const made = await make()
      for (const other of [api.bob, api.admin])
        expect((await other.delete(`/auth/v4/token/${made[name]}`)).status).toBe(404)
      expect(await whoami(made.token)).toBe(200)
      expect((await api.ann.delete(`/auth/v4/token/${made[name]}`)).body).toEqual({})
      expect(await whoami(made.token)).toBe(401)
      expect((await api.ann.delete(`/auth/v4/token/${made[name]}`)).status).toBe(404)
    }
    for (const wrong of ['0', '-1', '99999999999', '1e3', "1'--", 'x'.repeat(3000)])
      expect([wrong, (await api.ann.delete(`/auth/v4/token/${wrong}`)).status]).toEqual([wrong, 404])
  })

  it('is one of at most a hundred', async () => {
    const p = await api.person('collector@example.com', ['@user'])
    await api.database.pool.query(
      `insert into session (account_id, kind, token_hash, xsrf, ip)
         select $1, 'token', sha256(n::text::bytea), '', '127.0.0.1' from generate_series(1, 98) n`,
      [p.id],
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => p.post('/auth/v4/token', {})))
    expect(answers.map((a) => a.status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  })

  it('is sent to other screens of its owner, not to others', async () => {
    const { body } = await api.ann.post('/auth/v4/token', {})
    const { rows } = await api.database.pool.query(
      `select event, account_id, everyone, data::text from change where entity = 'token' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ event: 'create', account_id: api.ann.id, everyone: false, data: '{}' }])
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })
})

describe('a stolen session', () => {
  const afterPanel = async (p: { id: number; token: string }) => {
    const { key } = (await api.request('POST', `/auth/v4/user/${p.id}/key`, { token: p.token })).body
    const page = await api.request('GET', `/auth/key-v4/${key}`)
    return decodeURIComponent((page.headers.get('set-cookie') ?? '').match(/^ses6=([^;]+)/)?.[1] ?? '')
  }
  const issue = (token: string, body: object = {}) => api.request('POST', '/auth/v4/token', { token, body })
  const keyed = async (token: string, id: number) => {
    const { key } = (await api.request('POST', `/auth/v4/user/${id}/key`, { token })).body
    return (await api.request('POST', '/auth/v4/public/key', { body: { key } })).body.token as string
  }

  it('of the panel issues no token without the password or a code', async () => {
    const p = await api.person('panel@example.com', ['@user'])
    const panel = await afterPanel(p)
    expect((await api.request('GET', '/auth/v4/self/session', { token: panel })).body.kind).toBe('session')
    expect(await issue(panel)).toMatchObject({ status: 400, body: { error: { value: 'password' } } })
    expect(await issue(panel, { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { error: { value: 'password' } },
    })
    const made = await issue(panel, { password: PASSWORD, description: 'proven' })
    expect(made).toMatchObject({ status: 201, body: { expires_at: null } })
    const { secret } = (await p.post('/auth/v4/2fa')).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await p.post('/auth/v4/2fa', { code: totp.generate({ timestamp: Date.now() - 30_000 }) })
    expect(await issue(panel, { code: '000000' })).toMatchObject({ status: 401 })
    const again = await afterPanel(p)
    expect((await issue(again, { code: '000000' })).status).toBe(403)
    expect((await issue(again, { code: totp.generate() })).status).toBe(201)
    const { rows } = await api.database.pool.query(`select input::text from audit where account_id = $1`, [p.id])
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })

  it('of the panel comes to no lasting token by a one-time key either', async () => {
    const p = await api.person('keys@example.com', ['@user'])
    const panel = await afterPanel(p)
    const row = await api.database.prisma.session.findFirstOrThrow({ where: { token_hash: tokenHash(panel) as never } })
    const rest = await keyed(panel, p.id)
    expect(await issue(rest)).toMatchObject({ status: 400, body: { error: { value: 'expires_at' } } })
    expect(await issue(rest, { expires_at: tomorrow() })).toMatchObject({ status: 400 })
    const end = inUtc(new Date((row.expires_at as Date).getTime() - 1000))
    expect((await issue(await keyed(rest, p.id), { expires_at: end })).status).toBe(201)
  })

  it('of a token with an end issues nothing that ends later, by no way', async () => {
    const p = await api.person('bounded@example.com', ['@user'])
    const end = tomorrow()
    const { token } = (await issue(p.token, { expires_at: end })).body
    const later = inUtc(new Date(Date.now() + 2 * 86_400_000))
    for (const from of [token, await keyed(token, p.id), await keyed(await keyed(token, p.id), p.id)]) {
      expect((await issue(from)).status).toBe(400)
      expect(await issue(from, { expires_at: later })).toMatchObject({
        status: 400,
        body: { error: { value: 'expires_at', msg: expect.stringContaining(end) } },
      })
      const child = await issue(from, { expires_at: end })
      expect(child.status).toBe(201)
      expect((await issue(child.body.token)).status).toBe(400)
    }
    await api.admin.post('/auth/v4/setting/session_max_age', { value: 30 * 24 * 3600 })
    const { rows } = await api.database.pool.query(
      `select count(*)::int as n from session where account_id = $1 and grant_until is not null and expires_at > grant_until`,
      [p.id],
    )
    expect(rows).toEqual([{ n: 0 }])
    await api.admin.post('/auth/v4/setting/session_max_age', { value: 43_200 })
    const forever = (await issue(p.token)).body.token as string
    expect((await issue(forever)).status).toBe(201)
  })

  it('shows in the list: who issued what, with what, and from where it was used last', async () => {
    const p = await api.person('listed@example.com', ['@user'])
    const { key } = (await api.admin.post(`/auth/v4/user/${p.id}/key`)).body
    const guest = (await api.request('POST', '/auth/v4/public/key', { body: { key } })).body.token as string
    const made = await issue(guest, { description: 'by a guest' })
    await api.request('GET', '/auth/v4/whoami', { token: made.body.token, ip: '198.51.100.9' })
    const { list } = (await p.get('/auth/v4/token?orderby=id')).body
    expect(list.map((row: Record<string, unknown>) => [row.kind, row.issued_with, row.issuer, row.last_ip])).toEqual([
      ['rest', 'password', { id: p.id, email: p.email }, '127.0.0.1'],
      ['rest', 'key', { id: api.admin.id, email: 'admin@example.com' }, '127.0.0.1'],
      ['token', 'rest', { id: p.id, email: p.email }, '198.51.100.9'],
    ])
    expect((await api.admin.get('/auth/v4/token')).body.list.map((row: { id: string }) => row.id)).not.toContain(
      made.body.id,
    )
  })
})

describe('sessions and tokens of another account', () => {
  it('are listed and ended by administrators, and by no other user', async () => {
    const { id } = api.bob
    const made = (await api.bob.post('/auth/v4/token', { description: 'of bob' })).body
    const path = `/auth/v4/user/${id}/token`
    expect((await api.ann.get(path)).status).toBe(404)
    expect((await api.ann.delete(`${path}/${made.id}`)).status).toBe(404)
    expect((await api.admin.delete(`/auth/v4/user/${api.ann.id}/token/${made.id}`)).status).toBe(404)
    const rows = (await api.admin.get(`${path}?where=kind EQ 'token'`)).body.list
    expect(rows).toEqual([expect.objectContaining({ id: made.id, description: 'of bob' })])
    expect((await api.bob.get(path)).body.size).toBe((await api.admin.get(path)).body.size)
    expect((await api.admin.delete(`${path}/${made.id}`)).body).toEqual({})
    expect(await whoami(made.token)).toBe(401)
    expect((await api.admin.delete(`${path}/${made.id}`)).status).toBe(404)
  })
})

describe('with an Idempotency-Key', () => {
  const post = (key: string, body: object, path = '/auth/v4/token') =>
    api.ann.post(path, body, { headers: { 'idempotency-key': key } })

  it('50 parallel posts make one token and get 50 identical answers', async () => {
    const count = () => api.database.prisma.session.count({ where: { account_id: api.ann.id, kind: 'token' } })
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('key-1', { description: 'once' })))
    expect(answers.map((a) => a.status)).toEqual(Array(50).fill(201))
    expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1)
    expect(await count()).toBe(before + 1)
    expect((await post('key-1', { description: 'once' })).body).toEqual(answers[0]?.body)
    expect((await post('key-1', { description: 'another' })).status).toBe(409)
    // The key is the caller's own.
    const other = await api.bob.post(
      '/auth/v4/token',
      { description: 'once' },
      { headers: { 'idempotency-key': 'key-1' } },
    )
    expect(other.body.token).not.toBe(answers[0]?.body.token)
  })

  it('neither the answer nor a password of the request stands in the database', async () => {
    const { token } = (await post('key-2', {})).body
    await post('key-3', { password: 'Planted-password-1', old_password: 'wrong' }, `/vm/v3/user/${api.ann.id}/password`)
    const { rows } = await api.database.pool.query('select i::text, request_hash from idempotency i')
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|Planted`))
  })

  it('an error for lack of time is not kept', async () => {
    await api.database.pool.query('delete from sign_in_failure')
    const change = (key: string, old_password: string) =>
      post(key, { password: 'Correct-horse-2', old_password }, `/vm/v3/user/${api.ann.id}/password`)
    for (let n = 0; n < 5; n++) expect((await change(`wrong-${n}`, 'wrong')).status).toBe(403)
    expect((await change('right', 'Correct-horse-1')).status).toBe(429)
    await api.database.pool.query('delete from sign_in_failure')
    expect((await change('right', 'Correct-horse-1')).status).toBe(200)
  })
})
