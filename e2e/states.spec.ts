import { expect, test } from './support/panel.ts'

const api = '**/api/trpc/**'

test('a list that cannot be read says why, and is read again at a press', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  expectFaults,
}) => {
  expectFaults(/Failed to load resource|502|ERR_/)
  await signIn('admin')
  await page.route(api, (route) => route.abort('connectionrefused'))
  await page.goto('/hosts')
  await expect(page.getByText('VMs could not be read')).toBeVisible()
  await axe()
  await page.unroute(api)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('row', { name: /build-1\b/ })).toBeVisible()

  // What was read stays in sight, marked as old.
  await page.route(api, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Stopped/ }).click()
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
})

test('a page shows what it has changed itself before its dialog closes, also when no events arrive', async ({
  page,
  signIn,
  expectFaults,
}) => {
  expectFaults(/ERR_|Failed to load resource/)
  await page.route('**/api/events*', (route) => route.abort('connectionrefused'))
  await signIn('admin')
  await page.goto('/hardware?tab=sockets')
  await page.getByRole('button', { name: 'Add a socket' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('LGA-unheard')
  await dialog.getByRole('button', { name: 'Add a socket' }).click()
  await expect(dialog).toBeHidden()
  expect(await page.getByRole('row', { name: /LGA-unheard/ }).count()).toBe(1)
})

test('pages of administrators are not there for others, and say so in words', async ({
  page,
  signIn,
  expectFaults,
}) => {
  expectFaults(/40[34]/)
  await signIn('user')
  for (const path of ['/nodes', '/clusters', '/users', '/access-lists', '/storages', '/presets']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByText(/administrator/i).first()).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByText('My VMs')).toBeVisible()
  const { size } = await (await page.request.get('/dci/v3/server?limit=0')).json()
  const mine = page.getByRole('complementary').getByRole('link', { name: String(size), exact: true })
  await expect(mine).toHaveAttribute('href', /\/servers$/)
})

test('an empty panel leads from nothing to the first VM', { tag: '@long' }, async ({
  page,
  freshPanel,
  axe,
  shoot,
}) => {
  const panel = await freshPanel()
  const csrf = await (await page.request.get(`${panel.address}/api/auth/csrf`)).json()
  const { ADMIN } = await import('./support/panel-process.ts')
  await page.request.post(`${panel.address}/api/auth/callback/credentials`, {
    form: { csrfToken: csrf.csrfToken, ...ADMIN, callbackUrl: '/' },
    maxRedirects: 0,
  })
  await page.goto(`${panel.address}/`)
  await expect(page.getByRole('heading', { level: 2, name: 'Attach a node' })).toBeVisible()
  await axe()
  await shoot('first-run')
  await page.goto(`${panel.address}/hosts`)
  await expect(page.getByText('No clusters yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create a cluster' }).click()
  await expect(page).toHaveURL(/\/clusters/)
  await page.goto(`${panel.address}/hosts/new`)
  await expect(page.getByText('A VM needs a cluster with a node.')).toBeVisible()
  await page.goto(`${panel.address}/locations`)
  await expect(page.getByText('No locations yet')).toBeVisible()
  await page.goto(`${panel.address}/hardware`)
  await expect(page.getByText('A platform needs a CPU socket: add one first.')).toBeVisible()
  await page.goto(`${panel.address}/first-run`)
  await page.getByRole('link', { name: 'Add a location' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect(page).toHaveURL(/\/locations$/)
  await page.goto(`${panel.address}/servers/new`)
  await page.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('link', { name: 'Add the first one' }).hover()
  await shoot('picker-none-yet')
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await expect(opened.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await opened.close()
})

test('the address of a list opens the form of a new record, once', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin')
  const lists = ['/locations', '/racks?view=table', '/hardware', '/hardware?tab=sockets', '/clusters', '/storages']
  for (const list of [...lists, '/addresses', '/addresses/networks', '/presets', '/backup-locations']) {
    await page.goto(`${list}${list.includes('?') ? '&' : '?'}new=1`)
    await expect(page.getByRole('dialog').getByRole('textbox').first(), list).toBeVisible()
    await expect(page, list).not.toHaveURL(/new=/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), list).toBeHidden()
  }
})
