import { expect, test } from './support/panel.ts'

test('storages show how full and how well they are, and what is wrong with them', async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/storages')
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row('nvme')).toContainText('Active')
  await expect(row('nas-hel1')).toContainText('Unavailable')
  await expect(row('mirror-old')).toContainText('Degraded')
  await expect(row('nas-archive')).toContainText('93%')
  await expect(row('nas-archive')).toContainText(/\d days/)
  await axe()
  await shoot('storages')

  await page.getByRole('link', { name: 'nas-fra1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'nas-fra1' })).toBeVisible()
  await expect(page.getByText(/Grows by .* a day/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Connected to' })).toContainText('Active')
  await expect(page.getByRole('table', { name: 'Lives on it' })).toContainText('Disks without a VM')
  await expect(page.getByRole('table', { name: 'Disks on it' }).getByRole('row').nth(1)).toBeVisible()
  await axe()
  await shoot('storage')

  await page.goto('/problems')
  await expect(page.getByText(/The storage cannot be used on/)).toBeVisible()
})

test('a storage is added, attached, checked and taken away again', async ({ page, signIn, expectFaults }) => {
  // A folder that another storage has.
  expectFaults(/400/)
  await signIn('admin')
  await page.goto('/storages')
  await page.getByRole('button', { name: 'Add storage' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('walked')
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Directory' }).click()
  await form.getByRole('button', { name: 'Add storage' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'walked', exact: true }).click()
  await page.getByRole('button', { name: 'Attach to a cluster' }).click()
  const attach = page.getByRole('dialog')
  await attach.getByRole('combobox', { name: 'Cluster' }).fill('Demo')
  await page.getByRole('option', { name: 'Demo' }).click()
  await attach.getByLabel('Folder on the nodes').fill('/vm/inside')
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(attach).toContainText('is at this place already')
  await attach.getByLabel('Folder on the nodes').fill('/srv/walked')
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(attach).toBeHidden()
  await expect(page.getByRole('table', { name: 'Connected to' })).toContainText('Active')
  await page.getByRole('button', { name: 'More about Demo' }).click()
  await page.getByRole('menuitem', { name: 'Detach' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Detach' }).click()
  await expect(page.getByText('Attached to no cluster')).toBeVisible()
})
