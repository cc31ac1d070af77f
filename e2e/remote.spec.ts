import { expect, test } from './support/panel.ts'

test('remote management is switched off and on, and a proxy is set up in words', async ({
  page,
  signIn,
  axe,
  shoot,
  rest,
}) => {
  const admin = await rest('admin')
  const nowhere = { name: 'Far site', ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' }
  const { body: far } = await admin.post('/dci/v3/location', nowhere)
  const enabled = async () => (await admin.get('/ipmiproxy/v3/plugin/status')).body.is_enabled
  await signIn('admin')
  await page.goto('/remote')
  await expect(page.getByText('No proxies yet')).toBeVisible()
  const plugin = page.getByRole('switch', { name: 'Consoles and web pages of controllers' })
  await expect(plugin).toBeChecked()
  await plugin.click()
  await expect(page.getByText('Turned off for everyone.')).toBeVisible()
  await expect.poll(enabled).toBe(false)
  await plugin.click()
  await expect(plugin).toBeChecked()
  await expect.poll(enabled).toBe(true)

  // Its control host does not answer: the failure is a sentence, and nothing stays pending.
  await page.getByRole('button', { name: 'Set up proxies' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set up proxies' }).click()
  await expect(dialog.getByText('Choose at least one location')).toBeVisible()
  await dialog.getByRole('combobox').fill('Far')
  await page.getByRole('option', { name: /Far site/ }).click()
  await shoot('remote-form')
  await dialog.getByRole('button', { name: 'Set up proxies' }).click()
  const row = page.getByRole('row', { name: /Far site/ })
  await expect(row.getByText(/Unavailable/)).toBeVisible()
  await axe()
  await shoot('remote')
  expect((await admin.delete(`/dci/v3/location/${far.id}`)).status).toBe(200)
})
