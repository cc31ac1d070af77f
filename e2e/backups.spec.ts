import { expect, test } from './support/panel.ts'

test('backups of all VMs are found, kept, deleted together and brought back', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  await page.goto('/backups')
  const rows = page.getByRole('row', { name: /^(Select )?nightly/ })
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Backups', exact: true })).toHaveAttribute('aria-current', 'page')
  await axe()
  await shoot('backups')

  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(page.getByRole('row', { name: /Failed/ })).toContainText('left the network')
  await shoot('backups-failed')
  await page.goto('/backups?q=monitor-1')
  const row = rows.first()
  await expect(row).toContainText('monitor-1')
  await row.click({ button: 'right' })
  await shoot('backups-menu')
  await page.getByRole('menuitem', { name: 'Always keep' }).click()
  await expect(row.getByRole('img', { name: 'Always kept' })).toBeVisible()

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to another place…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toContainText('Choose where it goes')
  await axe()
  await shoot('backup-move')
  await page.keyboard.press('Escape')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore as a new VM…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('monitor-1-r1')
  await page.keyboard.press('Escape')

  await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Delete backup' }).click()
  await expect(page.getByText('Delete 1 backup').first()).toBeVisible()
  await shoot('backups-bulk')
  await page.getByRole('button', { name: 'Delete 1 backup' }).click()
  await expect(dialog).toContainText('can be brought back for 7 days')
  await dialog.getByRole('textbox').fill('1')
  await dialog.getByRole('button', { name: 'Delete 1 backup' }).click()
  const left = async () => (await admin.get("/vm/v3/backup?where=host_name EQ 'monitor-1'")).body.size
  await expect.poll(left).toBe(0)

  await page.goto('/backups')
  await page.getByRole('button', { name: 'Deleted backups' }).click()
  await expect(dialog).toContainText('monitor-1')
  await axe()
  await shoot('backups-deleted')
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await expect.poll(left).toBe(1)
})

test('a user sees the own backups, and no page of administrators', async ({ page, signIn, shoot }) => {
  await signIn('user')
  await page.goto('/backups')
  await expect(page.getByRole('row', { name: /^(Select )?nightly/ }).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Locations', exact: true })).toHaveCount(0)
  await shoot('backups-user')
  await page.goto('/backup-locations/1')
  await expect(page.getByText('This page is for administrators')).toBeVisible()
})

test('the page of a backup location tells how it grows, what it saves, how it is and what lies there', {
  tag: '@long',
}, async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/backup-locations')
  await page.getByRole('link', { name: 'vault-fra1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'vault-fra1' })).toBeVisible()
  await expect(page.getByText(/^Grows by .* a day/)).toBeVisible()
  await expect(page.getByText(/times less than full copies/)).toBeVisible()
  await expect(page.getByText('Lists agree with what is there')).toBeVisible()
  await expect(page.getByText('No recovery file')).toBeVisible()
  const lies = page.getByRole('table', { name: 'Lies here' })
  await expect(lies.getByRole('row', { name: /db-1/ })).toContainText('Whole')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await axe()
  await shoot('backup-location', { fullPage: true })

  await page.getByRole('link', { name: /^Backups \d/ }).click()
  await expect(page.getByRole('row', { name: /nightly/ }).first()).toBeVisible()
  await axe()
  await shoot('backup-location-backups')

  // One where nothing lies and that never answered.
  await page.goto('/backup-locations')
  await page.getByRole('link', { name: 'vault-old' }).click()
  await expect(page.getByText('No backup lies here.')).toBeVisible()
  await expect(page.getByText(/it takes at least three days of figures/)).toBeVisible()
  await shoot('backup-location-away')
})
