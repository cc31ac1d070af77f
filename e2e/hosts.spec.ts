import { expect, test } from './support/panel.ts'

const rows = 'grid'

test('VMs: search, filter, view, columns, and the address that holds them', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/hosts')
  const table = page.getByRole(rows, { name: 'VMs' })
  await expect(table.getByRole('row', { name: /build-1\b/ })).toBeVisible()
  await axe()
  await shoot('hosts')

  await page.keyboard.press('/')
  await page.keyboard.type('db-')
  await expect(page).toHaveURL(/q=db-/)
  await expect(table.getByRole('row', { name: /build-1\b/ })).toHaveCount(0)
  await expect(table.getByRole('row', { name: /db-1\b/ })).toBeVisible()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: /^Stopped/ }).click()
  await expect(page).toHaveURL(/f=state:is:stopped|f=state%3Ais%3Astopped/)
  await expect(table.getByText('Running', { exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(table.getByText('Running', { exact: true }).first()).toBeVisible()
})

test('a row is walked to, chosen and opened by keyboard', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/hosts?q=db-')
  const table = page.getByRole(rows, { name: 'VMs' })
  await expect(table.getByRole('row', { name: /db-2\b/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('.')
  await expect(page.getByRole('menuitem', { name: /^Restart/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(table.locator('[data-row]:focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hosts\/\d+$/)
})

test('bulk actions: the plan shows which VMs are skipped and why, then each has its result', async ({
  page,
  signIn,
  rest,
}) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name IN ('db-4','db-5','db-6')&orderby=name")
  const [off, ...on] = body.list as { id: number; name: string }[]
  const stop = await admin.post(`/vm/v3/host/${off!.id}/stop`, { force: true })
  await admin.ended(stop.body.task)
  const names = [off!, ...on].map(({ name }) => name)
  await signIn('admin')
  await page.goto('/hosts?q=db-')
  await expect(page.getByRole('row', { name: /db-4 Stopped/ })).toBeVisible()
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Shut down' }).click()
  await expect(page.getByText('2 will shut down, 1 cannot')).toBeVisible()
  await expect(page.getByText('The VM is stopped: ').locator('..')).toHaveText('The VM is stopped: db-4')
  await page.getByRole('button', { name: 'Shut down 2 VMs' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down 2 VMs' }).click()
  const run = page.getByRole('region', { name: 'Shut down 2 VMs' })
  await expect(run.getByText('2 done')).toBeVisible()
  for (const { id } of on) expect((await admin.get(`/vm/v3/host/${id}`)).body.state).toBe('stopped')
  for (const { id } of [off!, ...on]) await admin.post(`/vm/v3/host/${id}/start`, {})
})

test('many VMs start from a rescue system with one password, and leave it again', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name IN ('db-2','db-3')&orderby=name")
  const both = body.list as { id: number; name: string }[]
  await signIn('admin')
  await page.goto('/hosts?q=db-')
  for (const { name } of both) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  const bar = page.getByRole('region', { name: 'Actions on the selection' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Start rescue system' }).click()
  const start = bar.getByRole('button', { name: 'Start rescue systems of 2 VMs' })
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await bar.getByRole('button', { name: 'Generate' }).click()
  await expect(bar.getByText('Shown only once')).toBeVisible()
  await axe()
  await shoot('hosts-bulk-rescue')
  await start.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start rescue systems of 2 VMs' }).click()
  await expect(page.getByRole('region', { name: 'Start rescue systems of 2 VMs' }).getByText('2 done')).toBeVisible()
  for (const { id } of both) {
    expect((await admin.get(`/vm/v3/host/${id}`)).body).toMatchObject({ rescue_mode: true, state: 'active' })
    await admin.ended((await admin.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: false })).body.task)
  }
})

test('a VM from the form to its end, live all the way', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/hosts/new')
  await expect(page.getByRole('radio', { name: /Debian/ })).toBeChecked()
  await page.getByLabel('Name', { exact: true }).fill('two words')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Try two-words')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('from-the-form')
  await expect(page.getByText('Draft kept')).toBeVisible()
  await axe()
  await shoot('host-new')

  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('from-the-form')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/hosts\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'from-the-form' })).toBeVisible()
  const head = page.getByRole('main').locator('header')
  await expect(head.getByText('Running', { exact: true })).toBeVisible()
  await expect(page.getByText('Shown only once')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await axe()
  await shoot('host')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Turn on deletion protection' }).click()
  await expect(head.getByText('Deletion protection', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete.*Protected from deletion/ })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Turn off deletion protection' }).click()
  await expect(head.getByText('Deletion protection', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/disk of 20 GiB are deleted/)).toBeVisible()
  await dialog.getByRole('textbox').fill('from-the-form')
  await dialog.getByRole('button', { name: 'Delete VM' }).click()
  await expect(page.getByText('from-the-form was deleted')).toBeVisible()
})

test('a failure is shown on the VM, and its task opens beside it and follows', async ({ page, signIn, rest, axe }) => {
  const admin = await rest('admin')
  const { body } = await admin.get('/vm/v3/host?where=name EQ legacy-failstart')
  await signIn('admin')
  await page.goto(`/hosts/${body.list[0].id}`)
  await expect(page.getByRole('alert').getByText(/Create VM failed at: Start/)).toBeVisible()
  await page.getByRole('button', { name: 'Open the task' }).click()
  await expect(page.getByRole('complementary', { name: 'Create VM' })).toBeVisible()
  await axe()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^VMs/ }).click()
  await expect(page).toHaveURL(/\/hosts\?task=\d+/)
  await expect(page.getByRole('complementary', { name: 'Create VM' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('an owner sees their own VMs only', async ({ page, signIn, rest, expectFaults }) => {
  expectFaults(/404/)
  const admin = await rest('admin')
  const foreign = await admin.get("/vm/v3/host?where=account.email NE 'anna@demo.example'&limit=1")
  const own = await admin.get("/vm/v3/host?where=account.email EQ 'anna@demo.example'&limit=1&orderby=name")
  await signIn('user')
  await page.goto('/hosts')
  await expect(page.getByRole('checkbox', { name: `Select ${own.body.list[0].name}`, exact: true })).toBeVisible()
  await expect(page.getByText(`Rows 1 to ${own.body.size} of ${own.body.size}`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Nodes/ })).toHaveCount(0)
  await page.goto(`/hosts/${foreign.body.list[0].id}`)
  await expect(page.getByText('It may have been deleted, or you have no access to it.')).toBeVisible()
})

test('a visitor is asked to sign in, and comes back to the requested page', async ({ page }) => {
  await page.goto('/hosts?q=web')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fhosts%3Fq%3Dweb/)
})
