import { expect, test } from './support/panel.ts'

test('a schedule is added, says its next runs in words, runs now, and is in calendar and coverage', async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/schedules')
  await expect(page.getByRole('row', { name: /Nightly/ })).toContainText('Failed in part')
  await axe()
  await shoot('schedules')

  await page.getByRole('button', { name: 'Add a schedule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a schedule' })
  await dialog.getByLabel('Name').fill('Weekend')
  await dialog.getByLabel('How often').click()
  await page.getByRole('option', { name: 'Weekly' }).click()
  await dialog.getByLabel('Day of the week').click()
  await page.getByRole('option', { name: 'Saturday' }).click()
  await dialog.getByLabel('Time', { exact: true }).fill('23:15')
  const next = dialog.getByRole('status', { name: 'Next runs' })
  await expect(next.getByRole('listitem')).toHaveCount(3)
  for (const run of await next.getByRole('listitem').all()) await expect(run).toContainText(/Saturday.*23:15/)
  await axe()
  await shoot('schedule-form')
  await dialog.getByRole('button', { name: 'Add a schedule' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Weekend' }).click()
  await expect(page.getByRole('heading', { name: 'Weekend' })).toBeVisible()
  await expect(page.getByText('No runs yet')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  // Nothing is chosen, so the run is over at once.
  await expect(page.getByRole('row', { name: /A person/ })).toContainText('Done')
  await axe()

  await page.goto('/schedules')
  await page.getByRole('link', { name: 'Nightly' }).click()
  await expect(page.getByRole('row', { name: /Missed/ })).toContainText('The panel was not running then')
  await shoot('schedule')

  await page.goto('/schedules/calendar')
  // The start of today may be over.
  await expect.poll(() => page.getByRole('link', { name: /Nightly/ }).count()).toBeGreaterThanOrEqual(13)
  await axe()
  await shoot('schedule-calendar')
  await page.goto('/schedules/coverage')
  await expect(page.getByText(/^\d+ of \d+ VMs protected$/)).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Waits for its first run' }).first()).toBeVisible()
  await axe()
  await shoot('schedule-coverage')
})
