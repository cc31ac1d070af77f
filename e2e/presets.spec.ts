import { expect, test } from './support/panel.ts'

test('presets: made by keyboard with its limits, refused in words, changed, found with its VMs', async ({
  page,
  signIn,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/400|409/)
  await signIn('admin')
  await page.goto('/presets')
  const table = page.getByRole('grid', { name: 'Presets' })
  const database = table.getByRole('row', { name: /demo-database/ })
  for (const amount of ['8', '16', '200'])
    await expect(database.getByRole('gridcell', { name: amount, exact: true })).toBeVisible()
  await expect(database).toContainText('reads 5,000 IOPS')
  await axe()
  await shoot('presets')

  await page.getByRole('button', { name: 'Create a preset' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('demo-web')
  await dialog.getByRole('spinbutton', { name: 'RAM' }).fill('4')
  await dialog.getByRole('spinbutton', { name: 'Disk', exact: true }).fill('30')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('A preset named demo-web already exists')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kiosk')
  await dialog.getByText('Limits and processor').press('Enter')
  await dialog.getByRole('spinbutton', { name: 'Outgoing traffic' }).fill('200')
  await dialog.getByRole('combobox', { name: 'CPU seen by the VM' }).click()
  await page.getByRole('option', { name: 'A named model' }).click()
  await dialog.getByRole('textbox', { name: 'CPU model' }).fill('no such model!')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/the name of a CPU model/i)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'CPU model' }).fill('EPYC')
  await axe()
  await shoot('preset-form')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const kiosk = table.getByRole('row', { name: /^Kiosk/ })
  await expect(kiosk).toContainText('outgoing 200 Mbit/s, CPU EPYC')

  await page.keyboard.press('/')
  await page.keyboard.type('Kiosk')
  await expect(database).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/edit=\d+/)
  await dialog.getByRole('spinbutton', { name: 'vCPU' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  for (const amount of ['2', '4', '30'])
    await expect(kiosk.getByRole('gridcell', { name: amount, exact: true })).toBeVisible()

  await kiosk.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('No VM was created with it.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Kiosk')
  await dialog.getByRole('button', { name: 'Delete preset' }).click()
  await expect(kiosk).toHaveCount(0)

  await page.goto('/presets')
  await database.getByRole('link', { name: '6', exact: true }).click()
  await expect(page).toHaveURL(/preset(:|%3A)is/)
  await expect(page.getByRole('row', { name: /db-1\b/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /web-1\b/ })).toHaveCount(0)
})

test('a VM is created with a preset that shows what it sets, and remembers it', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto('/hosts/new')
  const size = page.getByRole('group', { name: 'Size' })
  await expect(size.getByRole('radio', { name: /Own size/ })).toBeChecked()
  await expect(size.getByRole('radio', { name: /^demo-/ })).toHaveCount(3)
  await page.getByLabel('Name', { exact: true }).fill('with-preset')
  await size.getByRole('radio', { name: /Own size/ }).focus()
  for (const name of [/demo-database/, /demo-worker/]) {
    await page.keyboard.press('ArrowLeft')
    await expect(size.getByRole('radio', { name })).toBeChecked()
  }
  await size.getByRole('radio', { name: /demo-database/ }).check({ force: true })
  const sets = page.getByRole('region', { name: 'The preset sets' })
  await expect(sets).toContainText('8 cores')
  await expect(sets).toContainText('reads 5,000 IOPS, writes 5,000 IOPS, own addresses only')
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expect(page.getByRole('complementary').getByText('demo-database')).toBeVisible()
  await axe()
  await shoot('host-new-preset')

  // One's own size begins with what the preset has.
  await size.getByRole('radio', { name: /Own size/ }).check({ force: true })
  await expect(page.getByRole('spinbutton', { name: 'RAM' })).toHaveValue('16')
  await size.getByRole('radio', { name: /demo-web/ }).check({ force: true })
  await page.reload()
  await expect(size.getByRole('radio', { name: /demo-web/ })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/hosts\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'with-preset' })).toBeVisible()
  await expect(page.getByRole('main').locator('header').getByText('Running', { exact: true })).toBeVisible({
    timeout: 90_000,
  })
  await expect(page.getByRole('complementary').getByRole('link', { name: 'demo-web' })).toHaveAttribute(
    'href',
    /\/presets\?edit=\d+$/,
  )
  const { body: made } = await admin.get('/vm/v3/host?where=name EQ with-preset')
  expect(made.list[0]).toMatchObject({
    cpu_number: 2,
    ram_mib: 2048,
    net_out_mbitps: 500,
    preset: { name: 'demo-web' },
  })
  await admin.ended((await admin.delete(`/vm/v3/host/${made.list[0].id}`)).body.task)
})
