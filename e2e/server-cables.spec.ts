import { expect, test } from './support/panel.ts'

test('an operator plugs a server into a port and an outlet from the page of the server', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const one = async (path: string) => (await admin.get(path)).body.list[0]
  const rack = await one("/dci/v3/rack?where=name EQ 'B04' AND location.name EQ 'FRA1'")
  const platform = await one("/dci/v3/platform?where=name CP 'R650%'")
  const name = `cabled-${Date.now().toString(36)}`
  const body = { name, platform: platform.id, rack: rack.id, unit: 12, mac: [] }
  const { id } = (await admin.post('/dci/v3/server', body)).body
  await signIn('admin')
  await page.goto(`/servers/${id}`)

  const dialog = page.getByRole('dialog')
  const pick = async (label: string, typed: string, option: RegExp) => {
    await dialog.getByLabel(label).click()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: option }).first().click()
  }
  await page.getByRole('button', { name: 'Connect a port' }).click()
  await expect(dialog.getByLabel('Port')).toBeDisabled()
  // Those of other locations are not offered: a cable does not reach them.
  await dialog.getByLabel('Switch').click()
  await page.keyboard.type('lon2')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('sw-fra1-b04')
  await page.getByRole('option', { name: /sw-fra1-b04/ }).click()
  await axe()
  await shoot('server-connect')
  await pick('Port', 'Gi1/0/30', /Gi1\/0\/30/)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const ports = page.getByRole('table', { name: 'Switch ports' })
  await expect(ports.getByRole('row', { name: /Gi1\/0\/30/ })).toContainText('sw-fra1-b04')

  await page.getByRole('button', { name: 'Connect an outlet' }).click()
  await pick('PDU', 'pdu-fra1-b04-b', /pdu-fra1-b04-b/)
  await pick('Outlet', '30', /30/)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const inputs = page.getByRole('list', { name: 'Power inputs and controller' })
  await expect(inputs.getByRole('listitem').filter({ hasText: 'outlet 30' })).toContainText('pdu-fra1-b04-b')
  await page.getByRole('button', { name: 'Actions of pdu-fra1-b04-b 30' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await expect(inputs.getByText('outlet 30')).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions of sw-fra1-b04 Gi1/0/30' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await expect(page.getByText('Not connected to a port')).toBeVisible()
  expect((await admin.get(`/dci/v3/server/${id}`)).body.switch_connection).toEqual([])
  expect((await admin.delete(`/dci/v3/server/${id}`)).status).toBe(200)
})
