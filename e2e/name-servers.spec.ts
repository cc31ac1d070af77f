import { expect, test } from './support/panel.ts'

test('name servers: added, checked, refused in words; reverse records of a VM written from its page', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/400|409/)
  await signIn('admin')
  // Without a name server the form says where one is set up.
  await page.goto('/addresses/used')
  const used = page.getByRole('grid', { name: 'Addresses in use' })
  const first = used.getByRole('row').nth(1)
  await first.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reverse record' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Host name' })).toBeFocused()
  await page.keyboard.type('web1.example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/an administrator adds one under Networks and addresses, Name servers/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/addresses/name-servers')
  await page.getByRole('button', { name: 'Add a name server' }).first().click()
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('ns1')
  // Nothing listens there.
  await dialog.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
  await dialog.getByRole('spinbutton', { name: 'Port' }).fill('9')
  await dialog.getByRole('textbox', { name: 'TSIG key' }).fill('panel')
  await dialog.getByLabel('Secret of the key').fill('c2VjcmV0')
  await dialog.getByRole('textbox', { name: 'Zones' }).fill('example.com')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add a name server' }).click()
  await expect(dialog.getByText(/not a reverse zone such as .*: example\.com/i)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Zones' }).fill('')
  await axe()
  await shoot('name-server-form')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'PowerDNS API' }).click()
  await expect(dialog.getByRole('textbox', { name: 'TSIG key' })).toHaveCount(0)
  await expect(dialog.getByLabel('API key')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add a name server' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('grid', { name: 'Name servers' }).getByRole('row', { name: /ns1/ })
  await expect(row).toContainText('Check failed')
  await expect(row).toContainText(/does not answer/)
  await axe()
  await shoot('name-servers')

  // The record of a VM's address, from the VM's page: it cannot be written, and the page says why.
  const { body } = await (await rest('admin')).get(`/vm/v3/host?where=name EQ 'web-1'`)
  await page.goto(`/hosts/${body.list[0].id}?tab=network`)
  const records = page.getByRole('table', { name: 'Reverse records' })
  await records
    .getByRole('button', { name: /Edit the reverse record of/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: 'Host name' }).fill('web1.example.com')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(records).toContainText('web1.example.com')
  await expect(records).toContainText(/does not answer/, { timeout: 20_000 })
  await axe()
  await shoot('reverse-records')
  await page.goto('/problems')
  await expect(page.getByText(/The reverse record of [\d.]+ was not written/)).toBeVisible()

  await page.goto('/addresses/name-servers')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill('ns1')
  await dialog.getByRole('button', { name: 'Delete name server' }).click()
  await expect(row).toHaveCount(0)
})
