import { expect, test, USER } from './support/panel.ts'

test('an administrator sets the limits of an account beside those of its role', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const owner = (await admin.get(`/vm/v3/account?where=email EQ ${USER.email}`)).body.list[0].id
  await signIn('admin')
  await page.goto(`/users/${owner}`)
  await expect(page.getByText('from the role').first()).toBeVisible()
  await shoot('user-limits')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Limits', exact: true }) })
  await section.getByRole('button', { name: 'Edit limits' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'VMs', exact: true })).toContainText('As the role: 25')
  await dialog.getByRole('combobox', { name: 'VMs', exact: true }).click()
  await page.getByRole('option', { name: 'At most' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a number or choose another kind of limit')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'At most' }).fill('30')
  await dialog.getByRole('combobox', { name: 'RAM', exact: true }).click()
  await page.getByRole('option', { name: 'No limit' }).click()
  await axe()
  await shoot('user-limits-form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.post(`/vm/v3/user_limits/account/${owner}`, { host_count: null, ram_mib_total: null })
})

test('an administrator sets when sessions end', { tag: '@long' }, async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/users/rules')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions' }) })
  await expect(section).toContainText('after 60 minutes')
  await section.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'End after inactivity' }).fill('0.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('From 1 to 1,440')).toBeVisible()
  await axe()
  await shoot('session-settings')
  await dialog.getByRole('spinbutton', { name: 'End after inactivity' }).fill('90')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(section).toContainText('after 90 minutes')
  const admin = await rest('admin')
  expect((await admin.get('/auth/v4/setting/token_ttl')).body.value).toBe(5400)
  await admin.post('/auth/v4/setting/token_ttl', { value: 3600 })
})

test('conditions for new VMs are edited on clusters and nodes, and named where they do not hold', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  await signIn('admin')
  const [cluster] = (await admin.get('/vm/v3/cluster')).body.list
  await page.goto(`/clusters/${cluster.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Conditions for new VMs' })
  await field.fill('cpu_number LE 8\ncolour EQ 1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^Line 2: colour is not os_tag/)).toBeVisible()
  await axe()
  await shoot('cluster-conditions')
  await field.fill('cpu_number LE 8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('cpu_number LE 8')).toBeVisible()
  await shoot('cluster-with-conditions')
  const [node] = (await admin.get(`/vm/v3/node?where=cluster EQ ${cluster.id}`)).body.list
  await page.goto(`/nodes/${node.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await field.fill('ram_mib LE 1')
  await shoot('node-conditions')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('ram_mib LE 1', { exact: true })).toBeVisible()
  await page.goto(`/hosts/new?cluster=${cluster.id}`)
  await expect(page.getByText(/ram_mib LE 1/)).toBeVisible()
  await admin.post(`/vm/v3/cluster/${cluster.id}`, { host_filter: [] })
  await admin.post(`/vm/v3/node/${node.id}`, { host_filter: [] })
})

test("messages of a location's components are read on its page", { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const [location] = (await admin.get('/dci/v3/location')).body.list
  await signIn('admin')
  await page.goto(`/locations/${location.id}?tab=messages`)
  await expect(page.getByText('No messages')).toBeVisible()
  const report = { event: 'lease', address: '198.18.0.99', mac: '02:00:00:00:00:09' }
  await admin.post(`/dci/v3/location/${location.id}/message`, { stream: 'dhcp', message: report })
  await expect(page.getByText('"address":"198.18.0.99"')).toBeVisible()
  await page.getByText('"address":"198.18.0.99"').click()
  await expect(page.getByText('"mac": "02:00:00:00:00:09"')).toBeVisible()
  await axe()
  await shoot('location-messages')
})
