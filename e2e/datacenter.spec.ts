import type { Page } from '@playwright/test'
import { expect, test, USER } from './support/panel.ts'

const pick = async (page: Page, field: string, words: string) => {
  const box = page.getByRole('combobox', { name: field, exact: true })
  await box.fill(words)
  await page
    .getByRole('option', { name: new RegExp(`^${words}`) })
    .first()
    .click()
}
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('from the catalogue to a server that only its owner sees', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/40[049] \(/) // a unit that was taken meanwhile, what is in use, another one's server
  await signIn('admin')
  const dialog = page.getByRole('dialog')

  await test.step('a socket and a platform', async () => {
    await page.goto('/hardware?tab=sockets')
    await axe()
    await page.getByRole('button', { name: 'Add a socket' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('SP5')
    await dialog.getByRole('button', { name: 'Add a socket' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/hardware')
    await page.getByRole('button', { name: 'Add a platform' }).first().click()
    await dialog.getByRole('button', { name: 'Add a platform' }).click()
    await expect(dialog.getByText('Choose the socket')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Z750')
    await choose(page, 'Size', '2 U')
    await pick(page, 'CPU socket', 'SP5')
    await axe()
    await shoot('platform-form')
    await dialog.getByRole('button', { name: 'Add a platform' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /^Z750 Rack server 2 U/ })).toBeVisible()
  })

  await test.step('a location, and what its check says', async () => {
    await page.goto('/locations')
    await page.getByRole('button', { name: 'Add a location' }).first().click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Frankfurt')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
    // A closed port.
    await dialog.getByLabel('SSH port').fill('9')
    await dialog.getByText('Advanced').click()
    await dialog.getByRole('spinbutton', { name: 'Provisioning VLAN' }).fill('900')
    await dialog.getByRole('spinbutton', { name: 'Devices polled at the same time' }).fill('4')
    await dialog.getByRole('button', { name: 'Add a location' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Frankfurt' })).toBeVisible()
    await expect(page.getByText(/The control host does not answer/)).toBeVisible()
    await expect(page.getByText('No racks here yet')).toBeVisible()
    await axe()
    await shoot('location-failed')
  })

  const admin = await rest('admin')
  const location = (await admin.get('/dci/v3/location?where=name EQ Frankfurt')).body.list[0].id as number
  expect((await admin.get(`/dci/v3/location/${location}`)).body).toMatchObject({
    poll_limit: 4,
    provisioning_vlan: 900,
  })
  const rack = (await admin.post(`/dci/v3/location/${location}/rack`, { name: 'R01', size: 4 })).body.id as number
  const platform = (await admin.get('/dci/v3/platform?where=name EQ Z750')).body.list[0].id as number
  const { id: other } = (await admin.post('/dci/v3/server', { name: 'theta-1', platform, rack, unit: 1 })).body

  await test.step('a server where it fits', async () => {
    await page.goto('/servers/new')
    await page.getByRole('button', { name: /^Add a server/ }).click()
    await expect(page.getByText('Choose the platform', { exact: true })).toBeVisible()
    await pick(page, 'Platform', 'Z750')
    await pick(page, 'Rack', 'R01')
    // The lower two of its four units are occupied.
    await page.getByRole('combobox', { name: 'Lowest unit' }).click()
    await expect(page.getByRole('option')).toHaveText(['U3'])
    await page.getByRole('option', { name: 'U3' }).click()
    await expect(page.getByText('1 free place of 2 U')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('zeta-1')
    await pick(page, 'Owner', USER.email)
    await page.getByRole('textbox', { name: 'MAC addresses' }).fill('001a.2b3c.4d5e')
    await axe()
    await shoot('server-form')
    await page.getByRole('button', { name: /^Add a server/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'zeta-1' })).toBeVisible()
    await expect(page.getByText('00:1a:2b:3c:4d:5e')).toBeVisible()
    await expect(page.getByRole('link', { name: USER.email })).toBeVisible()
    await axe()
    await shoot('server')
  })
  const server = Number(page.url().split('/').at(-1))

  await test.step('a full rack says so, and what is protected stays', async () => {
    await page.goto(`/servers/new?rack=${rack}`)
    await pick(page, 'Platform', 'Z750')
    await expect(page.getByText('No place of 2 U is free in this rack')).toBeVisible()
    await page.goto(`/servers/${server}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Turn on protection' }).click()
    await expect(page.getByText('Protected')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: /Delete server/ })).toContainText('It is protected')
    await page.keyboard.press('Escape')
  })

  await test.step('a switch whose secrets are never shown again', async () => {
    const { id: high } = (await admin.post(`/dci/v3/location/${location}/rack`, { name: 'R02', size: 10 })).body
    await page.goto(`/switches?new=1&rack=${high}&unit=9`)
    await choose(page, 'Kind', (await admin.get('/dci/v3/switch/supported')).body.list[0].label)
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('sw-1')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
    await dialog.getByLabel('Community').fill('sesame-open')
    await axe()
    await shoot('switch-form')
    await dialog.getByRole('button', { name: 'Add a switch' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'sw-1' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Community')).toHaveAttribute('placeholder', 'set, unchanged')
    await expect(dialog.getByLabel('Community')).toHaveValue('')
    expect(await page.content()).not.toContain('sesame-open')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await axe()
    await shoot('switch')
  })

  await test.step('its owner sees it and no other', async () => {
    await page.context().clearCookies()
    await signIn('user')
    await page.goto('/servers?q=eta')
    await expect(page.getByRole('row', { name: /^(Select )?zeta-1/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /theta-1/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add a server' })).toHaveCount(0)
    await axe()
    await page.goto(`/servers/${server}`)
    await expect(page.getByRole('heading', { level: 1, name: 'zeta-1' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    await page.goto(`/servers/${other}`)
    await expect(page.getByText('This page does not exist')).toBeVisible()
    await page.goto('/locations')
    await expect(page.getByText('This page is for administrators')).toBeVisible()
  })
})
