import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD, testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  vi.useRealTimers()
  await api.close()
})
// The clock of the process stands in the middle of a step, so that no step ends between making a code and giving it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / 30_000) + 0.5) * 30_000 })
})

let people = 0
/** A user with the second factor on, from a network of their own; `code(n)` is the code n steps from now. */
async function withSecondFactor() {
  const n = ++people
  const p = await api.person(`factor${n}@example.com`, ['@user'])
  const ip = `203.0.${n}.1`
  const request = (method: string, path: string, token: string, body?: unknown) =>
    api.request(method, path, { token, body, ip })
  const { secret } = (await request('POST', '/auth/v4/2fa', p.token, {})).body as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  const confirmed = await request('POST', '/auth/v4/2fa', p.token, { code: code(-1) })
  const recovery = confirmed.body.recovery_codes as string[]
  const signIn = () =>
    api.request('POST', '/auth/v4/public/token', { body: { email: p.email, password: PASSWORD }, ip })
  const give = (token: string, value: string) => request('POST', '/auth/v4/public/token/2fa', token, { code: value })
  return { ...p, ip, secret, code, recovery, confirmed, signIn, give, request }
}

describe('setting up the second factor', () => {
  it('takes a secret and a code of it, and answers ten recovery codes once', async () => {
    const p = await api.person('setup@example.com', ['@user'])
    const offered = (await p.post('/auth/v4/2fa')).body
    expect(offered.url).toMatch(/^otpauth:\/\/totp\/Datahall:setup%40example\.com\?issuer=Datahall&secret=/)
    expect((await p.get('/auth/v4/whoami')).body.is_2fa_enabled).toBe(false)
    expect((await p.post('/auth/v4/2fa', { code: '000000' })).status).toBe(403)
    // A new secret replaces one that was never confirmed.
    const { secret } = (await p.post('/auth/v4/2fa')).body
    expect(secret).not.toBe(offered.secret)
    const codeOf = (base32: string) => new TOTP({ secret: Secret.fromBase32(base32) }).generate()
    expect((await p.post('/auth/v4/2fa', { code: codeOf(offered.secret) })).status).toBe(403)
    const { body } = await p.post('/auth/v4/2fa', { code: codeOf(secret) })
    expect(body.recovery_codes).toHaveLength(10)
    expect(body.recovery_codes.every((c: string) => /^\d{8}$/.test(c))).toBe(true)
    expect((await p.get('/auth/v4/whoami')).body.is_2fa_enabled).toBe(true)
    expect((await p.post('/auth/v4/2fa')).status).toBe(409)
    expect((await p.post('/auth/v4/2fa', { code: codeOf(secret) })).status).toBe(403)
  })

  it('ends the sessions that never gave it', async () => {
    const p = await api.person('others@example.com', ['@user'])
    const other = (await api.request('POST', '/auth/v4/public/token', { body: { email: p.email, password: PASSWORD } }))
      .body.token
    const { secret } = (await p.post('/auth/v4/2fa')).body
    await p.post('/auth/v4/2fa', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
    expect((await api.request('GET', '/auth/v4/whoami', { token: other })).status).toBe(401)
    expect((await p.get('/auth/v4/whoami')).status).toBe(200)
  })

  it('keeps the secret sealed and the recovery codes as fingerprints', async () => {
    const p = await withSecondFactor()
    const { rows } = await api.database.pool.query('select a::text from account a where id = $1', [p.id])
    for (const planted of [p.secret, ...p.recovery]) expect(rows[0].a).not.toContain(planted)
    const audit = await api.database.pool.query('select a::text from audit a where account_id = $1', [p.id])
    for (const planted of [p.secret, p.code(-1), ...p.recovery])
      expect(JSON.stringify(audit.rows)).not.toContain(planted)
  })
})

describe('signing in with it', () => {
  it('owes the code: until then the token is good for giving it and for leaving only', async () => {
    const p = await withSecondFactor()
    const { status, body } = await p.signIn()
    expect([status, body.confirmed]).toEqual([201, false])
    for (const [method, path] of [
      ['GET', '/auth/v4/whoami'],
      ['GET', '/auth/v4/self/session'],
      ['GET', '/auth/v4/token'],
      ['POST', '/auth/v4/token'],
      ['POST', '/auth/v4/2fa'],
      ['GET', '/vm/v3/account'],
      ['POST', `/vm/v3/user/${p.id}/password`],
      ['POST', `/auth/v4/user/${p.id}/key`],
      ['GET', '/api/events'],
    ])
      expect([
        path,
        (await p.request(method as string, path as string, body.token, method === 'POST' ? {} : undefined)).status,
      ]).toEqual([path, 401])
    // Not even the owner's other sessions can be ended with it.
    expect((await p.request('DELETE', `/auth/v4/token/${p.token}`, body.token)).status).toBe(404)
    const given = await p.give(body.token, p.code())
    expect(given).toMatchObject({ status: 201, body: { confirmed: true } })
    expect(given.body.token).not.toBe(body.token)
    expect((await p.request('GET', '/auth/v4/whoami', given.body.token)).status).toBe(200)
    expect((await p.give(body.token, p.code(1))).status).toBe(401)
    expect((await p.give(given.body.token, p.code(1))).status).toBe(409)
  })

  it('takes codes one step early or late, and no others', async () => {
    const p = await withSecondFactor()
    for (const [steps, status] of [
      [-2, 403],
      [2, 403],
      [0, 201],
      [1, 201],
    ] as const) {
      const { token } = (await p.signIn()).body
      expect([steps, (await p.give(token, p.code(steps))).status]).toEqual([steps, status])
    }
  })

  it('takes a code once, also when it is given twenty times at the same moment', async () => {
    const p = await withSecondFactor()
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => (await p.signIn()).body.token as string))
    const answers = await Promise.all(tokens.flatMap((t) => [t, t, t, t]).map((t) => p.give(t, p.code())))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
    await api.database.pool.query('delete from sign_in_failure')
    const { token } = (await p.signIn()).body
    expect((await p.give(token, p.code())).status).toBe(403)
    expect((await p.give(token, p.code(-1))).status).toBe(403)
    expect((await p.give(token, p.code(1))).status).toBe(201)
  })

  it('takes each recovery code once', async () => {
    const p = await withSecondFactor()
    const [first = '', second = ''] = p.recovery
    const use = async (code: string) => (await p.give((await p.signIn()).body.token, code)).status
    expect([await use(first), await use(first), await use(second)]).toEqual([201, 403, 201])
    const q = await withSecondFactor()
    expect((await q.give((await q.signIn()).body.token, p.recovery[2] as string)).status).toBe(403)
  })

  it('stops after five wrong codes, also for the right one, whatever session they were given for', async () => {
    const p = await withSecondFactor()
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => (await p.signIn()).body.token as string))
    for (const [n, token] of tokens.entries()) expect((await p.give(token, `00000${n}`)).status).toBe(403)
    const refused = await p.give(tokens[0] as string, p.code())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('refuses what is no code before it counts', async () => {
    const p = await withSecondFactor()
    const { token } = (await p.signIn()).body
    for (const code of ['', '12345', '123456789', 'abcdef', 123456, null])
      expect([code, (await p.request('POST', '/auth/v4/public/token/2fa', token, { code })).status]).toEqual([
        code,
        400,
      ])
    expect((await p.give(token, p.code())).status).toBe(201)
  })
})

describe('turning it off', () => {
  it('takes a code', async () => {
    const p = await withSecondFactor()
    const off = (code: string) => p.request('DELETE', '/auth/v4/2fa', p.token, { code })
    expect((await off('000000')).status).toBe(403)
    expect((await off(p.code())).body).toEqual({})
    expect((await p.signIn()).body.confirmed).toBe(true)
    expect((await off(p.code(1))).status).toBe(403)
  })

  it('can be turned off by administrators for a user; it ends the user’s sessions', async () => {
    const p = await withSecondFactor()
    const path = `/auth/v4/user/${p.id}/2fa`
    expect((await api.bob.delete(path)).status).toBe(403)
    expect((await api.admin.delete(path)).body).toEqual({ id: p.id })
    expect((await p.request('GET', '/auth/v4/whoami', p.token)).status).toBe(401)
    expect((await p.signIn()).body.confirmed).toBe(true)
    expect((await api.admin.delete(`/auth/v4/user/${api.admin.id}/2fa`)).status).toBe(400)
  })
})
