import { expect, test, USER } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

const made = async (answer: Promise<{ status: number; body: { id: number } }>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

/** A server in a rack of a location of its own, with networks and a pool that serve only this. */
async function furnish(admin: RestClient) {
  const location = await made(
    admin.post('/dci/v3/location', { name: 'Address hall', ssh_address: '192.0.2.9', ssh_port: 22, ssh_user: 'root' }),
  )
  const rack = await made(admin.post(`/dci/v3/location/${location}/rack`, { name: 'A1', size: 10 }))
  const cpu_socket = await made(admin.post('/dci/v3/cpu_socket', { name: 'A 1' }))
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  const platform = await made(
    admin.post('/dci/v3/platform', { name: 'A', type: 'server', server_size: 1, cpu_socket, ...sizes }),
  )
  const server = await made(
    admin.post('/dci/v3/server', { name: 'addressed', platform, rack, unit: 1, domain: 'addressed.example.com' }),
  )
  const net = await made(
    admin.post('/dci/v3/ipmgr/ipnet', { name: '203.0.113.0/24', gateway: '203.0.113.1', location }),
  )
  const large = await made(admin.post('/dci/v3/ipmgr/ipnet', { name: '10.44.0.0/20', location }))
  const six = await made(admin.post('/dci/v3/ipmgr/ipnet', { name: '2001:db8:44::/64', location }))
  const pool = await made(admin.post('/dci/v3/ipmgr/ippool', { name: 'address-hall', location }))
  for (const name of ['203.0.113.16/28', '10.44.2.0/24', '2001:db8:44::10-2001:db8:44::ff'])
    await made(admin.post(`/vm/v3/ippool/${pool}/range`, { name }))
  return { location, server, net, large, six }
}

test('addresses of a server, and where they lie in their networks', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { server, net, large, six } = await furnish(admin)
  const dialog = page.getByRole('dialog')
  const addresses = page.getByRole('table', { name: 'Addresses' })
  const menuOf = (name: string) => page.getByRole('button', { name: `Actions of ${name}` })

  await test.step('are added', async () => {
    await page.goto(`/servers/${server}`)
    await expect(page.getByText('No addresses')).toBeVisible()
    await page.getByRole('button', { name: 'Add an address' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Domain' })).toHaveValue('addressed.example.com')
    await axe()
    await shoot('server-address-form')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('203.0.113.300')
    await dialog.getByRole('button', { name: 'Add an address' }).click()
    await expect(dialog.getByText('An address, such as 192.0.2.10')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('203.0.113.20')
    await dialog.getByRole('button', { name: 'Add an address' }).click()
    await expect(addresses.getByRole('row', { name: /203\.0\.113\.20 .*main.* OK/ })).toBeVisible()
    await admin.post(`/dci/v3/server/${server}/ip`, { domain: 'b.example.com', family: 'ipv4' })
    await admin.post(`/dci/v3/server/${server}/ip`, { domain: 'b.example.com', family: 'ipv6' })
    await expect(addresses.getByRole('row', { name: /2001:db8:44::10 .*OK/ })).toBeVisible()
  })

  await test.step('become the main one, and pass that on when they are released', async () => {
    // The next free one of the lowest range, in a network of its own.
    await expect(addresses.getByRole('row', { name: /10\.44\.2\.0 / })).toBeVisible()
    await menuOf('10.44.2.0').click()
    await page.getByRole('menuitem', { name: 'Make main address' }).click()
    await expect(addresses.getByRole('row', { name: /10\.44\.2\.0 .*main/ })).toBeVisible()
    await axe()
    await shoot('server-addresses')
    await menuOf('10.44.2.0').click()
    await page.getByRole('menuitem', { name: 'Release' }).click()
    await expect(dialog.getByText('It is the main address: 203.0.113.20 becomes the main address.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Release address' }).click()
    await expect(addresses.getByRole('row', { name: /203\.0\.113\.20 .*main/ })).toBeVisible()
    await expect(addresses.getByText('10.44.2.0')).toBeHidden()
  })

  await test.step('are seen on the map of the network, by eye, pointer and keyboard', async () => {
    await page.goto('/addresses/networks')
    await page.getByRole('link', { name: '203.0.113.0/24' }).click()
    const map = page.getByRole('list', { name: 'Addresses of 203.0.113.0/24' })
    await expect(map.getByRole('listitem')).toHaveCount(256)
    const legend = page.getByRole('list', { name: 'Legend' })
    await expect(legend.getByText('Network and broadcast 2')).toBeVisible()
    await expect(legend.getByText('Free 15')).toBeVisible()
    await map.getByRole('button', { name: '203.0.113.0: Network address' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(map.getByRole('button', { name: '203.0.113.1: Gateway' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(map.getByRole('button', { name: '203.0.113.255: Broadcast' })).toBeFocused()
    await axe()
    await shoot('network-map')
    const used = map.getByRole('link', { name: '203.0.113.20: Server addressed' })
    await used.hover()
    await expect(page.getByText('Pool address-hall')).toBeVisible()
    await used.click()
    await expect(page.getByRole('heading', { level: 1, name: 'addressed' })).toBeVisible()
  })

  await test.step('large networks are summed up', async () => {
    await admin.post(`/dci/v3/server/${server}/ip`, { domain: 'c.example.com', family: 'ipv4', ip_net: large })
    await page.goto(`/addresses/networks/${large}`)
    const blocks = page.getByRole('list', { name: 'Addresses of 10.44.0.0/20' })
    await expect(blocks.getByRole('listitem')).toHaveCount(16)
    await axe()
    await shoot('network-blocks')
    await blocks.getByRole('link', { name: /10\.44\.2\.0\/24 ?1 of 256 in use/ }).click()
    await expect(page.getByRole('list', { name: 'Addresses of 10.44.2.0/24' }).getByRole('listitem')).toHaveCount(256)
    await page.getByRole('link', { name: 'All of 10.44.0.0/20' }).click()
    await expect(blocks).toBeVisible()
    await page.goto(`/addresses/networks/${six}`)
    await expect(
      page.getByRole('table', { name: 'Consecutive used addresses' }).getByText('2001:db8:44::10'),
    ).toHaveCount(2)
    await axe()
    await shoot('network-runs')
    await page.goto(`/addresses/networks/${net}?tab=used`)
    await expect(page.getByText('203.0.113.20', { exact: true })).toBeVisible()
  })

  await test.step('belong to the owner of the server', async () => {
    const { body } = await admin.get(`/dci/v3/user?where=email EQ '${USER.email}'`)
    await made(admin.post(`/dci/v3/server/${server}/owner`, { owner: body.list[0].id }))
    // Or the page that is open would go on asking.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await signIn('user')
    await page.goto(`/servers/${server}`)
    await expect(page.getByRole('button', { name: 'Add an address' })).toBeHidden()
    await menuOf('203.0.113.20').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
    await page.getByRole('menuitem').click()
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('mine.example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(addresses.getByText('mine.example.com')).toBeVisible()
    await axe()
  })
})

test('the warehouse keeps what stands nowhere', { tag: '@long' }, async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  const dialog = page.getByRole('dialog')
  await page.goto('/warehouse')
  await expect(page.getByText('No spare switches')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Add a spare' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Spare leaf')
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill('SN-4711')
  await dialog.getByRole('textbox', { name: 'Place' }).fill('Shelf 3')
  await axe()
  await shoot('warehouse-form')
  await dialog.getByRole('button', { name: 'Add a spare' }).click()
  const row = page.getByRole('row', { name: /Spare leaf/ })
  await expect(row).toContainText('SN-4711')
  await axe()
  await shoot('warehouse')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from spares' }).click()
  await dialog.getByRole('textbox').fill('Spare leaf')
  await dialog.getByRole('button', { name: 'Remove from spares' }).click()
  await expect(page.getByText('No spare switches')).toBeVisible()
})
