import { expect, test } from './support/panel.ts'

test('machines that nobody has entered are shown with the reasons for their place, and adopted', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto('/servers/unaccepted')
  const row = page.getByRole('row', { name: /PowerEdge R650 5HV8N23/ })
  await expect(row).toContainText('by LLDP')
  await expect(page.getByRole('row', { name: /Asked 14 times, never booted/ })).toBeVisible()
  await axe()
  await shoot('discovery')
  await row.getByRole('button', { name: 'Adopt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('link', { name: 'PowerEdge R650' }).click()
  const drawer = page.getByRole('complementary', { name: 'PowerEdge R650 5HV8N23' })
  await expect(drawer).toContainText('LLDP on eth0:')
  await expect(drawer).toContainText('eth1 has no link')
  await expect(drawer).toContainText('512 GiB: 16 x 32 GiB')
  await axe()
  await shoot('discovery-machine')
  await drawer.getByRole('button', { name: 'Adopt' }).click()
  const form = page.getByRole('dialog', { name: 'Adopt PowerEdge R650 5HV8N23' })
  await expect(form).toContainText('16 memory modules')
  await form.getByLabel('Name', { exact: true }).fill('srv-0421')
  await form.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'R650, 10 SFF' }).click()
  await axe()
  await shoot('discovery-adopt')
  await form.getByRole('button', { name: 'Adopt' }).click()
  await expect(page.getByRole('heading', { name: 'srv-0421' })).toBeVisible()
  const { body } = await admin.get("/dci/v3/server?where=name EQ 'srv-0421'")
  expect(body.list).toMatchObject([
    { switch_connection: [expect.objectContaining({ admin_status: expect.any(String) })] },
  ])
  const { list } = (await admin.get("/dci/v3/machine?where=serial EQ '5HV8N23'")).body
  expect(list).toMatchObject([{ state: 'adopted', server: { name: 'srv-0421' } }])
})

test('a machine is ignored and taken back, and one with cards of a server says so', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/servers/unaccepted')
  const silent = page.getByRole('row', { name: /never booted/ })
  await silent.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Ignore' }).click()
  await expect(silent).toHaveCount(0)
  await page.getByRole('button', { name: 'Ignored 1' }).click()
  await expect(silent).toBeVisible()
  await silent.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Take back' }).click()
  await expect(page.getByText('No machine is ignored')).toBeVisible()
  await page.getByRole('button', { name: /^Waiting/ }).click()
  await page
    .getByRole('row', { name: /CZJ0310BQ7/ })
    .getByRole('link', { name: 'Compare' })
    .click()
  await expect(page.getByRole('complementary', { name: /CZJ0310BQ7/ })).toContainText('1 of 2 MACs new')
  await page.getByRole('button', { name: /^Add to / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add the cards' }).click()
  await expect(page.getByRole('row', { name: /CZJ0310BQ7/ })).toHaveCount(0)
})

test('machines that are alike are adopted by a pattern of names', { tag: '@long' }, async ({ page, signIn, shoot }) => {
  await signIn('admin')
  await page.goto('/servers/unaccepted')
  const row = page.getByRole('row', { name: /5HV8N24/ })
  await row.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Actions on the selection' })
  await bar.getByRole('button', { name: 'Adopt', exact: true }).click()
  await bar.getByRole('button', { name: 'Adopt 1 machine' }).click()
  const form = page.getByRole('dialog', { name: 'Adopt 1 machine' })
  await form.getByLabel('First number').fill('0500')
  await form.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'R650, 10 SFF' }).click()
  await expect(form).toContainText('srv-0500')
  await shoot('discovery-adopt-all')
  await form.getByRole('button', { name: 'Adopt 1 machine' }).click()
  await expect(row).toHaveCount(0)
})
