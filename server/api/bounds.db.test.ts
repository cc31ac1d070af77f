import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../e2e/support/api.ts'
import { MOST_STREAMS } from '../events/streams.ts'

let api: Awaited<ReturnType<typeof testApi>>
const LIMIT = 600
beforeAll(async () => {
  api = await testApi({ rateLimit: LIMIT, metrics: { from: ['10.9.0.0/24'], token: 'a-token-of-16-characters' } })
})
afterAll(() => api.close())

let people = 0
const newcomer = () => api.person(`bounded${++people}@example.com`, ['@user'])
const together = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const count = (answers: { status: number }[], status: number) => answers.filter((a) => a.status === status).length
// biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
type Answer = any

/** A request whose body goes on for ever, and how much of it has been asked for. */
function endless(url: string, token?: string) {
  let bytes = 0
  const body = new ReadableStream<Uint8Array>({
    pull(out) {
      bytes += 16_384
      out.enqueue(new Uint8Array(16_384).fill(0x20))
    },
  })
  const headers = { 'content-type': 'application/json', ...(token && { 'x-xsrf-token': token }) }
  const init = { method: 'POST', body, duplex: 'half', headers }
  return { request: new Request(url, init as RequestInit), pulled: () => bytes }
}

const input = (value: object) => encodeURIComponent(JSON.stringify(value))

describe('a caller over its limit', () => {
  it('is told when to retry; others are not affected', async () => {
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
    expect(refused?.body[0].error.data.panel.code).toBe(9010)

    const copier = await newcomer()
    const files = await together(LIMIT / 20 + 10, () =>
      api.request('GET', '/api/export/vm/host.csv', { token: copier.token }),
    )
    expect(count(files, 429)).toBeGreaterThan(0)
  })

  it('without a session is counted by its network', async () => {
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
  const headers = { 'content-type': 'application/json' }
  // Strangers of one network share their points, and these tests ask more than a network may.
  let asked = 0
  const ask = (name: string, body: string, token?: string) =>
    api.request('POST', `/api/trpc/${name}`, { body, headers, ip: `10.1.${++asked}.1`, ...(token && { token }) })
  const signIn = (email: string) => JSON.stringify({ body: { email, password: 'x' } })

  it('takes 16 KiB before sign-in, also from API clients', async () => {
    const long = 'a'.repeat(17 * 1024)
    const refused = await ask('auth.session.signIn', signIn(long))
    expect([refused.status, refused.body.error.data.panel.code]).toEqual([413, 9009])
    expect(refused.body.error.data.panel.msg).toContain('16 KiB')
    const body = { email: long, password: 'x' }
    expect((await api.request('POST', '/auth/v4/public/token', { body })).body.error.msg).toContain('16 KiB')
    expect((await api.ann.post('/auth/v4/public/token', body)).status, 'public for who is signed in too').toBe(413)
  })

  it('takes 1 MiB from who is signed in', async () => {
    const [fits, over] = [1000, 1100].map((kib) => JSON.stringify({ body: { nonsense: 'a'.repeat(kib * 1024) } }))
    const at = async (body: string, token: string) => (await ask('auth.user.preferences', body, token)).status
    expect([await at(fits as string, api.ann.token), await at(over as string, api.ann.token)]).toEqual([404, 404])
    const own = async (body: string | undefined, who = api.ann) =>
      (await ask('auth.token.create', body as string, who.token)).status
    expect([await own(fits), await own(over)]).toEqual([400, 413])
  })

  it('takes a file as it is, over REST alone, from who may send it, and reads no further than its bound', async () => {
    const path = '/dci/v3/import?format=csv&kind=cpu_socket'
    const large = `name,note\n${Array.from({ length: 3000 }, (_, n) => `S${n},${'a'.repeat(1000)}\n`).join('')}`
    const { status, body } = await api.admin.post(path, large)
    expect([status, body.total]).toEqual([200, 3000])
    const [users, administrators] = [api.ann, api.admin].map(({ token }) => endless(`http://panel.test${path}`, token))
    expect((await api.handle(users!.request)).status).toBe(403)
    expect(users!.pulled()).toBeLessThan(200 * 1024)
    expect((await api.handle(administrators!.request)).status).toBe(413)
    expect(administrators!.pulled()).toBeLessThan(17 * 1024 * 1024)
    const key = await api.admin.post(path, 'name\n', { headers: { 'idempotency-key': 'a' } })
    expect([key.status, key.body.error.value]).toEqual([400, 'Idempotency-Key'])
    const panel = (await ask('dci.import.run', JSON.stringify({ query: {} }), api.admin.token)).body.error.data.panel
    expect(panel.msg).toBe('The file is missing: it is the body of a request over REST')
    expect((await api.admin.post(`${path}&colour=red`, 'name\n')).body.error).toMatchObject({
      code: 3008,
      value: 'colour',
    })
  })

  it('reads nothing of a body that its sender may not send', async () => {
    for (const [path, shape] of [
      ['/api/trpc/vm.host.create', (body: Answer) => body.error.data.panel.code],
      ['/vm/v3/host', (body: Answer) => body.error.code],
    ] as const) {
      const { request, pulled } = endless(`http://panel.test${path}`)
      const response = await api.handle(request)
      expect([response.status, shape(await response.json())], path).toEqual([401, 1000])
      expect(pulled(), path).toBeLessThan(200 * 1024)
    }
  })

  it('stops reading a body without a length at its bound', async () => {
    const { request, pulled } = endless('http://panel.test/auth/v4/public/token')
    expect((await api.handle(request)).status).toBe(413)
    expect(pulled()).toBeLessThan(200 * 1024)
  })

  it('answers each call of a batch by itself, of private and public ones together', async () => {
    const both = await ask('auth.session.signIn,vm.host.create?batch=1', JSON.stringify({ 0: {}, 1: {} }))
    expect(both.body.map((one: Answer) => one.error.data.panel.code)).toEqual([9000, 1000])
    const long = JSON.stringify({ 0: { body: { email: 'a'.repeat(17 * 1024), password: 'x' } }, 1: {} })
    const refused = await ask('auth.session.signIn,vm.host.create?batch=1', long)
    expect([refused.body].flat()[0].error.data.panel.code).toBe(9009)
  })

  it('brings 5,000 values at most, nested or not, counted before they are parsed', async () => {
    for (const value of ['['.repeat(30_000), `{"a":${'['.repeat(30_000)}`, `[${'{},'.repeat(25_000)}{}]`])
      expect(await api.ann.post('/auth/v4/token', value)).toMatchObject({
        status: 413,
        body: { error: { code: 9009 } },
      })
    const deep = `{"body":{"description":${'['.repeat(4900)}${']'.repeat(4900)}}}`
    const refused = await ask('auth.token.create', deep, api.ann.token)
    expect([refused.status, refused.body.error.data.panel.code]).toEqual([400, 9000])
    expect(refused.body.error.data.panel.msg).toContain('nested')
    for (const wide of [
      Array(1001).fill(1),
      Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, 1])),
    ]) {
      const many = await api.ann.post('/auth/v4/token', { description: wide })
      expect([many.status, many.body.error.value], 'a list').toEqual([400, 'description'])
    }
  })

  it('is not unpacked, whatever it claims to be', async () => {
    const { status, body } = await api.request('POST', '/auth/v4/public/token', {
      body: 'x',
      ip: '10.2.2.1',
      headers: { 'content-encoding': 'gzip' },
    })
    expect([status, body.error.value]).toEqual([400, 'content-encoding'])
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    const posted = await api.request('POST', '/api/trpc/auth.session.signIn', {
      body: '--x',
      headers: form,
      ip: '10.2.1.1',
    })
    expect(posted.body.error.data.panel.code).toBe(9000)
  })

  it('carries 50 calls at most', async () => {
    const many = `/api/trpc/${Array(51).fill('auth.user.whoami').join(',')}?batch=1&input=%7B%7D`
    const { body } = await api.ann.get(many)
    expect(body[0].error.data.panel).toMatchObject({ code: 9000, msg: expect.stringContaining('50') })
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
    expect(answer.body.error.data.panel.code).toBe(code)
    expect(answer.body.error.data.panel.msg).not.toContain('fault')
  })
})

describe('the figures for Prometheus', () => {
  const read = async (ip: string, headers: Record<string, string> = {}) =>
    (await api.request('GET', '/metrics', { ip, headers })).status

  it('are for the addresses that were named, and for who has the token', async () => {
    expect([await read('10.9.0.7'), await read('127.0.0.1'), await read('10.9.1.7')]).toEqual([200, 404, 404])
    const lie = { 'x-forwarded-for': '10.9.0.7' }
    expect(await read('127.0.0.1', lie), 'no proxy is trusted here').toBe(404)
    expect(await read('198.51.100.1', { authorization: 'Bearer a-token-of-16-characters' })).toBe(200)
    for (const wrong of ['a-token-of-16-character', 'a-token-of-16-characters2', ''])
      expect(await read('198.51.100.1', { authorization: `Bearer ${wrong}` })).toBe(404)
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
    'that is no operation is 404, code 1106: %s',
    async (path) => {
      const { status, body } = await api.admin.get(path)
      expect([status, body.error?.data?.panel.code ?? body.error?.code]).toEqual([404, 1106])
    },
  )

  it('of a body may begin with a byte order mark', async () => {
    expect((await api.ann.post('/auth/v4/self/preferences', '\ufeff{}')).status).toBe(200)
  })
})
