import { once } from 'node:events'
import { connect } from 'node:net'
import type { Page } from '@playwright/test'
import { currentLab, inDevice, type LabDevice, labDevices } from './lab/api.ts'
import { labSignIn } from './lab/device.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

// Nothing simulated between the button and the wire: snmpd over Open vSwitch with hosts behind its ports, outlets that feed processes.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let device: LabDevice
let pdu: LabDevice
let rack: number

async function prepare(admin: RestClient) {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const way = { ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' }
  const location = await made('/dci/v3/location', { name: 'wired', ...way })
  rack = await made(`/dci/v3/location/${location}/rack`, { name: 'wired-1', size: 10 })
  const cpu_socket = await made('/dci/v3/cpu_socket', { name: 'wired' })
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  const platform = await made('/dci/v3/platform', {
    name: 'wired',
    type: 'server',
    server_size: 1,
    cpu_socket,
    ...sizes,
  })
  await made('/dci/v3/server', { name: 'wired-srv', platform, rack, unit: 1 })
}

/** Whether packets go from one host behind the switch to another; each port has its own. */
async function ping(from: number, to: number): Promise<boolean> {
  const inside = ['ip', 'netns', 'exec', `h${from}`]
  // What address resolution learned while the way was closed would keep it closed.
  await inDevice(device, [...inside, 'ip', 'neighbour', 'flush', 'dev', 'eth0'])
  const { code } = await inDevice(device, [
    ...inside,
    'ping',
    '-q',
    '-c',
    '3',
    '-i',
    '0.25',
    '-W',
    '1',
    `192.0.2.${to}`,
  ])
  return code === 0
}

/** Whether the server behind an outlet answers. */
async function powered(outlet: number): Promise<boolean> {
  const socket = connect(7_000 + outlet, pdu.address)
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

async function fillForm(page: Page, kind: string, name: string, address: string) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('combobox', { name: 'Kind', exact: true }).click()
  await page.getByRole('option', { name: kind }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  await dialog.getByLabel('Community').fill(labSignIn.writeCommunity)
}

const face = (page: Page) => page.getByRole('group', { name: 'Ports of wired-sw' })
const port = (page: Page, words: RegExp) => face(page).getByRole('button', { name: words })

test('a switch is added in the form, its ports appear, and a server is put on one', async ({
  page,
  signIn,
  rest,
  shoot,
}) => {
  const lab = currentLab()
  const [real] = labDevices(lab, 'switch')
  const [feeds] = labDevices(lab, 'pdu')
  if (!real || !feeds)
    throw new Error('These tests need a lab with a switch and a PDU: lab.ts up --switches 1 --pdus 1')
  device = real
  pdu = feeds
  await prepare(await rest('admin'))
  await signIn('admin')
  await page.goto(`/switches?new=1&rack=${rack}&unit=9`)
  await fillForm(page, 'Any switch with standard tables (SNMP)', 'wired-sw', device.address)
  await page.getByRole('dialog').getByRole('button', { name: 'Add a switch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'wired-sw' })).toBeVisible()
  for (const n of [1, 2, 3, 4]) await expect(port(page, new RegExp(`^Port p${n}, Link`))).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Selected port' })
  const first = port(page, /^Port p1,/)
  // A page that has just been led to may still change its address, and a port that is picked meanwhile is not picked then.
  await expect(async () => {
    if ((await first.getAttribute('aria-pressed')) !== 'true') await first.click()
    await expect(panel).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await panel.getByRole('button', { name: 'Connect a server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Server' }).fill('wired')
  await page.getByRole('option', { name: /^wired-srv/ }).click()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(port(page, /^Port p1, Link.* to wired-srv, VLAN 10/)).toBeVisible()
  await shoot('real-switch')
})

test('another VLAN set on the page cuts the port off on the wire, and back again', async ({ page, signIn }) => {
  expect(await ping(1, 2)).toBe(true)
  await signIn('admin')
  await page.goto('/switches?q=wired-sw')
  await page.getByRole('link', { name: 'wired-sw' }).click()
  await port(page, /^Port p1,/).click()
  const panel = page.getByRole('complementary', { name: 'Selected port' })
  const moveTo = async (vlan: string) => {
    await panel.getByRole('button', { name: 'Edit VLANs and note' }).click()
    await page.getByRole('dialog').getByLabel('VLAN', { exact: true }).fill(vlan)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(port(page, new RegExp(`^Port p1, .*VLAN ${vlan}`))).toBeVisible()
  }
  await moveTo('20')
  expect(await ping(1, 2)).toBe(false)
  await moveTo('10')
  expect(await ping(1, 2)).toBe(true)
})

test('the switch is changed by hand: the page shows it, and the plan is pushed back', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/switches?q=wired-sw')
  await page.getByRole('link', { name: 'wired-sw' }).click()
  await inDevice(device, ['ovs-vsctl', '--db=unix:/run/ovs/db.sock', 'set', 'port', 'p1', 'tag=30'])
  const strip = page.getByText('the device has VLAN 30, the panel has VLAN 10.')
  await expect(async () => {
    await page.getByRole('button', { name: 'Poll now' }).click()
    await expect(strip).toBeVisible({ timeout: 5000 })
  }).toPass()
  await page.getByRole('button', { name: /^Apply panel settings/ }).click()
  await expect(strip).toBeHidden()
  expect(await ping(1, 2)).toBe(true)
})

test('what passes a port is counted and drawn', { tag: '@long' }, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const { body } = await admin.get('/dci/v3/switch?where=name EQ wired-sw')
  const { id } = body.list[0]
  // Two readings of the counters lie a minute apart; meanwhile h2 speaks to h3.
  await expect(async () => {
    await inDevice(device, [
      ...['ip', 'netns', 'exec', 'h2', 'ping', '-q', '-c', '200', '-i', '0.02', '-s', '1400', '192.0.2.3'],
    ])
    const now = await admin.get(`/dci/v3/switch/${id}/traffic?from=${Math.floor(Date.now() / 1000) - 600}`)
    expect(Math.max(0, ...now.body.list.map((one: { in: number }) => one.in))).toBeGreaterThan(10_000)
  }).toPass({ timeout: 200_000 })
  await signIn('admin')
  await page.goto(`/switches/${id}?tab=traffic&span=hour`)
  await expect(page.getByRole('table', { name: 'Busiest ports' }).getByRole('row').nth(1)).toContainText(/p[23]/)
  await axe()
  await shoot('real-traffic')
  await page
    .getByRole('table')
    .getByRole('link', { name: /^p[23]$/ })
    .first()
    .click()
  const panel = page.getByRole('complementary', { name: 'Selected port' })
  await expect(panel.getByRole('img', { name: /^Rate: In .* Out / })).toBeVisible()
  await axe()
  await shoot('real-port-traffic')
  await page.goto('/servers?q=wired-srv')
  await page.getByRole('link', { name: 'wired-srv' }).click()
  await page.getByRole('link', { name: 'Traffic', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Traffic', exact: true })).toBeVisible()
  await axe()
  await shoot('real-server-traffic')
})

test('an outlet is switched off and on, and the server behind it with it', async ({ page, signIn, shoot }) => {
  await signIn('admin')
  await page.goto(`/pdus?new=1&rack=${rack}&unit=7`)
  await fillForm(page, 'APC rack PDU (PowerNet-MIB)', 'wired-pdu', pdu.address)
  await page.getByRole('dialog').getByRole('button', { name: 'Add a PDU' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'wired-pdu' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Actions of outlet 1', exact: true })
  await expect(menu).toBeVisible()
  const row = page.getByRole('row').filter({ has: menu })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  expect(await powered(1)).toBe(true)
  await choose('Turn off')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(row).toContainText('Off')
  expect(await powered(1)).toBe(false)
  await choose('Turn on')
  await expect(row).toContainText('On')
  // It starts when it gets power, and answers a moment later.
  await expect.poll(() => powered(1)).toBe(true)
  await shoot('real-pdu')
})
