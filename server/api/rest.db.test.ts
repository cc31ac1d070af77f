import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const signIn = (options: object = {}) =>
  api.request('POST', '/auth/v4/public/token', { body: { email: 'ann@example.com', password: PASSWORD }, ...options })

describe('the request', () => {
  it.each(['/auth/v4/whoami', '/api/auth/v4/whoami', '/auth/v4/whoami/', '/api/auth/v4/whoami/'])(
    'is found at %s',
    async (path) => {
      expect((await api.ann.get(path)).body.email).toBe('ann@example.com')
    },
  )

  it('is parsed as JSON whatever its content type says', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect((await signIn({ headers: type ? { 'content-type': type } : {} })).status).toBe(201)
  })

  it.each([
    ['no JSON', '{', 9000, ''],
    ['an unlisted property', { email: 'a', password: 'b', extra: 1 }, 3008, 'extra'],
    ['a missing field', { email: 'a' }, 9000, 'password'],
    ['a wrong type', { email: 1, password: 'b' }, 9000, 'email'],
    ['a list', [], 9000, ''],
    ['the character NUL', { email: 'a\0', password: 'b' }, 9000, 'email'],
    ['NUL within', { email: 'a', password: { x: ['b', 'c\0'] } }, 9000, 'password.x.1'],
    ['NUL in a name', { 'email\0': 'a', password: 'b' }, 9000, ''],
    ['half of a character', { email: 'a', password: '\ud800' }, 9000, 'password'],
    ['nesting without end', `{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`, 9000, 'a'],
  ])('with %s is refused with 400', async (_, body, code, value) => {
    const answer = await api.request('POST', '/auth/v4/public/token', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code, value })
  })

  it('to an unknown path or with another method answers 404, code 1106', async () => {
    for (const [method, path] of [
      ['GET', '/vm/v3/nothing'],
      ['POST', '/auth/v4/whoami'],
    ] as const)
      expect(await api.request(method, path, { token: api.ann.token })).toMatchObject({
        status: 404,
        body: { error: { code: 1106 } },
      })
  })

  it('too long for a sign-in answers 413', async () => {
    const body = { email: 'a', password: 'x'.repeat(3 * 1024 * 1024) }
    expect((await api.request('POST', '/auth/v4/public/token', { body })).status).toBe(413)
  })
})

describe('signing in', () => {
  it('answers 201 with the token object and a cookie', async () => {
    const { status, body, headers } = await signIn()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      token: expect.stringMatching(/^\d+-[0-9a-f-]{36}$/),
      confirmed: true,
      expires_at: null,
    })
    expect(headers.get('set-cookie')).toMatch(/^ses6=.*HttpOnly; SameSite=Lax/)
  })

  it.each([
    ['x-xsrf-token', (token: string) => ({ 'x-xsrf-token': token })],
    ['ISP-Session', (token: string) => ({ 'ISP-Session': token })],
    ['the cookie ses6', (token: string) => ({ cookie: `a=b; ses6=${token}` })],
  ])('makes a token that %s carries', async (_, headers) => {
    const { body } = await signIn()
    expect((await api.request('GET', '/auth/v4/whoami', { headers: headers(body.token) as never })).status).toBe(200)
  })

  it('answers 401, code 1000 without a token or with an unknown one', async () => {
    for (const headers of [{}, { 'x-xsrf-token': '1-nonsense' }] as Record<string, string>[])
      expect(await api.request('GET', '/auth/v4/whoami', { headers })).toMatchObject({
        status: 401,
        body: { error: { code: 1000 } },
      })
  })

  it('answers 403, never 401, for a wrong password', async () => {
    const answer = await api.request('POST', '/auth/v4/public/token', {
      body: { email: 'ann@example.com', password: 'wrong' },
    })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 3001 } } })
  })

  it('refuses a browser that changes something with the cookie alone, or from elsewhere', async () => {
    const { body } = await signIn()
    const session = await api.database.prisma.session.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const cookie = `ses6=${body.token}`
    const own = 'http://panel.test'
    const tries: [Record<string, string>, number][] = [
      [{ cookie, origin: own }, 403],
      [{ cookie, referer: `${own}/hosts` }, 403],
      [{ cookie, origin: 'https://evil.example', 'x-xsrf-token': session.xsrf }, 403],
      [{ cookie, origin: 'null', 'x-xsrf-token': session.xsrf }, 403],
      [{ cookie, origin: own, 'x-xsrf-token': session.xsrf, host: 'panel.test' }, 404],
      [{ cookie }, 404], // a program, no browser: the cookie is enough; there is no such token, so 404
    ]
    for (const [headers, status] of tries)
      expect([headers, (await api.request('DELETE', '/auth/v4/token/999999', { headers })).status]).toEqual([
        headers,
        status,
      ])
  })

  it('ends with the session', async () => {
    const { body } = await signIn()
    const ended = await api.request('DELETE', `/auth/v4/token/${body.token}`, { token: body.token })
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^ses6=; Max-Age=0;/)])
    expect((await api.request('GET', '/auth/v4/whoami', { token: body.token })).status).toBe(401)
  })
})

it('leaves one audit record per change, without the secret', async () => {
  const count = () => api.database.prisma.audit.count()
  const before = await count()
  await signIn()
  expect(await count()).toBe(before + 1)
  const last = await api.database.prisma.audit.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(last).toMatchObject({ operation: 'POST /auth/v4/public/token', account_id: api.ann.id, entity: 'session' })
  expect(JSON.stringify(last.input)).not.toContain(PASSWORD)
})
