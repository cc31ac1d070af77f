import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { ADMIN, expect, test } from './support/panel.ts'

/** DATAHALL_ADDRESSES=10000 asks for more of them: each costs the making of a page. */
const COUNT = Number(process.env.DATAHALL_ADDRESSES ?? 1_000)
const AT_ONCE = 8

/** Ways of saying another host, or of leaving the folder that one is in. */
const ELSEWHERE = [
  ...[
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/%2f%2fevil.test',
  ],
  ...[
    '/%5cevil.test',
    '/%09/evil.test',
    '/%0a/evil.test',
    '/%0d%0aLocation:%20//evil.test',
    'https://evil.test',
    'https:evil.test',
  ],
  ...[
    'http:/\\evil.test',
    'HtTpS://evil.test',
    '%68ttps://evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test@panel',
  ],
  ...[
    '//panel@evil.test',
    '//evil.test:80/',
    '//[::ffff:198.51.100.7]/',
    '//0xc6336407',
    '//evil.test%23@panel',
    '//evil。test',
  ],
  ...[
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/..%5c..%5cwindows',
    '/%c0%ae%c0%ae/',
    '/%00',
    '/%',
    '/%zz',
  ],
  ...[
    '/sign-in//evil.test',
    '/sign-in/..//evil.test',
    '/_next/image?url=//evil.test/a.png&w=64&q=75',
    '/_next//evil.test',
  ],
]
const PLACES: readonly ((to: string) => string)[] = [
  (to) => (to.startsWith('/') ? to : `/${to}`),
  (to) => `${to.startsWith('/') ? to : `/${to}`}/`,
  (to) => `/hosts${to.startsWith('/') ? to : `/${to}`}`,
  (to) => `/sign-in?next=${encodeURIComponent(to)}`,
  (to) => `/sign-in?next=${to}`,
  (to) => `/api/auth/signin?callbackUrl=${encodeURIComponent(to)}`,
  (to) => `/api/auth/signout?callbackUrl=${to}`,
  (to) => `/api/auth/callback/credentials?callbackUrl=${encodeURIComponent(to)}`,
  (to) => `/api/auth/error?error=${to}`,
  (to) => `/auth/key-v4/x?redirect=${encodeURIComponent(to)}`,
  (to) => `/swagger/${to}`,
  (to) => `/vm/v3/host/${to}`,
  (to) => `/api/trpc/${to}?input=${to}`,
]

/** The n-th address: each way in each place, then the same with something put in between, always the same for a number. */
function addressOf(n: number): string {
  const to = ELSEWHERE[n % ELSEWHERE.length] as string
  const place = PLACES[Math.floor(n / ELSEWHERE.length) % PLACES.length] as (to: string) => string
  const round = Math.floor(n / ELSEWHERE.length / PLACES.length)
  const extra = [
    '',
    '%2f',
    '/',
    '\\',
    '..;',
    '%252f',
    '?',
    '#',
    '%20',
    '~',
    ';a=b',
    '%e2%80%ae',
    '/.',
    '.json',
    '%3f',
    '//',
    '&',
    '%ff',
    '*',
    ':',
  ][round % 20]
  const all = place(to)
  const at = (n * 7919) % (all.length + 1)
  return round === 0 ? all : `${all.slice(0, Math.max(1, at))}${extra}${all.slice(Math.max(1, at))}`
}

type Told = { status: number; location: string | undefined; refresh: string | undefined; policy: string | undefined }

function asker(address: string, cookie: string) {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  return (target: string, signedIn: boolean) =>
    new Promise<Told>((resolve, reject) => {
      // Requests that Node's client would not send.
      const sent = target.replaceAll(/[^\x21-\xff]/g, (letter) => encodeURIComponent(letter))
      const headers = signedIn ? { cookie } : {}
      const asked = request({ hostname, port, path: sent, agent, headers, timeout: 120_000 }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part) => {
          body += part
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            refresh: /http-equiv="refresh"[^>]*url=([^"]+)"/i.exec(body)?.[1],
            policy: [answer.headers['content-security-policy']].flat()[0],
          }),
        )
      })
      asked.on('timeout', () => asked.destroy(new Error(`no answer: ${sent}`)))
      asked.on('error', reject).end()
    })
}

async function signedIn(address: string): Promise<string> {
  const body = JSON.stringify(ADMIN)
  const answer = await fetch(`${address}/auth/v4/public/token`, { method: 'POST', body })
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
}

test('no address leads away from the panel, or is a fault of it', { tag: '@long' }, async ({ freshPanel }) => {
  test.setTimeout(600_000 + COUNT * 100)
  const { address } = await freshPanel({ DATAHALL_RATE_LIMIT: '0' })
  const ask = asker(address, await signedIn(address))
  const wrong: string[] = []
  const statuses = new Map<number, number>()
  let n = 0
  let led = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (n < COUNT) {
        const own = n++
        const target = addressOf(own)
        const { status, location, refresh, policy } = await ask(target, own % 2 === 0)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        for (const to of [location, refresh]) {
          if (to === undefined) continue
          led++
          // As a browser reads it.
          if (!URL.canParse(to, address) || new URL(to, address).host !== new URL(address).host)
            wrong.push(`${target} leads to ${to}`)
        }
        if (status >= 500) wrong.push(`${target}: ${status}`)
        if (status < 300 && !policy) wrong.push(`${target}: ${status} without a policy`)
      }
    }),
  )
  console.log(
    `${COUNT} addresses: ${[...statuses].map(([status, many]) => `${many}x ${status}`).join(', ')}; ${led} lead on`,
  )
  expect(wrong).toEqual([])
  expect(led).toBeGreaterThan(COUNT / 50)
})

/** Every page there is, by its folder; what stands in brackets is replaced. */
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map(
    (file) =>
      `/${path.dirname(file)}`
        .replaceAll(/\/\([^)]+\)|\/\.$/g, '')
        .replace('[kind]', 'node')
        .replaceAll(/\[\w+\]/g, '1') || '/',
  )

// What a policy stops Chromium writes to the console, which fails whatever test has the page open (`panel.ts`).
test('every page has a policy that lets only its own scripts run', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin')
  expect(pages.length).toBeGreaterThan(45)
  for (const place of pages) {
    // Where the demo has no record of that number, its page says so.
    const answer = await page.request.get(place)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect([place, answer.headers()['content-type']]).toEqual([place, expect.stringContaining('text/html')])
    expect([place, policy]).toEqual([
      place,
      expect.stringMatching(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/),
    ])
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect([place, policy.split('; ')]).toEqual([place, expect.arrayContaining([part])])
  }
})
