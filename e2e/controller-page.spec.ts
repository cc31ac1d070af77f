import { expect, type Page, test } from '@playwright/test'
import { WebSocket } from 'ws'
import { type FakePage, fakePage } from '../server/features/remote/proxy/fake-page.ts'
import { openWeb, PASSWORD, program, signedIn, whoIs } from './support/controller-web.ts'
import { attack } from './support/hostile-page.ts'
import { ADMIN, type PanelProcess, startPanel } from './support/panel-process.ts'

// The web page of a controller is shown by the panel's host, and everything in it is hostile.

test.use({ ignoreHTTPSErrors: true })
// The port of AMT's web page, the only fixed port of a controller that may be used.
const [BMC, OTHER_BMC, BMC_PORT] = ['127.0.0.77', '127.0.0.78', 16_993]

let panel: PanelProcess
let bmc: FakePage
let other: FakePage
let servers: number[]

test.beforeAll(async ({ browser }) => {
  bmc = await fakePage((req, res) => hostile(req.url ?? '', res), { address: BMC, port: BMC_PORT })
  other = await fakePage(undefined, { address: OTHER_BMC, port: BMC_PORT })
  panel = await startPanel({
    env: { DATAHALL_TLS: '1', DATAHALL_PROXY_LOOPBACK: '1', DATAHALL_PROXY_PORTS: '24040-24059' },
  })
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const admin = await program(context, panel, ADMIN)
  const owner = (await admin('/vm/v3/account', { email: 'ann@example.com', password: PASSWORD, role: '@user' })).id
  await admin('/vm/v3/account', { email: 'bob@example.com', password: PASSWORD, role: '@user' })
  const cpu_socket = (await admin('/dci/v3/cpu_socket', { name: 'LGA' })).id
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  const plain = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
  const platform = (await admin('/dci/v3/platform', plain)).id
  const place = { name: 'Frankfurt', ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' }
  const location = (await admin('/dci/v3/location', place)).id
  const rack = (await admin(`/dci/v3/location/${location}/rack`, { name: 'R1', size: 42 })).id
  servers = []
  for (const [n, ip] of [BMC, OTHER_BMC].entries()) {
    const { id } = await admin('/dci/v3/server', { name: `srv-${n}`, platform, rack, unit: n + 1 })
    await admin(`/dci/v3/server/${id}/ipmi`, { ip, username: 'admin', password: 'x', type: 'amt' })
    await admin(`/dci/v3/server/${id}/owner`, { owner })
    servers.push(id)
  }
  await context.close()
})
test.afterAll(async () => {
  await panel?.stop()
  await bmc?.close()
  await other?.close()
})

function hostile(url: string, res: import('node:http').ServerResponse) {
  if (url === '/sw.js') return void res.setHeader('content-type', 'text/javascript').end('self.skipWaiting()')
  if (url !== '/') return void res.writeHead(404).end()
  res.writeHead(200, {
    'content-type': 'text/html',
    'set-cookie': ['ses6=evil; Path=/', '__Host-Http-session=evil; Path=/; Secure', 'BMC=1; Path=/'],
    'clear-site-data': '"*"',
    'service-worker-allowed': '/',
    'access-control-allow-origin': '*',
    'content-security-policy': "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'",
    'cross-origin-opener-policy': 'unsafe-none',
  })
  res.end('<!doctype html><html><head><title>Controller</title></head><body><h1>Controller</h1></body></html>')
}

test('a hostile page of a controller reaches nothing of the panel, of other controllers, or of the world', async ({
  browser,
}) => {
  const { context, page } = await signedIn(browser, panel, 'ann@example.com')
  const elsewhere = await openWeb(page, panel, servers[1]!)
  const otherPort = elsewhere.url()
  await expect(elsewhere.locator('body')).toHaveText('hello')
  const tab = await openWeb(page, panel, servers[0]!)
  await expect(tab.getByRole('heading', { name: 'Controller' })).toBeVisible()
  expect(tab.url()).not.toContain('#')

  const stranger = await context.request.post(`${panel.address}/auth/v4/public/token`, {
    data: { email: 'bob@example.com', password: PASSWORD },
  })
  // The answer has set a cookie in this browser's jar, as it would for a page: ann signs in anew. A page of the panel would go
  // to the sign-in page by itself as soon as its stream ends, in the middle of what follows.
  await page.goto('about:blank')
  await context.clearCookies()
  const again = await signedInHere(page)
  expect(again).toBe('ann@example.com')
  const { token } = await stranger.json()
  const back = await openWeb(page, panel, servers[0]!)
  const before = other.seen.length
  const got = await back.evaluate(attack, { panel: panel.address, otherPort, stolenToken: token as string })
  expect(Object.fromEntries(Object.entries(got).filter(([, text]) => text !== ''))).toEqual({})
  expect(Object.keys(got).length).toBeGreaterThanOrEqual(25)
  expect(other.seen.length).toBe(before)

  // What it has put beside the panel's cookies counts for nothing: the panel still knows who is there.
  const jar = (await context.cookies()).map(({ name, path }) => `${name} ${path}`)
  expect(jar).toContain('ses6 /auth')
  await page.goto(`${panel.address}/servers`)
  expect(await whoIs(page)).toBe('ann@example.com')
  await expect(page.getByRole('link', { name: 'srv-0' })).toBeVisible()
  await page.reload()
  expect(await whoIs(page)).toBe('ann@example.com')

  // And nothing of the panel has gone to the controller.
  const told = JSON.stringify(bmc.seen)
  expect(told).not.toMatch(/ses6=\d|datahall|csrf|__Host/)
  expect(told).not.toContain(panel.address)
  await context.close()

  async function signedInHere(at: Page) {
    await at.goto(`${panel.address}/sign-in`)
    await at.locator('input[name=email]').fill('ann@example.com')
    await at.locator('input[name=password]').fill(PASSWORD)
    await at.getByRole('button', { name: 'Sign in' }).click()
    await expect(at).not.toHaveURL(/sign-in/)
    return whoIs(at)
  }
})

test('only the owner gets in, and the end of the sign-in cuts what is open', async ({ browser }) => {
  const { context, page } = await signedIn(browser, panel, 'ann@example.com')
  const tab = await openWeb(page, panel, servers[0]!)
  const port = tab.url()
  const bob = await signedIn(browser, panel, 'bob@example.com')
  const refused = await bob.page.goto(port)
  expect(refused?.status()).toBe(404)
  await expect(bob.page.getByText('not yours')).toBeVisible()
  await bob.context.close()
  const nobody = await browser.newContext({ ignoreHTTPSErrors: true })
  const stranger = await nobody.newPage()
  expect((await stranger.goto(port))?.status()).toBe(401)
  await nobody.close()

  const socket = tab.evaluate(
    (url) =>
      new Promise<number>((done) => {
        const ws = new WebSocket(url)
        let at = 0
        ws.onopen = () => ws.send('x')
        ws.onmessage = () => {
          document.title = 'joined'
        }
        ws.onclose = () => {
          at = Date.now()
          done(at)
        }
      }),
    port.replace('http', 'ws'),
  )
  await expect(tab).toHaveTitle('joined')
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const path of ['/vm/v3/notifier', '/console/ws']) {
    const foreign = new WebSocket(panel.address.replace('http', 'ws') + path, ['binary'], {
      rejectUnauthorized: false,
      headers: { origin: new URL(port).origin, cookie: cookies },
    })
    const status = await new Promise((done) => {
      foreign.on('unexpected-response', (_req, res) => done(res.statusCode))
      foreign.on('open', () => done('open'))
      foreign.on('error', () => {})
    })
    expect([401, 403]).toContain(status)
  }
  const at = Date.now()
  await page.evaluate(async () => {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
  })
  expect((await socket) - at).toBeLessThan(1_500)
  expect((await tab.goto(port))?.status()).toBe(401)
  await context.close()
})

test('the page of the server says who has the web page open, and closes it', { tag: '@long' }, async ({ browser }) => {
  const { context, page } = await signedIn(browser, panel, 'ann@example.com')
  const tab = await openWeb(page, panel, servers[0]!)
  await expect(page.getByText('ann@example.com').filter({ hasText: /port 240/ })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/Open on port/)).toHaveCount(0)
  await expect(page.request.get(tab.url())).rejects.toThrow(/ECONNREFUSED|ECONNRESET/)
  // A link from elsewhere opens nothing by itself.
  const fresh = await context.newPage()
  await fresh.goto(`${panel.address}/servers/${servers[0]}/web`)
  await expect(fresh.getByRole('button', { name: 'Open web page' })).toBeVisible()
  await context.close()
})
