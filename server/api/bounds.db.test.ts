import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../e2e/support/api.ts'
import { MOST_STREAMS } from '../events/streams.ts'

let api: Awaited<ReturnType<typeof testApi>>
const LIMIT = 600
beforeAll(async () => {
  api = await testApi({ rateLimit: LIMIT })
})
afterAll(() => api.close())

let people = 0
const newcomer = () => api.person(`bounded${++people}@example.com`, ['@user'])
const together = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const count = (answers: { status: number }[], status: number) => answers.filter((a) => a.status === status).length
const input = (value: object) => encodeURIComponent(JSON.stringify({ json: value }))

describe('whoever asks too much', () => {
  it('is told when to come back; others are not', async () => {
    const greedy = await newcomer()
    const answers = await together(LIMIT + 60, () => greedy.get('/auth/v4/whoami'))
    expect(count(answers, 200)).toBeGreaterThanOrEqual(LIMIT)
    const refused = answers.find((a) => a.status === 429)
    expect(refused?.body.error).toMatchObject({ code: 9010, msg: expect.stringContaining('slow down') })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await api.ann.get('/auth/v4/whoami')).status).toBe(200)
  })

  it('pays more for changes, for each call of a batch, and for files', async () => {
    const writer = await newcomer()
    const written = await together(LIMIT / 5 + 20, () => writer.post('/auth/v4/self/preferences', {}))
    expect(count(written, 429)).toBeGreaterThan(0)
    expect(count(written, 200)).toBeLessThan(LIMIT / 5 + 15)

    const batcher = await newcomer()
    const calls = Array(40).fill('auth.user.whoami').join(',')
    const asked = await together(LIMIT / 40 + 10, () =>
      api.request('GET', `/api/trpc/${calls}?batch=1&input=%7B%7D`, { token: batcher.token }),
    )
    expect(count(asked, 429)).toBeGreaterThan(0)
    const refused = asked.find((a) => a.status === 429)
    expect(refused?.headers.get('retry-after')).toBeTruthy()
    expect(refused?.body[0].error.json.data.panel.code).toBe(9010)

    const copier = await newcomer()
    const files = await together(LIMIT / 20 + 10, () =>
      api.request('GET', '/api/export/vm/host.csv', { token: copier.token }),
    )
    expect(count(files, 429)).toBeGreaterThan(0)
  })

  it('without a session is counted by his network', async () => {
    const answers = await together(LIMIT / 10 + 20, () => api.request('GET', '/auth/v4/whoami', { ip: '198.51.100.9' }))
    expect(count(answers, 401)).toBeGreaterThanOrEqual(LIMIT / 10)
    expect(count(answers, 429)).toBeGreaterThan(0)
    expect((await api.request('GET', '/auth/v4/whoami', { ip: '198.51.101.9' })).status).toBe(401)
  })

  it('holds no more streams open than an account may', async () => {
    const reader = await newcomer()
    // The points of one session are not enough for so many.
    const tokens = [reader.token]
    for (const ip of ['203.0.113.1', '203.0.114.1']) {
      const body = { email: reader.email, password: PASSWORD }
      tokens.push((await api.request('POST', '/auth/v4/public/token', { body, ip })).body.token)
    }
    const open = (n: number) => api.fetch('/api/events', { token: tokens[n % tokens.length] as string })
    const streams = []
    for (let n = 0; n < MOST_STREAMS; n++) streams.push(await open(n))
    expect(streams.map((s) => s.status)).toEqual(Array(MOST_STREAMS).fill(200))
    expect((await open(0)).status).toBe(429)
    await streams.pop()?.body?.cancel()
    streams.push(await open(1))
    expect(streams.at(-1)?.status).toBe(200)
    for (const stream of streams) await stream.body?.cancel()
  })
})

describe('a call of the screens', () => {
  it('over 2 MiB is refused before it is read, with and without its length', async () => {
    const body = JSON.stringify({ json: { body: { email: 'a'.repeat(3 * 1024 * 1024), password: 'x' } } })
    const headers = { 'content-type': 'application/json' }
    expect(await api.request('POST', '/api/trpc/auth.session.signIn', { body, headers })).toMatchObject({
      status: 413,
      body: { error: { code: 9009 } },
    })
  })

  it('carries 50 calls at most', async () => {
    const many = `/api/trpc/${Array(51).fill('auth.user.whoami').join(',')}?batch=1&input=%7B%7D`
    const { body } = await api.ann.get(many)
    expect(body[0].error.json.data.panel).toMatchObject({ code: 9000, msg: expect.stringContaining('50') })
  })

  it.each([
    ['GET', '/api/trpc/no.such', undefined, 1106],
    ['POST', '/api/trpc/auth.session.signIn', '{', 9000],
    ['GET', `/api/trpc/auth.token.create?input=${input({ body: {} })}`, undefined, 9000],
  ] as const)('that cannot be understood is no fault of ours: %s %s', async (method, path, body, code) => {
    const answer = await api.request(method, path, {
      token: api.ann.token,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    expect(answer.body.error.json.data.panel.code).toBe(code)
    expect(answer.body.error.json.data.panel.msg).not.toContain('fault')
  })
})

describe('If-Match', () => {
  it('is refused where nothing compares it, and nothing is done', async () => {
    const { body } = await api.ann.post('/auth/v4/token', { description: 'kept' })
    const refused = await api.ann.delete(`/auth/v4/token/${body.id}`, { headers: { 'if-match': '"1"' } })
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 9002, value: 'If-Match' } } })
    expect((await api.request('GET', '/auth/v4/whoami', { token: body.token })).status).toBe(200)
  })
})

describe('an address', () => {
  it('of a one-time key takes the leading /api as well', async () => {
    const { body } = await api.ann.post(`/auth/v4/user/${api.ann.id}/key`)
    expect((await api.request('GET', `/api/auth/key-v4/${body.key}`)).status).toBe(302)
  })

  it.each(['/vm/v2/host', '/api/auth/v5/whoami', '/api/nosuch', '/auth/key-v4', '/api/trpc'])(
    'that nobody answers is 404, code 1106: %s',
    async (path) => {
      const { status, body } = await api.admin.get(path)
      expect([status, body.error?.code ?? body.error?.json.data.panel.code]).toEqual([404, 1106])
    },
  )

  it('of a body may begin with a byte order mark', async () => {
    expect((await api.ann.post('/auth/v4/self/preferences', '\ufeff{}')).status).toBe(200)
  })
})
