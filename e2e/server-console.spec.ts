import { addControlledServer } from './support/controllers.ts'
import { expect, test, USER } from './support/panel.ts'

const stopping: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

test('the serial console of a server: its boot, a login, a break, who types, and what was said once more', async ({
  page,
  browser,
  baseURL,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  test.setTimeout(120_000)
  const admin = await rest('admin')
  const { body } = await admin.get(`/auth/v4/user?where=email EQ '${USER.email}'`)
  const server = await addControlledServer(admin, 'sol-1', body.list[0].id)
  stopping.push(server.close)
  await signIn('admin')
  await page.goto(`/servers/${server.id}`)
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  // It is off, and one wants to see it boot.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })
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

  // Its owner comes: he sees what was said, and asks for the keyboard.
  const other = await browser.newContext({ baseURL: baseURL! })
  const his = await other.newPage()
  const csrf = await (await his.request.get('/api/auth/csrf')).json()
  await his.request.post('/api/auth/callback/credentials', {
    form: { csrfToken: csrf.csrfToken, email: USER.email, password: USER.password, callbackUrl: '/' },
    maxRedirects: 0,
  })
  await his.goto(`/servers/${server.id}/console`)
  await expect(his.getByRole('heading', { level: 1, name: 'sol-1' })).toBeVisible()
  await expect(his.locator('.xterm-rows')).toContainText('Booting from disk')
  await expect(his.getByText(/has the keyboard, you watch/)).toBeVisible()
  await his.getByRole('button', { name: 'Ask for the keyboard' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'asks for the keyboard' })).toBeVisible()
  await axe()
  await shoot('server-console-asked')
  await page.getByRole('button', { name: 'Give it' }).click()
  await expect(page.getByText(/has the keyboard, you watch/)).toBeVisible()
  await his.locator('.xterm').click()
  await his.keyboard.type('hostname\n')
  await expect(screen).toContainText('hostname')
  await axe(his)
  await other.close()

  // A page that comes back begins with what was said last.
  await page.reload()
  await expect(screen).toContainText('root@sol-1:~#', { timeout: 30_000 })

  // On the wall it is watched beside a machine, and a click opens it.
  await page.goto('/console-wall')
  await expect(page.getByText('Choose up to 20 machines to watch')).toBeVisible()
  const find = page.getByRole('combobox', { name: 'Add a machine' })
  await find.fill('sol-1')
  await page.getByRole('option', { name: /sol-1/ }).first().click()
  await find.fill('web-1')
  await page.getByRole('option', { name: /web-1/ }).first().click()
  const tiles = page.getByRole('main').getByRole('listitem')
  await expect(tiles).toHaveCount(2)
  await expect(tiles.first().locator('.xterm-rows')).toContainText('root@sol-1', { timeout: 30_000 })
  await expect(tiles.nth(1).locator('canvas')).toBeVisible()
  await axe()
  await shoot('console-wall')
  await page.reload()
  await expect(tiles).toHaveCount(2)
  await page.getByRole('link', { name: /^Open the console of sol-1/ }).click()
  await expect(page).toHaveURL(new RegExp(`/servers/${server.id}\\?tab=console`))
})

test('says why a server has no serial console', async ({ page, signIn, rest, axe }) => {
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
