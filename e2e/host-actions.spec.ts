import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test, USER } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

const idOf = async (rest: RestClient, name: string): Promise<number> =>
  (await rest.get(`/vm/v3/host?where=name EQ '${name}'`)).body.list[0].id

/** Opens a command of the VM's menu on its page. */
const ask = async (page: Page, command: string | RegExp) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: command }).click()
}
const head = (page: Page) => page.getByRole('main').locator('header')

test('name, comment and protection are edited; errors are shown at the field', async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const id = await idOf(admin, 'staging-1')
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await ask(page, 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name', { exact: true }).fill('staging-one')
  await dialog.getByLabel('Comment').fill('for the trial')
  await dialog.getByLabel('Deletion protection').check()
  await dialog.getByLabel('Extended protection').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'staging-one' })).toBeVisible()
  await expect(head(page).getByText('Deletion protection', { exact: true })).toBeVisible()
  await expect(head(page).getByText('Extended protection', { exact: true })).toBeVisible()
  await expect(page.getByText('for the trial')).toBeVisible()
  await admin.post(`/vm/v3/host/${id}`, {
    name: 'staging-1',
    comment: '',
    is_protected: false,
    extended_protection: false,
  })
  // Another user's change arrives without a reload.
  await expect(page.getByRole('heading', { level: 1, name: 'staging-1' })).toBeVisible()
})

test('a password is set inside the VM and shown once', async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const id = await idOf(admin, 'web-3')
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await ask(page, 'Change password')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByText('Shown only once')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Shown only once: the panel does not store it.')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect.poll(async () => (await admin.get(`/vm/v3/host/${id}`)).body.action).toBeNull()
  await expect(head(page).getByText('Running', { exact: true })).toBeVisible()

  await ask(page, 'VNC access')
  await expect(dialog.getByText('Address', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByRole('row', { name: /Change VNC password/ })).toBeVisible()
})

test('a VM changes its owner, and the former owner no longer sees it', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const [admin, user] = [await rest('admin'), await rest('user')]
  const id = await idOf(admin, 'web-4')
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await ask(page, 'Change owner')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Owner').fill('boris')
  await page.getByRole('option', { name: /boris@demo/ }).click()
  await dialog.getByRole('button', { name: 'Change owner' }).click()
  await expect(page.getByRole('link', { name: 'boris@demo.example' })).toBeVisible()
  expect((await user.get(`/vm/v3/host/${id}`)).status).toBe(404)
  const { body } = await admin.get(`/vm/v3/account?where=email EQ '${USER.email}'`)
  await admin.post(`/vm/v3/host/${id}/account`, { account: body.list[0].id })
})

test('off, on and over again: the state follows, and what loses data says so', async ({ page, signIn, rest }) => {
  const id = await idOf(await rest('admin'), 'web-5')
  const running = head(page).getByText('Running', { exact: true })
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await page.getByRole('button', { name: 'Restart', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByRole('row', { name: /Restart VM Finished/ })).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).last().click()
  for (const [command, action] of [
    [/^Force restart/, 'Force restart'],
    [/^Force off/, 'Force off'],
  ] as const) {
    await expect(running).toBeVisible()
    await ask(page, command)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/Unsaved data is lost/)).toBeVisible()
    await dialog.getByRole('button', { name: action }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(head(page).getByText('Stopped', { exact: true })).toBeVisible()
  // From the palette, wherever one is.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('web-5')
  await page.getByRole('option', { name: /^Start(?! rescue)/ }).click()
  await expect(running).toBeVisible()
})

test('a failed creation shows its reason until it is acknowledged; then it is deleted', async ({
  page,
  signIn,
  expectFaults,
}) => {
  // The refusals asked for, and the page of what was deleted.
  expectFaults(/40[049]/)
  await signIn('admin')
  await page.goto('/hosts/new')
  await expect(page.getByRole('radio', { name: /Debian/ })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Correct \d+ fields?/)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name', { exact: true }).fill('trial-failstart')
  await page.getByRole('combobox', { name: 'IPv4 addresses' }).click()
  await page.getByRole('option', { name: 'A specific address' }).click()
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('192.0.2.')
  await page.getByRole('button', { name: /^Create VM/ }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('combobox', { name: 'IPv4 addresses' }).click()
  await page.getByRole('option', { name: /^None/ }).click()
  await page.getByRole('button', { name: /^Create VM/ }).click()
  await expect(page.getByRole('alert').getByText(/Create VM failed at: Start/)).toBeVisible()

  // The name is taken now: the refusal stands at its field, and what was typed stays.
  const failed = page.url()
  await page.goto('/hosts/new')
  await expect(page.getByRole('radio', { name: /Debian/ })).toBeChecked()
  await page.getByLabel('Name', { exact: true }).fill('trial-failstart')
  await page.getByRole('button', { name: /^Create VM/ }).click()
  await expect(page.getByText(/You already have a VM named trial-failstart/)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.goto(failed)

  await page.getByRole('button', { name: 'Open the task' }).click()
  const drawer = page.getByRole('complementary', { name: 'Create VM' })
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(drawer.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await ask(page, 'Delete')
  await page.getByRole('dialog').getByRole('textbox').fill('trial-failstart')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete VM' }).click()
  await expect(page.getByText('trial-failstart was deleted')).toBeVisible()
})

test('what failed on a machine that is gone is no problem any more', async ({ rest }) => {
  const admin = await rest('admin')
  const [cluster, os] = [await admin.get('/vm/v3/cluster?limit=1'), await admin.get('/vm/v3/os?limit=1&orderby=id')]
  const made = await admin.post('/vm/v3/host', {
    name: 'gone-failstart',
    cluster: cluster.body.list[0].id,
    os: os.body.list[0].id,
    cpu_number: 1,
    ram_mib: 1024,
    hdd_mib: 10_240,
  })
  expect((await admin.ended(made.body.task)).status).toBe('failed')
  const gone = await admin.delete(`/vm/v3/host/${made.body.id}`)
  expect((await admin.ended(gone.body.task)).status).toBe('complete')
  const { body } = await admin.get(`/vm/v3/task?where=consul_id EQ ${made.body.task}`)
  expect(body.list[0]).toMatchObject({ status: 'failed', dismissed: true })
})

test('the form as a call of the API', { tag: '@long' }, async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  await page.goto('/hosts/new')
  await expect(page.getByRole('radio', { name: /Debian/ })).toBeChecked()
  await page.getByLabel('Name', { exact: true }).fill('by-call')
  await page.getByRole('button', { name: 'Copy as API call' }).click()
  const call = await page.evaluate(() => navigator.clipboard.readText())
  expect(call).toContain('/vm/v3/host')
  expect(call).toContain('"name":"by-call"')
})

test('a view keeps filters and order; columns are kept; all rows come as a file', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/hosts?q=cache')
  const table = page.getByRole('grid', { name: 'VMs' })
  await table.getByRole('columnheader', { name: 'Address' }).getByRole('button').click()
  await expect(page).toHaveURL(/ip_summary/)
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Caches')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog').getByText('Created', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(table.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await page.goto('/hosts')
  await expect(table.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await page.getByRole('button', { name: /^Caches/ }).click()
  await expect(page).toHaveURL(/q=cache/)
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toContain('name')
  expect(lines).toHaveLength(7)
})

test('who else has the console open is named on the page and in the console', { tag: '@long' }, async ({
  page,
  browser,
  signIn,
  rest,
}) => {
  const id = await idOf(await rest('admin'), 'web-1')
  const other = await browser.newContext({ baseURL: process.env.PANEL_ADDRESS! })
  const theirs = await other.newPage()
  await theirs.goto(`/sign-in?next=/console/${id}`)
  await theirs.getByLabel('E-mail').fill(USER.email)
  await theirs.getByLabel('Password', { exact: true }).fill(USER.password)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText('Connected', { exact: true })).toBeVisible()
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await page.getByRole('link', { name: 'anna watches the console' }).click()
  await expect(page.getByText('Watched by you and anna')).toBeVisible()
  await expect(theirs.getByText('Watched by you and admin')).toBeVisible()
  await other.close()
  await expect(page.getByText('Watched by you and anna')).toHaveCount(0)
})
