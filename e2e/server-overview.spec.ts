import { expect, test } from './support/panel.ts'

test('the page of a server shows what feeds it, what it draws, what it is made of and what is missing', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const { body } = await (await rest('admin')).get("/dci/v3/server?where=name EQ 'db-11'")
  const address = `/servers/${body.list[0].id}`
  await signIn('admin')
  await page.goto(address)
  const inputs = page.getByRole('list', { name: 'Power inputs and controller' })
  await expect(inputs.getByText(/^\d+ W$/)).toHaveCount(2)
  await expect(page.getByText('Inlet temperature')).toBeVisible()
  const parts = page.getByRole('table', { name: 'Hardware' })
  await expect(parts.getByRole('row', { name: /^Memory 11 x 64 GiB/ })).toContainText('Memory module B6 is missing')
  await expect(parts.getByRole('row', { name: /^Disks 12 x/ })).toContainText('OK')
  await axe()
  await shoot('server-overview', { fullPage: true })
  await page.getByRole('link', { name: 'The whole report' }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)

  // Its owner sees neither PDUs by name nor reports.
  await signIn('user')
  await page.goto(address)
  await expect(inputs.getByText('Power input 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Addresses' })).toBeVisible()
  await expect(parts).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Connect an outlet' })).toHaveCount(0)
})
