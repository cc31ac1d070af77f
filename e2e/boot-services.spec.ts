import { expect, test } from './support/panel.ts'

test('a location shows how its boot services are, who asks for addresses, and what has turned', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const { body } = await (await rest('admin')).get("/dci/v3/location?where=name EQ 'FRA1'")
  const address = `/locations/${body.list[0].id}`
  await signIn('admin')
  await page.goto(`${address}?tab=services`)
  await expect(page.getByRole('table', { name: 'Boot services' })).toContainText('Kea')
  await expect(page.getByRole('img', { name: /^DHCP requests a minute: answered \d+, unanswered \d+/ })).toBeVisible()
  const messages = page.getByRole('list', { name: 'Messages' })
  await expect(messages.getByText(/^Other DHCP servers: Another DHCP server answers/)).toBeVisible()
  await axe()
  await shoot('boot-services', { fullPage: true })
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Messages of components' })).toContainText('As it should be')
})
