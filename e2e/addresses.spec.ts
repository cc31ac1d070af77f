import { expect, test } from './support/panel.ts'

test('an operator makes a network, a pool with a range, and connects it', async ({
  page,
  signIn,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/409 \(Conflict\)/) // the range that overlaps
  await signIn('admin')
  await page.goto('/addresses/networks')
  await page.getByRole('button', { name: 'Create a network' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Network' }).fill('198.51.100.7/24')
  await dialog.getByRole('textbox', { name: 'Gateway' }).fill('198.51.101.1')
  await dialog.getByRole('button', { name: 'Create a network' }).click()
  await expect(dialog.getByText('This is an address within 198.51.100.0/24; enter the network')).toBeVisible()
  await axe()
  await shoot('network-form')
  await dialog.getByRole('textbox', { name: 'Network' }).fill('198.51.100.0/24')
  await dialog.getByRole('button', { name: 'Create a network' }).click()
  await expect(dialog.getByText('Not in 198.51.100.0/24')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Gateway' }).fill('198.51.100.1')
  await dialog.getByRole('textbox', { name: 'VLAN' }).fill('110')
  await dialog.getByRole('button', { name: 'Create a network' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('198.51.100.0/24')).toBeVisible()
  await axe()
  await shoot('networks')

  await page.getByRole('link', { name: 'Pools' }).click()
  await page.getByRole('button', { name: 'Create a pool' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('frankfurt')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Public addresses of hall 1')
  await dialog.getByRole('button', { name: 'Create a pool' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'frankfurt' })).toBeVisible()
  await expect(page.getByText('No ranges yet')).toBeVisible()
  await shoot('pool-empty')

  await page.getByRole('button', { name: 'Add a range' }).first().click()
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.100-192.0.2.110')
  await dialog.getByRole('button', { name: 'Add a range' }).click()
  await expect(dialog.getByText(/overlaps the range/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('198.51.100.0/25')
  await dialog.getByRole('button', { name: 'Add a range' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('0 of 126').first()).toBeVisible()
  await axe()
  await shoot('pool')

  await page
    .getByRole('link', { name: /^Clusters/ })
    .nth(1)
    .click()
  await page.getByRole('switch').first().click()
  await expect(page.getByRole('switch').first()).toBeChecked()
  await axe()
  await shoot('pool-clusters')
})

test('the lists of addresses say what is in use', { tag: '@long' }, async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/addresses')
  await expect(page.getByRole('link', { name: 'demo', exact: true })).toBeVisible()
  await axe()
  await shoot('pools')
  await page.goto('/addresses/used')
  await expect(page.getByText('192.0.2.10', { exact: true })).toBeVisible()
  await axe()
  await shoot('addresses-used')
})

test('others see that these pages are for administrators', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/addresses')
  await expect(page.getByText('This page is for administrators')).toBeVisible()
})
