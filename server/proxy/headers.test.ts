import { describe, expect, it } from 'vitest'
import { forUpstream, fromUpstream, isolation } from './headers.ts'
import { CookieJar } from './jar.ts'
import { foreignRequest, ownOrigin } from './origin.ts'
import { withCookieScript } from './page-cookies.ts'

const place = { address: '10.0.0.5', port: 8443, tls: true }
const own = 'https://panel.test:42000'
const TOKEN = '4-e9726dd9-61d9-2940-add3-914851d2cb8a'
const one = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

describe('what a controller gets', () => {
  it('says nothing of the panel, of the caller or of the way', () => {
    const sent = forUpstream(
      one({
        host: 'panel.test:42000',
        cookie: `ses6=${TOKEN}`,
        origin: own,
        referer: `${own}/page?x`,
        authorization: `Bearer ${TOKEN}`,
        'x-xsrf-token': TOKEN,
        'isp-session': TOKEN,
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-server-addr': '169.254.0.17',
        'x-original-url': '/admin',
        'x-rewrite-url': '/admin',
        via: '1.1 x',
        connection: 'keep-alive, X-Secret-Hop',
        'x-secret-hop': '1',
        te: 'trailers',
        'proxy-authorization': 'Basic x',
        accept: 'text/html',
        'x-csrftoken': 'of the controller',
      }),
      place,
      own,
      'SID=1',
    )
    expect(sent).toEqual({
      host: '10.0.0.5:8443',
      cookie: 'SID=1',
      origin: 'https://10.0.0.5:8443',
      referer: 'https://10.0.0.5:8443/page?x',
      accept: 'text/html',
      'x-csrftoken': 'of the controller',
    })
  })

  it('hears nothing of the pages that the port has itself', () => {
    expect(forUpstream(one({ referer: `${own}/.datahall/enter` }), place, own, null)).toEqual({ host: '10.0.0.5:8443' })
  })

  it("has the controller's own way of signing in, and no cookie without one", () => {
    const sent = forUpstream(
      one({ authorization: 'Basic YWRtaW46eA==', referer: 'https://evil.example/' }),
      place,
      own,
      null,
    )
    expect(sent).toEqual({ host: '10.0.0.5:8443', authorization: 'Basic YWRtaW46eA==' })
  })
})

describe('what a browser gets', () => {
  const got = (headers: Record<string, string | string[]>) => fromUpstream(headers, '/', place, own)
  it('is nothing that speaks for the host or for other origins', () => {
    expect(
      got({
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'x-auth-token': 'abc',
        'set-cookie': ['ses6=evil; Path=/', '__Host-Http-session=evil'],
        'clear-site-data': '"cookies"',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        nel: '{}',
        'report-to': '{}',
        'reporting-endpoints': 'a="https://evil.example"',
        'alt-svc': 'h2="evil.example:443"',
        link: '<https://evil.example>; rel=preload',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'service-worker-allowed': '/',
        'content-security-policy': 'default-src *; report-uri https://evil.example',
        'cross-origin-opener-policy': 'unsafe-none',
        'x-frame-options': 'ALLOWALL',
        'x-accel-redirect': '/etc/passwd',
        sourcemap: 'https://evil.example',
        'public-key-pins': 'x',
        trailer: 'x',
        'transfer-encoding': 'chunked',
        'x-hop': '1',
        connection: 'x-hop',
        'set-login': 'logged-in',
        'proxy-authenticate': 'Basic',
      }),
    ).toEqual({
      headers: { 'content-type': 'text/html', 'content-encoding': 'gzip', 'x-auth-token': 'abc' },
      setCookie: ['ses6=evil; Path=/', '__Host-Http-session=evil'],
    })
  })

  it('leads to its own port only, by Location and by Refresh', () => {
    expect(got({ location: 'https://10.0.0.5:8443/in' })).toMatchObject({ headers: { location: `${own}/in` } })
    expect(got({ location: 'https://evil.example/' })).toEqual({ refused: 'redirect' })
    expect(got({ refresh: '0; url=/in' })).toMatchObject({ headers: { refresh: `0; url=${own}/in` } })
    expect(got({ refresh: '5' })).toMatchObject({ headers: { refresh: '5' } })
    expect(got({ refresh: "0;URL='https://evil.example'" })).toEqual({ refused: 'redirect' })
  })

  it('keeps to its own origin', () => {
    const { 'content-security-policy': policy } = isolation(own)
    expect(policy).toContain("connect-src 'self' wss://panel.test:42000 data: blob:;")
    for (const part of ["form-action 'self'", "frame-ancestors 'self'", "base-uri 'self'"])
      expect(policy).toContain(part)
  })
})

describe('the jar', () => {
  it('sends what was set, by path and age, the longest path first', () => {
    const jar = new CookieJar()
    jar.store(['SID=1; Path=/; HttpOnly', 'p=2; Path=/cgi', 'old=3; Max-Age=10', 'x=4; Domain=evil.example'], '/a/b', 0)
    expect(jar.header('/', 1)).toBe('SID=1')
    expect(jar.header('/cgi/x?y', 1)).toBe('p=2; SID=1')
    expect(jar.header('/cgis', 1)).toBe('SID=1')
    expect(jar.header('/a/c', 1)).toBe('old=3; x=4; SID=1')
    expect(jar.header('/a/c', 20_000)).toBe('x=4; SID=1')
    jar.store(['SID=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], '/', 1)
    expect(jar.header('/', 1)).toBeNull()
  })

  it('hides what is hidden from scripts, which cannot change it', () => {
    const jar = new CookieJar()
    jar.store(['SID=1; Path=/; HttpOnly', 'seen=2; Path=/'], '/')
    jar.storeFromScript('SID=evil; path=/', '/')
    jar.storeFromScript('lang=de; path=/; HttpOnly', '/')
    expect(jar.visible('/')).toBe('seen=2; lang=de')
    expect(jar.header('/')).toBe('SID=1; seen=2; lang=de')
  })

  it('takes no more than it has room for, and nothing that would break a header', () => {
    const jar = new CookieJar()
    jar.store([`big=${'x'.repeat(5000)}`, 'a b=1', '=1', 'none', 'nl=a\r\nx: y'], '/')
    expect(jar.header('/')).toBeNull()
    for (let n = 0; n < 200; n++) jar.store([`c${n}=1`], '/')
    expect(jar.header('/')?.split('; ')).toHaveLength(64)
  })
})

describe('who asks', () => {
  const req = (headers: Record<string, string>, url = '/', method = 'GET') => ({ headers, url, method }) as never
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  it.each([
    [true, { 'sec-fetch-site': 'same-site' }, '/x', 'GET'],
    [true, { 'sec-fetch-site': 'cross-site' }, '/', 'GET'],
    [true, { 'sec-fetch-site': 'same-site', ...visit }, '/cgi?power=off', 'GET'],
    [true, { 'sec-fetch-site': 'same-site', ...visit }, '/', 'POST'],
    [true, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, '/', 'GET'],
    [true, { origin: 'https://panel.test' }, '/', 'POST'],
    [true, { origin: 'https://panel.test:42001' }, '/', 'GET'],
    [true, { origin: 'null' }, '/', 'POST'],
    [true, { referer: 'https://panel.test:42001/x' }, '/cgi?power=off', 'GET'],
    [true, { referer: 'https://panel.test:420000/x' }, '/cgi', 'GET'],
    [true, { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, '/', 'POST'],
    [false, { 'sec-fetch-site': 'same-site', ...visit }, '/', 'GET'],
    [false, { 'sec-fetch-site': 'same-site', ...visit }, '/.datahall/enter', 'GET'],
    [false, { 'sec-fetch-site': 'same-origin', origin: own }, '/x', 'POST'],
    [false, { 'sec-fetch-site': 'same-origin', origin: 'null' }, '/x', 'POST'],
    [false, { 'sec-fetch-site': 'none', ...visit }, '/x', 'GET'],
    [false, { referer: `${own}/a` }, '/x', 'GET'],
    [false, {}, '/x', 'POST'],
  ])('is foreign: %s for %j %s %s', (foreign, headers, url, method) => {
    expect(foreignRequest(req(headers as Record<string, string>, url, method), own)).toBe(foreign)
  })

  it('is asked under a name that can stand in a header', () => {
    expect(ownOrigin(req({ host: 'panel.test:42000' }), true)).toBe(own)
    expect(ownOrigin(req({ host: '[2001:db8::1]:42000' }), false)).toBe('http://[2001:db8::1]:42000')
    for (const host of ['', 'a b', "x'; script-src *", 'x/y', 'x:999999'])
      expect(ownOrigin(req({ host }), true)).toBeNull()
  })
})

describe("the page's own cookies", () => {
  const through = async (...parts: string[]) => {
    const stream = withCookieScript()
    const out: string[] = []
    stream.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    for (const part of parts) stream.write(part)
    stream.end()
    await new Promise((done) => stream.on('end', done))
    return out.join('')
  }
  const tag = '<script src="/.datahall/cookies.js"></script>'
  it('come first in the head, wherever the stream is cut', async () => {
    expect(await through('<!doctype html><html><he', 'ad><title>x')).toBe(`<!doctype html><html>${tag}<head><title>x`)
    expect(await through('<!doctype html><html><head><title>x')).toBe(`<!doctype html><html>${tag}<head><title>x`)
    expect(await through('<html lang=en><body>x')).toBe(`<html lang=en>${tag}<body>x`)
    expect(await through('just text')).toBe('just text')
    expect(await through('x'.repeat(5000), '<head>')).toBe(`${'x'.repeat(5000)}<head>`)
  })
})
