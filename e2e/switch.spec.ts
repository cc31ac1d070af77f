import { selfSignedCertificate } from '../server/protocols/pinned-http/self-signed.ts'
import { SimulatedMachine } from '../server/simulation/devices/bmc/machine.ts'
import { startRedfishPeer } from '../server/simulation/devices/bmc/redfish-peer.ts'
import { simulatedPdu } from '../server/simulation/devices/pdu/model.ts'
import type { PortSeed, SwitchSeed } from '../server/simulation/devices/switch/model.ts'
import { simulatedSwitch } from '../server/simulation/devices/switch/model.ts'
import { pduAt, switchAt } from './support/agents.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

const stopping: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

/** A location with a rack, and in it a simulated switch that has been read once. */
async function addSwitch(admin: RestClient, address: string, seed: Omit<SwitchSeed, 'kind'>) {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const model = simulatedSwitch({ kind: 'snmp_common', ...seed })
  stopping.push(await switchAt(address, model))
  const room = `hall-${address}`
  const location = await made('/dci/v3/location', {
    name: room,
    ssh_address: '127.0.0.1',
    ssh_port: 9,
    ssh_user: 'root',
  })
  const rack = await made(`/dci/v3/location/${location}/rack`, { name: `${room}-r1`, size: 10 })
  const snmp_params = { version: 'snmp_v2c', community: 'private' }
  const id = await made('/dci/v3/switch', {
    name: `sw-${address}`,
    ip: address,
    device: 'snmp_common',
    rack,
    unit: 9,
    size: 1,
    snmp_params,
  })
  const { body } = await admin.post(`/dci/v3/switch/${id}/poll`)
  await admin.ended(body.task)
  const ports = (await admin.get(`/dci/v3/switch/${id}/port?orderby=if_index`)).body.list as { id: number }[]
  return { id, location, rack, model, made, ports: ports.map((port) => port.id) }
}

const plain = (n: number): PortSeed => ({
  name: `ge-0/0/${n}`,
  vlan_id: n % 3 === 0 ? 20 : 10,
  linked: n % 5 !== 4,
  ...(n === 7 && { trunk_members: [10, 20] }),
})

test('the face of a switch: colours, keys, the panel of a port, a change that shows', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const uplinks = [0, 1].map((n): PortSeed => ({ name: `xe-0/1/${n}`, mbps: 10_000, vlan_id: 10 }))
  const ports = [...Array.from({ length: 24 }, (_, n) => plain(n)), ...uplinks]
  const device = await addSwitch(admin, '127.77.0.1', { name: 'edge', ports, vlans: [{ vlan_id: 10, name: 'office' }] })
  await device.made(`/dci/v3/switch/${device.id}/port/${device.ports[24]}/uplink`, { is_uplink: true })
  await signIn('admin')
  await page.goto(`/switches/${device.id}`)
  const face = page.getByRole('group', { name: /^Ports of sw-/ })
  await expect(face.getByRole('button')).toHaveCount(26)
  const first = face.getByRole('button', { name: 'Port ge-0/0/0, Link, 1G, free, VLAN 20' })
  await expect(first).toHaveAttribute('data-look', 'filled')
  await expect(face.getByRole('button', { name: 'Port ge-0/0/4, No link' })).toHaveAttribute('data-look', 'none')
  await axe()
  await shoot('switch-face')

  // Two ports share a colour under VLANs when they share the VLAN.
  await page.getByRole('group', { name: 'Colour ports by' }).getByRole('button', { name: 'VLAN' }).click()
  const ground = (n: number) => face.getByRole('button', { name: `Port ge-0/0/${n},` }).getAttribute('data-ground')
  expect(await ground(0)).toBe(await ground(3))
  expect(await ground(0)).not.toBe(await ground(1))
  expect(await ground(7)).toBe('cat-3')
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Trunk')
  await axe()
  await shoot('switch-face-vlan')

  // By keyboard: right is the next column, down the lower row; Enter opens the port, Esc closes it.
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(face.getByRole('button', { name: 'Port ge-0/0/3,' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('ge-0/0/3')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Selected port' })
  await expect(panel.getByRole('heading', { name: 'ge-0/0/3' })).toBeFocused()
  await expect(page).toHaveURL(/port=\d+/)
  await axe()
  await shoot('switch-port')

  // What is changed in the panel is brought to the device, read back, and shown without a reload.
  await panel.getByRole('button', { name: 'Edit VLANs and note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('VLAN', { exact: true }).fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(face.getByRole('button', { name: 'Port ge-0/0/3, Link, 1G, free, VLAN 10' })).toBeVisible()
  expect(device.model.ports[3]?.pvid).toBe(10)
  await panel.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(face.getByRole('button', { name: /^Port ge-0\/0\/3, Turned off/ })).toHaveAttribute('data-look', 'shut')
  expect(device.model.ports[3]?.admin).toBe(2)
  await page.getByRole('button', { name: 'Close the port' }).click()
  await expect(panel).toBeHidden()
  await page.goto(`/switches/${device.id}?tab=history`)
  await expect(page.getByRole('button', { name: /Turn switch port off sw-127.77.0.1 ge-0\/0\/3/ })).toBeVisible()
})

test('the matrix of VLANs: letters, keys, a plan that is reviewed and sent', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const ports = Array.from({ length: 12 }, (_, n) => plain(n))
  const device = await addSwitch(admin, '127.77.0.2', { name: 'matrix', ports })
  await device.made(`/dci/v3/location/${device.location}/vlan`, { id: 30, name: 'storage' })
  await signIn('admin')
  await page.goto(`/locations/${device.location}?tab=matrix`)
  const grid = page.getByRole('grid', { name: 'VLANs of the ports' })
  await expect(grid.getByRole('columnheader')).toHaveText(['Ports', /^10/, /^20/, '30storage'])
  const row = (port: string) => grid.getByRole('row').filter({ has: page.getByText(port, { exact: true }) })
  await expect(row('ge-0/0/7').getByRole('gridcell')).toHaveText(['N', 'T', ''])
  await expect(row('ge-0/0/0').getByRole('gridcell')).toHaveText(['', 'A', ''])
  await axe()
  await shoot('vlan-matrix')

  // By keyboard to a cell, and a tagged VLAN for it; nothing is sent yet.
  await row('ge-0/0/0').getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Make it a trunk with VLAN 30 tagged' }).click()
  await row('ge-0/0/1').getByRole('gridcell').nth(1).click()
  await page.getByRole('menuitem', { name: 'Set VLAN 20 untagged only' }).click()
  await expect(page.getByText('2 ports will change')).toBeVisible()
  expect(device.model.ports[1]?.pvid).toBe(10)
  await page.getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await axe()
  await shoot('vlan-plan')
  await dialog.getByRole('button', { name: 'Change 2 ports' }).click()
  await expect(dialog.getByText('Queued')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row('ge-0/0/1').getByRole('gridcell')).toHaveText(['', 'A', ''])
  await expect(row('ge-0/0/0').getByRole('gridcell')).toHaveText(['', 'N', 'T'])
  expect(device.model.ports[1]?.pvid).toBe(20)
  await expect(page.getByText('will change')).toBeHidden()

  // Filters narrow both ways, and the file has what is seen.
  await page.getByRole('textbox', { name: /^VLANs:/ }).fill('30')
  await expect(grid.getByRole('row')).toHaveCount(2)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const text = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(text).toString()).toBe('switch,port,peer,30 storage\r\nsw-127.77.0.2,ge-0/0/0,,T\r\n')
})

const markup = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
const turned = '\u202eabc\u2066\u200b'
const control = '\u0007\u001b[31m\u009b2J'
const long = 'W'.repeat(4000)

test('what hostile devices say of themselves stays text, and fits', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  context,
}) => {
  const admin = await rest('admin')
  const texts = [
    markup,
    turned + markup,
    control + markup,
    long,
    `${markup}${long}`,
    `{{7*7}}$\{7*7}`,
    "'; drop table x; --",
  ]
  const neighbour = (text: string) => ({
    chassis_mac: '02:00:00:00:00:01',
    port_id: text,
    port_description: text,
    name: text,
    description: text,
  })
  const device = await addSwitch(admin, '127.77.0.3', {
    name: `${markup}${turned}${control}${long}`,
    description: markup + long,
    location: markup,
    ports: texts.map((text, n) => ({
      name: `${n}${text}`,
      alias: text,
      neighbour: neighbour(text),
      vlan_id: 100 + n,
    })),
    vlans: texts.map((text, n) => ({ vlan_id: 100 + n, name: text })),
  })
  const pdu = simulatedPdu({
    kind: 'apc_snmp',
    name: markup + long,
    outlets: texts.map((text) => ({ name: text, watts: 10 })),
  })
  stopping.push(await pduAt('127.77.0.4', pdu))
  const snmp_params = { version: 'snmp_v2c', community: 'private' }
  const id = await device.made('/dci/v3/pdu', {
    name: 'pdu-hostile',
    ip: '127.77.0.4',
    device: 'apc_snmp',
    rack: device.rack,
    unit: 5,
    size: 1,
    snmp_params,
  })
  await admin.ended((await admin.post(`/dci/v3/pdu/${id}/poll`)).body.task)
  const machine = new SimulatedMachine(markup, { manufacturer: markup + long, model: turned + markup })
  const sensors = texts.map((text) => ({ Name: text, ReadingCelsius: 20, Status: { State: 'Enabled', Health: 'OK' } }))
  const way = { ip: '127.77.0.5', username: 'admin', password: 'secret-of-bmc' }
  const bmc = await startRedfishPeer({
    machine,
    username: way.username,
    password: way.password,
    address: way.ip,
    messages: texts,
    tls: selfSignedCertificate('hostile'),
    measured: () => ({ Temperatures: sensors, Fans: [], Voltages: [], PowerControl: [] }),
  })
  stopping.push(() => bmc.close())
  const [one] = (await admin.get('/dci/v3/platform?where=type EQ server AND server_size EQ 1&limit=1')).body.list
  const place = { platform: one.id, rack: device.rack, unit: 1 }
  const server = await device.made('/dci/v3/server', { name: 'srv-hostile', ...place })
  const controller = { ...way, type: 'redfish', port: bmc.port }
  const ipmi = (await admin.post(`/dci/v3/server/${server}/ipmi`, controller)).body.id
  await admin.ended((await admin.post(`/dci/v3/ipmi/${ipmi}/poll`, {})).body.task)
  expect(device.ports).toHaveLength(texts.length)
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.dismiss()
  })
  const images: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/x')) images.push(request.url())
  })
  await signIn('admin')
  const places = [
    ...['/switches', `/switches/${device.id}?port=${device.ports[4]}`, `/switches/${device.id}?tab=traffic`],
    ...[`/locations/${device.location}?tab=matrix`, `/racks/${device.rack}?device=switch-${device.id}`, `/pdus/${id}`],
    ...[`/servers/${server}?tab=controller`, `/servers/${server}`, '/controllers'],
  ]
  for (const width of [1440, 390])
    for (const place of places) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(place)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const seen = await page.evaluate(() => ({
        ran: 'pwned' in window,
        made: document.querySelectorAll('main img, main script').length,
        odd: /[\p{Cc}\p{Cf}]/u.test(document.body.innerText.replace(/[\n\t]/g, '')),
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }))
      expect(seen, `${place} at ${width}`).toEqual({ ran: false, made: 0, odd: false, over: 0 })
    }
  // They were there to be seen.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/switches/${device.id}?port=${device.ports[0]}`)
  await expect(page.getByRole('complementary', { name: 'Selected port' })).toContainText('<img src=x onerror=')
  await page.goto(`/servers/${server}?tab=controller`)
  await expect(page.getByRole('table', { name: 'Event log' })).toContainText('<img src=x onerror=')
  await expect(page.getByRole('table', { name: 'Sensors' })).toContainText('<img src=x onerror=')
  expect({ asked, images }).toEqual({ asked: 0, images: [] })
})
