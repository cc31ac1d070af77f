import { expect, test } from '@playwright/test'
import { ADMIN, type PanelProcess, startPanel } from './support/panel-process.ts'
import { type PlainAnswer, type PlainRequest, plainHttp } from './support/plain-http.ts'

// The API has two entrances: the panel's own server, and Next's route handlers under a plain `next start`. Both have to
// give the same answers, and neither may accept a forged client address.

/** The proxy that both panels trust; all others come from other addresses of the loopback network. */
const PROXY = '127.0.0.99'
const WRITTEN_BY_CLIENT = {
  'x-forwarded-for': PROXY,
  'x-real-ip': PROXY,
  forwarded: `for=${PROXY}`,
  'x-datahall-client': `guess ${PROXY}`,
  'x-datahall-peer': `guess ${PROXY}`,
  'x-datahall-path': '/healthz',
}

let panels: PanelProcess[] = []
test.beforeAll(async () => {
  const env = { DATAHALL_TRUSTED_PROXIES: PROXY, DATAHALL_METRICS: '127.0.0.1' }
  for (const from of ['build', 'next'] as const) panels.push(await startPanel({ from, env }))
})
test.afterAll(async () => {
  for (const panel of panels) await panel.stop()
  panels = []
})

/** What differs between two panels although they do the same: tokens, nonces, moments, and how long something took. */
const alike = (text: string) =>
  text
    .replaceAll(/\d+-[0-9a-f]{8}-[0-9a-f-]{27}/g, 'TOKEN')
    .replaceAll(/nonce(=|":)\\?"[^"]+"/g, 'NONCE')
    .replaceAll(/"xsrf(_token)?":"[^"]+"/g, '"xsrf":"X"')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00:?00)?/g, 'MOMENT')
    .replaceAll(/try again in \d+ seconds/g, 'try again in N seconds')

const COMPARED = ['content-type', 'cache-control', 'etag', 'location', 'x-content-type-options', 'x-frame-options']

function comparable({ status, headers, body }: PlainAnswer) {
  return {
    status,
    headers: Object.fromEntries(COMPARED.map((name) => [name, headers[name]])),
    cookies: alike(JSON.stringify(headers['set-cookie'] ?? [])),
    waits: headers['retry-after'] !== undefined,
    body: typeof body === 'string' ? alike(body).slice(0, 2000) : JSON.parse(alike(JSON.stringify(body))),
  }
}

/** Sends to both entrances, checks that they agree, and returns the answer of the panel's own server. */
async function both(path: string, given: PlainRequest | ((n: number) => PlainRequest) = {}) {
  const answers = await Promise.all(
    panels.map((panel, n) => plainHttp(panel.address, path, typeof given === 'function' ? given(n) : given)),
  )
  const [own, next] = answers as [PlainAnswer, PlainAnswer]
  expect(comparable(next), path).toEqual(comparable(own))
  return { ...own, each: answers }
}

const json = (value: unknown) => JSON.stringify(value)

async function signIn(who: { email: string; password: string } = ADMIN, given: PlainRequest = {}) {
  const answer = await both('/auth/v4/public/token', { body: json(who), ...given })
  const tokens = answer.each.map((one) => one.body.token as string)
  const cookies = answer.each.map((one) => one.headers['set-cookie']?.[0]?.split(';')[0] ?? '')
  const as = (n: number, more: PlainRequest = {}): PlainRequest => ({
    ...more,
    headers: { 'x-xsrf-token': tokens[n] as string, ...more.headers },
  })
  return {
    status: answer.status,
    tokens,
    cookies,
    ask: (path: string, more?: PlainRequest) => both(path, (n) => as(n, more)),
  }
}

test('both doors answer the same: people, lists, records, changes, refusals', async () => {
  const admin = await signIn()
  expect(admin.status).toBe(201)
  expect((await admin.ask('/auth/v4/whoami')).body).toMatchObject({ email: ADMIN.email, roles: ['@admin'] })

  const pool = await admin.ask('/ip/v3/ippool', { body: json({ name: 'a pool' }) })
  expect(pool.status).toBe(200)
  const path = `/vm/v3/ippool/${pool.body.id}`
  const shown = await admin.ask(path)
  expect(shown.headers.etag).toMatch(/^"\d+"$/)
  expect((await admin.ask("/vm/v3/ippool?where=name%20EQ%20'a+pool'&orderby=id&limit=0,5")).body.list).toHaveLength(1)
  expect((await admin.ask('/api/vm/v3/ippool/')).body.list).toHaveLength(1)
  expect((await admin.ask('/dci/v3/ipmgr/ippool')).body.list).toHaveLength(1)
  expect(
    (await admin.ask(`/ip/v3/ippool/${pool.body.id}`, { body: json({ name: 'b' }), headers: { 'if-match': '"999"' } }))
      .status,
  ).toBe(409)
  const key = { 'idempotency-key': 'doors-1' }
  const once = await admin.ask('/ip/v3/ippool', { body: json({ name: 'once' }), headers: key })
  expect((await admin.ask('/ip/v3/ippool', { body: json({ name: 'once' }), headers: key })).body).toEqual(once.body)
  expect((await admin.ask(`/vm/v3/ippool/${once.body.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await admin.ask(`/vm/v3/ippool/${once.body.id}`)).status).toBe(404)

  const refusals: [status: number, code: number | null, path: string, given?: PlainRequest][] = [
    [404, 1106, '/vm/v3/no/such/operation'],
    [404, 1106, '/vm/v3/ippool', { method: 'PUT', body: '{}' }],
    [404, 1106, '/vm/v3'],
    [404, 1106, '/api/dci/v3/nothing'],
    [404, 3080, '/vm/v3/host/424242'],
    [400, 3008, '/ip/v3/ippool', { body: json({ name: 'x', colour: 'red' }) }],
    [400, 9000, '/ip/v3/ippool', { body: '{"name": ' }],
    [400, 9001, '/vm/v3/host?where=name%20LIKES%20x'],
    [400, 9000, '/vm/v3/host/abc'],
    [413, 9009, '/ip/v3/ippool', { body: json({ name: 'x'.repeat(3 * 1024 * 1024) }) }],
    [413, 9009, '/auth/v4/public/token', { body: json({ email: 'x'.repeat(17 * 1024), password: 'x' }) }],
    [400, 9000, '/healthz', { headers: { host: 'evil.example/@' } }],
    [400, 9000, 'http://evil.example/sign-in'],
  ]
  for (const [status, code, where, given] of refusals)
    expect(await admin.ask(where, given), where).toMatchObject({ status, body: { error: { code } } })
  expect((await both('/vm/v3/host')).status).toBe(401)
  expect((await both('/vm/v9/host')).body).toMatchObject({ error: { code: 1106 } })
  expect((await both('/sign-in', { body: 'x'.repeat(100 * 1024) })).status, 'a page takes no such body').toBe(413)
  for (const [where, given] of [
    [
      '/sign-in',
      { body: '[]', headers: { 'next-action': 'a'.repeat(40), 'content-type': 'text/plain;charset=UTF-8' } },
    ],
    ['/hosts', { method: 'PUT', body: '{}' }],
  ] as const)
    expect((await both(where, given)).status, 'a page is for reading').toBe(405)
  expect((await both('/_next/image?url=%2Fx.png&w=64&q=75')).status).toBe(404)
  expect((await admin.ask(`/auth/v4/token/${'x'.repeat(40)}`, { method: 'DELETE' })).status).toBe(404)
})

test('both doors serve the documents, health, and exports', async () => {
  const admin = await signIn()
  for (const name of ['vm', 'dci', 'auth', 'ip', 'proxy'])
    expect((await both(`/openapi/${name}.json`)).body.openapi).toBe('3.1.0')
  expect((await both('/swagger/')).body).toContain('swagger-ui.css')
  expect((await both('/swagger/swagger-ui.css')).status).toBe(200)
  expect((await both('/healthz')).body).toEqual({ status: 'ok' })
  expect((await both('/readyz')).body).toEqual({ status: 'ready' })
  expect((await admin.ask('/api/export/vm/ippool.csv')).headers['content-type']).toContain('text/csv')
  const metrics = (panel: PanelProcess, given: PlainRequest) => plainHttp(panel.address, '/metrics', given)
  for (const panel of panels) {
    expect((await metrics(panel, {})).body).toContain('datahall_request_seconds')
    const lie = { from: '127.0.0.41', headers: { 'x-forwarded-for': '127.0.0.1' } }
    expect((await metrics(panel, lie)).status).toBe(404)
  }
})

test('neither entrance takes a cookie from a page of another site', async () => {
  const admin = await signIn()
  const attempt = (headers: Record<string, string>) =>
    both('/ip/v3/ippool', (n) => ({
      body: json({ name: 'forged' }),
      headers: { cookie: admin.cookies[n] as string, ...headers },
    }))
  expect((await attempt({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await attempt({ origin: 'https://evil.example', host: 'evil.example' })).status).not.toBe(200)
  expect((await attempt({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('neither door believes a client about its address: access lists hold, and guessing is counted', async () => {
  const admin = await signIn()
  const dora = { email: 'dora@example.com', password: 'Correct-horse-3' }
  const made = await admin.ask('/auth/v4/user', { body: json({ ...dora, role: '@user' }) })
  expect(made.status).toBe(200)
  const list = { name: 'home', ip_list: ['127.0.0.40', PROXY], members: [String(made.body.id)] }
  expect((await admin.ask('/auth/v4/acl', { body: json(list) })).status).toBe(200)

  const home = await signIn(dora, { from: '127.0.0.40' })
  expect(home.status).toBe(201)
  expect((await home.ask('/auth/v4/whoami', { from: '127.0.0.40' })).status).toBe(200)
  const lies = { from: '127.0.0.41', headers: { ...WRITTEN_BY_CLIENT } }
  expect((await signIn(dora, lies)).status).toBe(403)
  expect((await home.ask('/auth/v4/whoami', lies)).status).toBe(401)
  expect(
    (await home.ask('/auth/v4/whoami', { ...lies, headers: { ...lies.headers, 'x-forwarded-for': '127.0.0.40' } }))
      .status,
  ).toBe(401)

  // Through the trusted proxy the last hop counts, and what the client wrote before it does not.
  const proxied = (forwarded: string) => ({ from: PROXY, headers: { 'x-forwarded-for': forwarded } })
  expect((await signIn(dora, proxied('127.0.0.40'))).status).toBe(201)
  expect((await signIn(dora, proxied('127.0.0.40, 198.51.100.7'))).status).toBe(403)

  const guess = (n: number) =>
    both('/auth/v4/public/token', {
      body: json({ email: `nobody${n}@example.com`, password: 'wrong' }),
      from: '127.7.7.7',
      headers: { 'x-forwarded-for': `198.51.${n}.1` },
    })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await guess(n)).status)
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill(403))
  expect(statuses.at(-1)).toBe(429)
})
