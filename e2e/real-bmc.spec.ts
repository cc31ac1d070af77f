import type { Page } from '@playwright/test'
import { currentLab, inDevice, inNode, inPanel, type LabDevice } from './lab/api.ts'
import { hostileVisits } from './lab/hostile.ts'
import { openWeb } from './support/controller-web.ts'
import {
  command,
  connected,
  exchange,
  type LabRoom,
  labRoom,
  logInSerial,
  login,
  only,
  terminal,
} from './support/lab-controllers.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

// OpenIPMI's controller with a server behind it that really boots, straight and through a host of its location.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const NAME = 'real-bmc'
const { username, password } = login

let bmc: LabDevice
let admin: RestClient
let room: LabRoom
let server: number

// Other tests have a word with the same panel, and expect to find no relay in it.
test.afterAll(() => room?.close())

/** What ipmitool says, from beside the controller: also while the panel's own way there is closed. */
async function ipmitool(...words: string[]): Promise<string> {
  // Without a suite named it asks for those there are, which the simulator does not answer for ten seconds.
  const way = ['-I', 'lanplus', '-C', '3', '-H', bmc.address, '-U', username, '-P', password]
  const { code, stdout, stderr } = await inDevice(bmc, ['ipmitool', ...way, ...words])
  if (code !== 0) throw new Error(`ipmitool ${words.join(' ')}: ${stderr}`)
  return stdout
}

/** The power seen by a program beside the panel: the output of ipmitool, and whether the server runs. */
async function power(): Promise<string> {
  const said = await ipmitool('chassis', 'power', 'status')
  const runs = (await inDevice(bmc, ['sh', '-c', 'kill -0 "$(cat /run/server/pid)"'])).code === 0
  return `${said.trim()}, ${runs ? 'it runs' : 'it does not run'}`
}
const ON = 'Chassis Power is on, it runs'
const OFF = 'Chassis Power is off, it does not run'

const light = (page: Page) => page.locator(`[data-entry="server:${server}"]`)

test('a server and its controller are added in forms, and what the controller knows is there', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  bmc = only('bmc')
  admin = await rest('admin')
  room = await labRoom(admin, 'Lab hall')
  // Whoever had the controller before may have left it running.
  await ipmitool('chassis', 'power', 'off')
  await expect.poll(power).toBe(OFF)

  await signIn('admin')
  await page.goto(`/servers/new?rack=${room.rack}&unit=1`)
  await expect(page.getByRole('combobox', { name: 'Rack', exact: true })).toHaveValue('lab-1')
  await page.getByRole('combobox', { name: 'Platform', exact: true }).fill('Lab hall')
  await page.getByRole('option', { name: /^Lab hall/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
  await page.getByRole('button', { name: /^Add a server/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  server = Number(new URL(page.url()).pathname.split('/').at(-1))
  room.owns(server)
  await page.getByRole('link', { name: 'Controller', exact: true }).click()
  await page.getByRole('button', { name: 'Add a controller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(bmc.address)
  await dialog.getByRole('textbox', { name: 'User name' }).fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add a controller' }).click()
  await expect(dialog).toBeHidden()

  const facts = page.getByRole('complementary', { name: 'Facts of the controller' })
  await expect(facts).toContainText('Answers')
  await expect(facts).toContainText('SN0001')
  const sensors = page.getByRole('table', { name: 'Sensors' })
  await expect(sensors.getByRole('row', { name: /FAN1/ })).toContainText('rpm')
  expect(await power()).toBe(OFF)
  await expect(facts).toContainText('Off')

  // What it writes into its log shows when it is read anew: CPU1 is hot.
  const entry = '0x0a 0x44 0 0 2 0 0 0 0 0x20 0 4 1 1 1 0x59 0xff 0xff'.split(' ')
  await ipmitool('raw', ...entry)
  const poll = facts.getByRole('button', { name: 'Poll now' })
  // While the first poll runs the button says so and takes no press.
  await expect(poll).not.toHaveAttribute('aria-busy')
  await poll.click()
  const events = page.getByRole('table', { name: 'Event log' })
  await expect(events.getByRole('row', { name: /CPU1 Temp/ }).first()).toContainText(/critical/i)
  await axe()
  await shoot('real-controller')
})

test('it is switched on, watched while it boots, worked on over its serial console, and switched off', async ({
  page,
  context,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const wall = await context.newPage()
  await wall.goto(`/racks/${room.rack}?device=server-${server}`)
  await expect(light(wall)).toContainText('Off')

  await page.goto(`/servers/${server}?tab=console`)
  await connected(page)
  await command(page, 'Start')
  await expect(terminal(page)).toContainText(`${bmc.name} booted from`)
  await expect(light(wall)).toContainText('On')
  expect(await power()).toBe(ON)
  await logInSerial(page)
  await exchange(page, 'echo "6 x 7 = $((6 * 7))"\n', '6 x 7 = 42')
  // A break, and the key after it, is what Linux takes for SysRq.
  await page.getByRole('button', { name: 'Break', exact: true }).click()
  await exchange(page, 'h', /sysrq: HELP/i)
  await axe()
  await shoot('real-sol')

  await command(page, 'Force off')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Force off' }).click()
  await expect(dialog).toBeHidden()
  await expect(light(wall)).toContainText('Off')
  expect(await power()).toBe(OFF)
  await wall.close()
})

test('through the relay of its location: power, serial console and web page, while there is no direct way', async ({
  page,
  context,
  signIn,
  expectFaults,
  axe,
  shoot,
}) => {
  const lab = currentLab()
  const [node] = lab.nodes as [(typeof lab.nodes)[number]]
  const hostile = only('hostile_bmc')
  const harmful = await room.add(2, 'hostile_bmc', 'ipmi')
  const direct = [bmc, hostile].flatMap(({ address }) => [`${address}/32`])
  // The page means harm, and the browser tells of all that it is not let do.
  expectFaults(/^console: /, /^request to /, /^page error: /)
  await signIn('admin')
  // Open when the relay comes: nothing is cut.
  const early = await context.newPage()
  await early.goto(`/servers/${server}?tab=console`)
  await connected(early)
  const straight = async () => (await inPanel(lab, ['ss', '-Hnup'])).stdout.includes(`${bmc.address}:623`)
  await expect.poll(straight).toBe(true)
  let cuts = 0
  early.on('websocket', () => (cuts += 1))
  await page.goto('/remote')
  await page.getByRole('button', { name: 'Set up proxies' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('Lab')
  await page.getByRole('option', { name: /Lab hall/ }).click()
  await dialog.getByRole('button', { name: 'Set up proxies' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Lab hall/ }).getByText('Ready')).toBeVisible()
  await axe()
  await shoot('real-relay')

  await room.done(admin.post(`/dci/v3/server/${server}/power_on`))
  await expect(terminal(early)).toContainText(`${bmc.name} booted from`)
  expect({ straight: await straight(), cuts }).toEqual({ straight: true, cuts: 0 })
  await room.done(admin.post(`/dci/v3/server/${server}/power_off`))

  // New viewers come by the new route, and all go on together there.
  await page.goto(`/servers/${server}?tab=console`)
  await connected(page)
  const talks = async () => (await inNode(lab, node.index, ['ss', '-Hnup'])).stdout
  // The page is connected early its line is.
  await expect.poll(talks).toMatch(new RegExp(`${node.address}:\\d+\\s+${bmc.address}:623\\s.*python3`))
  await expect.poll(straight).toBe(false)
  await connected(early)
  await early.close()
  for (const each of direct) await inPanel(lab, ['ip', 'route', 'add', 'blackhole', each])
  try {
    await command(page, 'Start')
    await logInSerial(page)
    expect(await power()).toBe(ON)
    await exchange(page, 'echo "far $((6 * 7))"\n', 'far 42')
    await command(page, 'Shut down')
    await dialog.getByRole('button', { name: 'Shut down' }).click()
    await page
      .getByRole('navigation', { name: /^Parts of / })
      .getByRole('link', { name: 'Power', exact: true })
      .click()
    await expect(page.getByText('Reports off')).toBeVisible()
    expect(await power()).toBe(OFF)

    const before = hostileVisits(lab, hostile).length
    const tab = await openWeb(page, { address: new URL(page.url()).origin }, harmful.id)
    await expect(tab.getByRole('heading', { name: 'Controller' })).toBeVisible()
    await tab.close()
    const visits = hostileVisits(lab, hostile).slice(before)
    expect(visits.length).toBeGreaterThan(0)
    for (const { from } of visits) expect(from).toBe(node.address)
  } finally {
    for (const each of direct) await inPanel(lab, ['ip', 'route', 'del', 'blackhole', each])
  }
  await context.clearCookies()
})
