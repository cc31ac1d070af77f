import { currentLab } from './lab/api.ts'
import { hostileVisits } from './lab/hostile.ts'
import { openWeb, PASSWORD, program, signedIn, whoIs } from './support/controller-web.ts'
import { attack } from './support/hostile-page.ts'
import { login, only, sizes } from './support/lab-controllers.ts'
import { ADMIN, expect, test } from './support/panel.ts'
import { type PanelProcess, startPanel } from './support/panel-process.ts'

// A controller whose web page means harm.
test.describe.configure({ timeout: 120_000 })

test('a hostile controller gets nothing of the panel, and only its owner gets in', { tag: '@long' }, async ({
  browser,
}) => {
  const lab = currentLab()
  const hostile = only('hostile_bmc')
  const panel: PanelProcess = await startPanel({
    log: 'test-results/panel-hostile.log',
    env: { DATAHALL_TLS: '1', DATAHALL_PROXY_PORTS: '24400-24419' },
  })
  try {
    const setup = await browser.newContext({ ignoreHTTPSErrors: true })
    const root = await program(setup, panel, ADMIN)
    const owner = (await root('/vm/v3/account', { email: 'ann@example.com', password: PASSWORD, role: '@user' })).id
    await root('/vm/v3/account', { email: 'bob@example.com', password: PASSWORD, role: '@user' })
    const cpu_socket = (await root('/dci/v3/cpu_socket', { name: 'LGA' })).id
    const model = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
    const platform = (await root('/dci/v3/platform', model)).id
    const place = { name: 'Lab', ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' }
    const room = (await root('/dci/v3/location', place)).id
    const stand = (await root(`/dci/v3/location/${room}/rack`, { name: 'R1', size: 42 })).id
    const add = async (name: string, unit: number, controller: object): Promise<number> => {
      const { id } = await root('/dci/v3/server', { name, platform, rack: stand, unit })
      await root(`/dci/v3/server/${id}/ipmi`, { ...login, ...controller })
      await root(`/dci/v3/server/${id}/owner`, { owner })
      return id
    }
    const evil = await add('evil', 1, { ip: hostile.address, type: 'ipmi' })
    const good = await add('good', 2, { ip: only('redfish').address, type: 'redfish' })
    await setup.close()

    // With an administrator it would win most.
    const boss = await signedIn(browser, panel, ADMIN.email)
    const otherPort = (await openWeb(boss.page, panel, good)).url()
    const before = hostileVisits(lab, hostile).length
    const theirs = await openWeb(boss.page, panel, evil)
    const port = theirs.url()
    await theirs.goto(`${port}?panel=${encodeURIComponent(panel.address)}`)
    await expect(theirs.locator('body')).toHaveAttribute('data-done', 'yes', { timeout: 120_000 })
    type Report = Record<string, { won: boolean; what: string }>
    const report = JSON.parse((await theirs.locator('#report').textContent()) ?? '') as Report
    expect(Object.entries(report).filter(([, { won }]) => won)).toEqual([])
    expect(Object.keys(report).length).toBeGreaterThanOrEqual(15)
    expect(theirs.url()).toContain(port)

    // The panel's own list of tries, from the same page: some know more than the page does.
    const got = await theirs.evaluate(attack, { panel: panel.address, otherPort, stolenToken: 'of-the-page' })
    expect(Object.fromEntries(Object.entries(got).filter(([, text]) => text !== ''))).toEqual({})

    // And with answers: nothing leads elsewhere, nothing is left in the browser, and the panel survives them.
    const elsewhere = `to=${encodeURIComponent('https://10.90.0.97/')}`
    const ways = [
      `redirect?${elsewhere}`,
      `refresh?${elsewhere}`,
      'redirect-self',
      'half',
      'flood',
      'smuggle',
      'switch',
    ]
    const answers = ways.map(async (path) => {
      const answer = await boss.context.request.get(port + path, { maxRedirects: 0 }).catch(() => null)
      return [path.split('?')[0], answer ? answer.status() : 'broken off', answer?.headers().location]
    })
    expect(await Promise.all(answers)).toEqual([
      ['redirect', 502, undefined],
      ['refresh', 502, undefined],
      ['redirect-self', 302, `${port}received`],
      ['half', 'broken off', undefined],
      ['flood', 502, undefined],
      ['smuggle', 502, undefined],
      ['switch', 502, undefined],
    ])

    // Whatever cookies it has left: the panel knows the user, and nothing was done in the user's name.
    await boss.page.goto(`${panel.address}/servers`)
    expect(await whoIs(boss.page)).toBe(ADMIN.email)
    await boss.page.reload()
    expect(await whoIs(boss.page)).toBe(ADMIN.email)
    await expect(boss.page.getByRole('link', { name: 'evil' })).toBeVisible()
    const made = await boss.page.evaluate(async () =>
      Promise.all(['/vm/v3/cluster', '/vm/v3/account'].map(async (path) => (await fetch(path)).text())),
    )
    expect(made.join()).toContain('ann@example.com')
    expect(made.join()).not.toMatch(/evil@|made-by-the-page/)
    await boss.context.close()

    const { context, page } = await signedIn(browser, panel, 'ann@example.com')
    const tab = await openWeb(page, panel, evil)
    expect(tab.url()).toBe(port)

    // Another user, and no user.
    const bob = await signedIn(browser, panel, 'bob@example.com')
    expect((await bob.page.goto(port))?.status()).toBe(404)
    await bob.context.close()
    const nobody = await browser.newContext({ ignoreHTTPSErrors: true })
    expect((await (await nobody.newPage()).goto(port))?.status()).toBe(401)
    await nobody.close()

    // The end of the sign-in cuts what is open.
    await tab.goto(port)
    await tab.evaluate(
      (url) => {
        const socket = new WebSocket(url)
        socket.onmessage = () => {
          document.title = 'joined'
        }
        socket.onclose = () => {
          document.title = 'cut'
        }
      },
      port.replace('http', 'ws'),
    )
    await expect(tab).toHaveTitle('joined')
    await page.evaluate(async () => {
      const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
      await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
    })
    await expect(tab).toHaveTitle('cut', { timeout: 60_000 })
    expect((await tab.goto(port))?.status()).toBe(401)
    await context.close()

    const visits = hostileVisits(lab, hostile).slice(before)
    expect(visits.some(({ headers }) => headers.upgrade === 'websocket')).toBe(true)
    for (const { headers, from } of visits) {
      expect(from).toBe(lab.panel.address)
      expect(headers.host).toBe(hostile.address)
      expect(headers.authorization).toBeUndefined()
      expect(JSON.stringify(headers)).not.toMatch(
        /ses6=\d|__Host|datahall|csrf|forwarded|x-xsrf|isp-session|x-real-ip/i,
      )
      // It gets its own address, not the panel's, but for what the test itself put into the address of the page.
      expect(JSON.stringify(headers).replaceAll(encodeURIComponent(panel.address), '')).not.toContain('127.0.0.1')
    }
  } finally {
    await panel.stop()
  }
})
