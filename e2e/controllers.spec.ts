import { expect, test } from './support/panel.ts'

test('sensors, graph and log of a hot server', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/')
  const problem = page.getByRole('listitem').filter({ hasText: 'gpu-04' })
  await expect(problem).toContainText('A sensor is beyond its critical limit')
  await problem.getByRole('link', { name: 'Look into it' }).click()

  const sensors = page.getByRole('table', { name: 'Sensors' })
  await expect(sensors.getByRole('row', { name: /^Critical CPU1 Temp 9\d °C/ })).toBeVisible()
  await expect(sensors.getByRole('img', { name: /warning from 85 °C, critical from 95 °C/ }).first()).toBeVisible()
  // The worst is drawn first, then what is picked.
  await expect(page.getByRole('img', { name: /^CPU1 Temp: mean 9\d °C, Warning 85 °C, Critical 95 °C/ })).toBeVisible()
  await sensors.getByRole('button', { name: '12V' }).click()
  await expect(page.getByRole('img', { name: /^12V: mean 12/ })).toBeVisible()

  const log = page.getByRole('table', { name: 'Event log' })
  await expect(log.getByRole('row')).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('critical, going')
  await expect(log.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Warnings', exact: true }).click()
  await expect(log.getByRole('row')).toHaveCount(2)
  await axe()
  await shoot('controller')
})

test('another controller in the place of the known one is trusted by hand only', async ({ page, signIn, shoot }) => {
  await signIn('admin')
  await page.goto('/controllers?q=db-16')
  await page
    .getByRole('row', { name: /^db-16 Another one answers/ })
    .getByRole('link')
    .click()
  const alarm = page.getByRole('alert').filter({ hasText: 'Another controller answers in its place' })
  await expect(alarm).toBeVisible()
  await shoot('controller-changed')
  await alarm.getByRole('button', { name: 'Trust the new one' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('db-16')
  await dialog.getByRole('button', { name: 'Trust the new one' }).click()
  await expect(alarm).toBeHidden({ timeout: 30_000 })
  const facts = page.getByRole('complementary', { name: 'Facts of the controller' })
  await expect(facts).toContainText('Answers')
  await expect(facts).not.toContainText('ffffffff')
})

test('the platform that a controller names is taken with one click', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/controllers?q=db-08')
  await page
    .getByRole('row', { name: /^db-08/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'It is R750xd, 12 LFF' }).click()
  await expect(page.getByText('The platform is R750xd, 12 LFF')).toBeVisible()
  await expect(page.getByRole('button', { name: 'It is R750xd, 12 LFF' })).toBeHidden()
})

test('a controller is added to a server, edited and removed', async ({ page, signIn, axe }) => {
  await signIn('admin')
  await page.goto('/controllers?q=srv-44')
  await page
    .getByRole('row', { name: /^srv-44/ })
    .getByRole('link')
    .click()
  const facts = page.getByRole('complementary', { name: 'Facts of the controller' })
  const dialog = page.getByRole('dialog')
  const more = async (entry: string) => {
    await facts.getByRole('button', { name: 'More for the controller' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await more('Remove controller')
  await dialog.getByRole('button', { name: 'Remove controller' }).click()
  await expect(page.getByText('No management controller')).toBeVisible()
  await page.getByRole('button', { name: 'Add controller' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
  await dialog.getByRole('textbox', { name: 'User name' }).fill('admin')
  await axe()
  await dialog.getByRole('button', { name: 'Add controller' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('not-known-yet')
  await dialog.getByRole('button', { name: 'Add controller' }).click()
  await expect(dialog).toBeHidden()
  await expect(facts).toContainText('127.0.0.1')
})
