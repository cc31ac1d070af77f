import { serveBmc, simulatedBmc } from '../server/simulation/devices/bmc/bmc.ts'
import { expect, test } from './support/panel.ts'

type Row = {
  id: number
  name: string
  rack: { id: number }
  pdu_connections: { pdu_name: string; port_identity: string }[]
}

test('an operator switches a server off and on, and the light in its rack follows', async ({
  page,
  context,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const where =
    'power_status EQ on AND type EQ server AND is_protected EQ false AND maintenance EQ false AND node IS null'
  const { list } = (await admin.get(`/dci/v3/server?where=${where}&orderby=id desc&limit=0,40`)).body as { list: Row[] }
  const server = list.find(({ pdu_connections: feeds }) => feeds.length === 2)!
  await signIn('admin')

  const rack = await context.newPage()
  await rack.goto(`/racks/${server.rack.id}?device=server-${server.id}`)
  const line = rack.locator(`[data-entry="server:${server.id}"]`)
  await expect(line).toContainText('On')

  await page.goto(`/servers/${server.id}?tab=power`)
  const feeds = page.getByRole('list', { name: 'Power inputs and controller' })
  for (const feed of server.pdu_connections) await expect(feeds).toContainText(feed.pdu_name)
  await axe()
  await shoot('power')
  const menu = page.getByRole('button', { name: 'Power', exact: true })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: /^Start/ })).toContainText('Already on')
  await axe()
  await shoot('power-menu')
  await page.getByRole('menuitem', { name: 'Force off' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Unsaved data is lost')
  await expect(dialog).toContainText(`outlet ${server.pdu_connections[1]!.port_identity} of`)
  await axe()
  await shoot('power-off')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Force off' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('that feed it are off, so it is')).toBeVisible()
  await expect(page.getByRole('row', { name: /Force off/ })).toContainText('admin@example.com')
  await expect(line).toContainText('Off')

  // From the rack, where the light comes on again without a reload.
  const panel = rack.getByRole('button', { name: 'Power', exact: true })
  const switchOn = rack.getByRole('menuitem', { name: /^Start/ })
  // The outlets are off before the operation is over, and until then there is no menu.
  await expect(async () => {
    await panel.click()
    await expect(switchOn).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await switchOn.click()
  await expect(line).toContainText('On')
  await expect(feeds.getByText('On', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Start/ })).toBeVisible()
  await shoot('power-after')
  await rack.close()
})

test('several servers are judged before anything happens, and an owner has the same menu', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const on = 'power_status EQ on AND type EQ server AND is_protected EQ false AND node IS null'
  const { list } = (await admin.get(`/dci/v3/server?where=${on} AND name CP 'srv-7%'&orderby=name&limit=0,2`)).body
  const [first, second] = list.map((row: Row) => row.name) as [string, string]
  await signIn('admin')
  await page.goto('/servers?q=srv-7')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${name}`) }).first()
  await row(first).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Shut down/ })).toBeVisible()
  await shoot('power-row-menu')
  await page.keyboard.press('Escape')
  for (const name of [first, second]) await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Already on')).toBeVisible()
  await expect(page.getByText('Seconds between two starts')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Force restart' }).click()
  await page.getByRole('spinbutton', { name: 'Seconds between two starts' }).fill('1')
  await expect(page.getByText('Continue although VMs run on them')).toBeHidden()
  await axe()
  await shoot('power-bulk')

  // Nodes with running VMs look switchable from here: the server rejects each, and the reason is shown once for all.
  await page.goto('/servers?q=kvm-')
  await page
    .getByRole('row', { name: /kvm-01/ })
    .first()
    .waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Force restart' }).click()
  await page.getByRole('button', { name: 'Force restart 3 servers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Force restart 3 servers' }).click()
  const run = page.getByRole('region', { name: 'Force restart 3 servers' })
  await expect(run.getByRole('status')).toHaveText('3 failed')
  await expect(run.getByRole('list', { name: 'Causes of the failures' }).getByRole('listitem')).toHaveText([
    /^3.*VMs run on it.*kvm-01, kvm-02, kvm-03$/,
  ])
  await axe()
  await shoot('power-bulk-refused')

  await page.context().clearCookies()
  await signIn('user')
  const mine = await rest('user')
  const own = (await mine.get('/dci/v3/server?where=type EQ server&limit=1')).body.list[0] as Row
  await page.goto(`/servers/${own.id}?tab=power`)
  await page.getByRole('button', { name: 'Power', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Restart/ })).toBeVisible()
  await shoot('power-owner')
})

test('the menu of a drawn device has power, console and web page, in the rack and on the floor plan', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const { list } = (await admin.get("/dci/v3/server?where=name EQ 'db-04'")).body as { list: Row[] }
  const [server] = list as [Row]
  await signIn('admin')
  await page.goto(`/racks/${server.rack.id}`)
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
  await page.locator(`svg [data-device="server:${server.id}"]`).click({ button: 'right' })
  await expect(item('Open web page')).toBeVisible()
  await expect(item(/^Restart/)).toBeVisible()
  await axe()
  await shoot('rack-menu')
  await page.keyboard.press('Escape')
  await page.locator(`[data-entry="server:${server.id}"]`).press('ContextMenu')
  const [window] = await Promise.all([page.waitForEvent('popup'), item('Open console').click()])
  await expect(window).toHaveURL(new RegExp(`/servers/${server.id}/console`))
  await window.close()

  // The list has the same menu, by its button and by the menu key, and says whether it is on beside what is wrong.
  await page.goto(`/racks/${server.rack.id}?view=list`)
  const line = page.getByRole('table').getByRole('row', { name: /db-04/ })
  await expect(line.getByRole('cell').nth(3)).toHaveText(/^(On|Off|Power unknown)\s*Fault/)
  await line.getByRole('button', { name: 'Menu of db-04' }).click()
  await expect(item('Open web page')).toBeVisible()
  await expect(item(/^Restart/)).toBeVisible()
  await axe()
  await shoot('rack-list-menu')
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'db-04', exact: true }).press('ContextMenu')
  await expect(item('Open console')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/racks')
  const rack = page.locator(`[data-rack="${server.rack.id}"]`)
  await rack
    .locator('svg')
    .first()
    .click({ button: 'right', position: { x: 43, y: 150 } })
  await expect(item(/^Open$/)).toBeVisible()
  await shoot('hall-menu')
  // The next menu is asked for before the focus is back from the one that was left.
  await rack.evaluate(async (element) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await Promise.resolve()
    element.focus()
    const box = element.getBoundingClientRect()
    element.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: box.x, clientY: box.y }),
    )
    // Timers fire in their order: the late focus comes before this.
    await new Promise((done) => setTimeout(done))
  })
  await expect(item('db-04')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item('db-04')).toBeHidden()
  await rack.press('ContextMenu')
  await item('db-04').click()
  await expect(page).toHaveURL(new RegExp(`/racks/${server.rack.id}.*server-${server.id}`))

  const blade = (await admin.get('/dci/v3/server?where=type EQ blade&limit=1')).body.list[0] as Row
  await page.goto(`/servers/${blade.id}?tab=power`)
  await expect(page.getByText('Powers the server; not controlled by the panel')).toBeVisible()
  await shoot('power-blade')
})

test('a system is asked to shut down and to restart, and boots from the network once', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const given = { name: 'bmc-e2e', username: 'admin', password: 'secret-of-bmc' }
  const machine = simulatedBmc({ ...given, on: true })
  const peer = await serveBmc(machine, { address: '127.0.0.1', port: 0 })
  const [like] = (await admin.get('/dci/v3/server?where=type EQ server&limit=1')).body.list
  const { name, username, password } = given
  const rack = (await admin.post(`/dci/v3/location/${like.location_id}/rack`, { name: 'power-e2e', size: 12 })).body.id
  const { id } = (await admin.post('/dci/v3/server', { name, platform: like.platform.id, rack, unit: 1 })).body
  try {
    await admin.post(`/dci/v3/server/${id}/ipmi`, { ip: '127.0.0.1', port: peer.port, username, password })
    await signIn('admin')
    await page.goto(`/servers/${id}?tab=power`)
    await expect(page.getByText('Reports on')).toBeVisible()
    const menu = page.getByRole('button', { name: 'Power', exact: true })
    const dialog = page.getByRole('dialog')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Shut down' }).click()
    await axe()
    await shoot('power-shutdown')
    await dialog.getByRole('button', { name: 'Shut down' }).click()
    await expect(page.getByText('Reports off')).toBeVisible()
    expect(machine.on).toBe(false)
    await expect(page.getByRole('row', { name: /Shut down/ })).toContainText('Off')
    // The devices are so before the operation is over, and until then there is no menu.
    const choose = (name: string | RegExp) =>
      expect(async () => {
        await menu.click()
        await page.getByRole('menuitem', { name }).click({ timeout: 5_000 })
      }).toPass()
    await choose(/^Start/)
    await expect(page.getByText('Reports on')).toBeVisible()
    await choose(/^Restart/)
    await expect(dialog).toContainText('nothing is forced')
    await shoot('power-restart')
    await dialog.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect(page.getByRole('row', { name: /Restart.*On/ })).toBeVisible()
    await choose('Force off')
    await dialog.getByRole('button', { name: 'Force off' }).click()
    await expect(page.getByText('Reports off')).toBeVisible()
    await choose('Set boot device…')
    await dialog.getByRole('checkbox', { name: 'UEFI boot' }).check()
    await dialog.getByRole('checkbox', { name: 'Start it now' }).check()
    await axe()
    await shoot('power-boot')
    await dialog.getByRole('button', { name: 'Set and start' }).click()
    await expect(page.getByText('Reports on')).toBeVisible()
    expect(machine.boot).toEqual({ device: 'pxe', persistent: false, efi: true })
    await shoot('power-controller')
  } finally {
    await admin.delete(`/dci/v3/server/${id}`)
    await admin.delete(`/dci/v3/rack/${rack}`)
    await peer.close()
  }
})

test('the page of a PDU keeps its switching in menus, and a server has its console in the head', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const free = 'type EQ server AND is_protected EQ false AND node IS null'
  const { list } = (await admin.get(`/dci/v3/server?where=${free}&orderby=id&limit=0,20`)).body as {
    list: (Row & { pdu_connections: { pdu_id: number; port_identity: string }[]; ipmi: object | null })[]
  }
  const server = list.find(({ pdu_connections: feeds, ipmi }) => feeds.length > 0 && ipmi !== null)!
  const [feed] = server.pdu_connections
  await signIn('admin')
  await page.goto(`/pdus/${feed!.pdu_id}`)
  const outlet = page.getByRole('button', { name: `Actions of outlet ${feed!.port_identity}`, exact: true })
  await outlet.click()
  await expect(page.getByRole('menuitem', { name: 'Turn off' })).toBeVisible()
  await axe()
  await shoot('pdu-menu')
  await page.getByRole('menuitem', { name: 'Power cycle' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Power is cut and comes back after a pause')
  await expect(dialog).toContainText(server.name)
  await axe()
  await shoot('pdu-cycle')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Turn off/ })).toHaveCount(0)
  await page.goto(`/servers/${server.id}`)
  await shoot('server-head')
  await page.getByRole('main').locator('header').getByRole('button', { name: 'Console' }).click()
  await expect(page).toHaveURL(/tab=console/)
  await expect(page.getByRole('main').locator('header').getByRole('button', { name: 'Console' })).toHaveCount(0)
})
