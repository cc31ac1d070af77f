import { expect, test } from './support/panel.ts'

test('the path from rack over server and node to VM leads both ways', async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const { body: hosts } = await admin.get("/vm/v3/host?where=name EQ 'web-1'")
  const [host] = hosts.list
  const { body: servers } = await admin.get(`/dci/v3/server?where=node EQ ${host.node.id}`)
  const [server] = servers.list
  await signIn('admin')
  await page.goto(`/hosts/${host.id}`)
  const path = page.getByRole('navigation', { name: 'Related objects' })
  await expect(path.getByRole('link', { name: new RegExp(`^${server.rack.name}`) })).toBeVisible()
  await axe()
  await shoot('path-vm')
  await path.getByRole('link', { name: host.node.name }).click()
  await expect(page).toHaveURL(new RegExp(`/nodes/${host.node.id}$`))
  await expect(path.getByRole('link', { name: /^\d+ VMs?$/ })).toBeVisible()
  await shoot('path-node')
  await path.getByRole('link', { name: server.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/servers/${server.id}$`))
  await shoot('path-server')
  await path.getByRole('link', { name: 'VMs of the node' }).click()
  await expect(page).toHaveURL(new RegExp(`/nodes/${host.node.id}\\?tab=hosts$`))
  await page.goto(`/servers/${server.id}`)
  await path.getByRole('link', { name: new RegExp(`^${server.rack.name}`) }).click()
  await expect(page).toHaveURL(/\/racks\/\d+\?device=server-\d+$/)
  await expect(page.getByRole('link', { name: host.node.name, exact: true })).toBeVisible()
})

test('a tenant sees no server and no rack that a VM runs on', { tag: '@long' }, async ({ page, signIn, rest }) => {
  const { body } = await (await rest('user')).get('/vm/v3/host?limit=1&orderby=id')
  await signIn('user')
  await page.goto(`/hosts/${body.list[0].id}`)
  const path = page.getByRole('navigation', { name: 'Related objects' })
  await expect(path.getByText(body.list[0].name)).toBeVisible()
  await expect(path.getByRole('link')).toHaveCount(0)
})
