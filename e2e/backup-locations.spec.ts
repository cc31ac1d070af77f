import { expect, test } from './support/panel.ts'

test('a backup location is added, checked in words, and its recovery file downloaded', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/backup-locations')
  await page.getByRole('button', { name: 'Add a backup location' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a backup location' })
  await dialog.getByLabel('Name').fill('attic')
  // Nothing listens there.
  await dialog.getByLabel('IP address').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill('1')
  await dialog.getByLabel('Folder').fill('/srv/backup')
  await expect(dialog.getByText('If the owner of the location turns hostile')).toBeVisible()
  await axe()
  await shoot('backup-location-form')
  await dialog.getByRole('button', { name: 'Add a backup location' }).click()
  const row = page.getByRole('row', { name: /attic/ })
  await expect(row).toContainText('Not usable')
  await expect(row).toContainText('does not answer')
  await axe()
  await shoot('backup-locations')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download recovery file' }).click()
  const recovery = page.getByRole('dialog', { name: 'Recovery file of attic' })
  await recovery.getByLabel('Passphrase').fill('a long passphrase')
  const download = page.waitForEvent('download')
  await recovery.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^backup-location-\d+-recovery\.json$/)
})
