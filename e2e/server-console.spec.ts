import { once } from 'node:events'
import { bmcDriver } from '../server/drivers/bmc/registry.ts'
import { selfSignedCertificate } from '../server/protocols/pinned-http/self-signed.ts'
import { startAmtPeer } from '../server/simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../server/simulation/devices/bmc/machine.ts'
import { addControlledServer } from './support/controllers.ts'
import { expect, test, USER } from './support/panel.ts'

const stopping: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

test('the serial console of a server: its boot, a login, a break, the keyboard, and replayed output', {
  tag: '@long',
}, async ({ page, browser, baseURL, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const { body } = await admin.get(`/auth/v4/user?where=email EQ '${USER.email}'`)
  const server = await addControlledServer(admin, 'sol-1', body.list[0].id)
  stopping.push(server.close)
  await signIn('admin')
  await page.goto(`/servers/${server.id}`)
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  // It is off, and one wants to see it boot.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  const screen = page.locator('.xterm-rows')
  server.machine.setPower(true)
  await expect(screen).toContainText('Booting from disk')
  await page.locator('.xterm').click()
  await page.keyboard.type('root\n')
  await expect(screen).toContainText('Password:')
  await page.keyboard.type('simulated\n')
  await expect(screen).toContainText('root@sol-1:~#')
  await page.getByRole('button', { name: 'Break', exact: true }).click()
  await expect(screen).toContainText('[break]')
  await axe()
  await shoot('server-console')

  // Its owner comes, gets the earlier output, and requests the keyboard.
  const other = await browser.newContext({ baseURL: baseURL! })
  const watching = await other.newPage()
  const csrf = await (await watching.request.get('/api/auth/csrf')).json()
  await watching.request.post('/api/auth/callback/credentials', {
    form: { csrfToken: csrf.csrfToken, email: USER.email, password: USER.password, callbackUrl: '/' },
    maxRedirects: 0,
  })
  await watching.goto(`/servers/${server.id}/console`)
  await expect(watching.getByRole('heading', { level: 1, name: 'sol-1' })).toBeVisible()
  await expect(watching.locator('.xterm-rows')).toContainText('Booting from disk')
  await expect(watching.getByText(/has the keyboard; view only/)).toBeVisible()
  await watching.getByRole('button', { name: 'Ask for the keyboard' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'asks for the keyboard' })).toBeVisible()
  await axe()
  await shoot('server-console-asked')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(/has the keyboard; view only/)).toBeVisible()
  await watching.locator('.xterm').click()
  await watching.keyboard.type('hostname\n')
  await expect(screen).toContainText('hostname')
  await axe(watching)
  await other.close()

  // A page that comes back begins with the last output.
  await page.reload()
  await expect(screen).toContainText('root@sol-1:~#')

  // On the wall it is watched beside a VM, and a click opens it.
  await page.goto('/console-wall')
  await expect(page.getByText('Choose up to 20 VMs and servers to watch')).toBeVisible()
  const find = page.getByRole('combobox', { name: 'Add VM or server' })
  await find.fill('sol-1')
  await page.getByRole('option', { name: /sol-1/ }).first().click()
  await find.fill('web-1')
  await page.getByRole('option', { name: /web-1/ }).first().click()
  const tiles = page.getByRole('main').getByRole('listitem')
  await expect(tiles).toHaveCount(2)
  await expect(tiles.first().locator('.xterm-rows')).toContainText('root@sol-1')
  await expect(tiles.nth(1).locator('canvas')).toBeVisible()
  await axe()
  await shoot('console-wall')
  await page.reload()
  await expect(tiles).toHaveCount(2)
  await page.getByRole('link', { name: /^Open the console of sol-1/ }).click()
  await expect(page).toHaveURL(new RegExp(`/servers/${server.id}\\?tab=console`))
})

test('says why a server has no serial console', { tag: '@long' }, async ({ page, signIn, rest, axe }) => {
  const admin = await rest('admin')
  const server = await addControlledServer(admin, 'sol-2')
  stopping.push(server.close)
  await admin.post(`/dci/v3/ipmi/${server.ipmi}`, { type: 'redfish' })
  await signIn('admin')
  await page.goto(`/servers/${server.id}?tab=console`)
  await expect(page.getByRole('status').getByText('Redfish has no serial console')).toBeVisible()
  await admin.delete(`/dci/v3/ipmi/${server.ipmi}`)
  await expect(page.getByRole('status').getByText('This server has no management controller')).toBeVisible()
  await axe()
})

test('the console is taken over from a program outside of the panel on request', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const admin = await rest('admin')
  const server = await addControlledServer(admin, 'sol-3')
  stopping.push(server.close)
  const target = { address: '127.0.0.1', port: server.port, username: 'admin', password: 'secret-of-bmc' }
  const outside = bmcDriver('ipmi').connect(target)
  stopping.push(() => outside.close())
  const line = await outside.sol({ takeOver: false }, AbortSignal.timeout(10_000))
  const lost = once(line, 'error')
  await signIn('admin')
  await page.goto(`/servers/${server.id}?tab=console`)
  const notice = page.getByRole('alert').filter({ hasText: 'is in use by another session' })
  await expect(notice).toContainText('closes the console of the other program')
  await notice.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await lost
  server.machine.setPower(true)
  await expect(page.locator('.xterm-rows')).toContainText('Booting from disk')
})

test('a serial console that the firmware has switched off is switched on from its page', async ({
  page,
  signIn,
  rest,
  axe,
}) => {
  const admin = await rest('admin')
  const server = await addControlledServer(admin, 'sol-4')
  stopping.push(server.close)
  const machine = new SimulatedMachine()
  machine.serialOff = true
  const user = { username: 'admin', password: 'secret-of-bmc' }
  // The redirection is two ports above the other, as the panel expects it.
  const ports = { address: '127.77.0.6', httpPort: 16_993, redirectionPort: 16_995 }
  const peer = await startAmtPeer({ machine, tls: selfSignedCertificate('amt'), ...user, ...ports })
  stopping.push(() => peer.close())
  await admin.post(`/dci/v3/ipmi/${server.ipmi}`, { type: 'amt', ip: ports.address, port: ports.httpPort })
  await signIn('admin')
  await page.goto(`/servers/${server.id}?tab=console`)
  const enable = page.getByRole('button', { name: 'Turn on serial console' })
  await expect(enable).toBeVisible()
  await axe()
  await enable.click()
  await expect.poll(() => machine.serialOff).toBe(false)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  machine.power(true, 'test')
  await expect(page.locator('.xterm-rows')).toContainText('Booting from disk')
})

test('a wall of twenty consoles is full, watches what is in sight, and rests while it is not visible', {
  tag: '@long',
}, async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const { list } = (await admin.get('/vm/v3/host?where=state EQ active&orderby=id&limit=0,20')).body
  const choice = list.map(({ id }: { id: number }) => ({ object: 'host', id, kind: 'serial' }))
  expect(choice).toHaveLength(20)
  await signIn('admin')
  await page.addInitScript((stored) => localStorage.setItem('console-wall', stored), JSON.stringify(choice))
  await page.goto('/console-wall')
  const tiles = page.getByRole('main').getByRole('listitem')
  await expect(tiles).toHaveCount(20)
  await expect(page.getByText('20 consoles, view only')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Add VM or server' })).toBeDisabled()
  const connected = tiles.getByRole('img', { name: 'Connected' })
  const paused = page.getByText('Paused while not visible')
  await expect(paused.first()).toBeAttached()
  // Until they are known to be in sight, all of them are paused.
  await expect.poll(() => connected.count()).toBeGreaterThan(5)
  await expect.poll(async () => (await connected.count()) + (await paused.count())).toBe(20)
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await expect(paused).toHaveCount(20)
  const viewers = async () => (await admin.get(`/vm/v3/host/${choice[0].id}/console`)).body.list.length
  await expect.poll(viewers).toBe(0)
  await hide(false)
  await expect(connected.first()).toBeVisible()
  await expect.poll(viewers).toBe(1)
})
