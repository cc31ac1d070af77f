import type { Page } from '@playwright/test'
import { currentLab, inDevice, inNode, inPanel, type LabDevice, labDevices } from './lab/api.ts'
import { type DeviceKind, labSignIn } from './lab/device.ts'
import { hostileVisits } from './lab/hostile.ts'
import { openWeb, PASSWORD, program, signedIn, whoIs } from './support/controller-web.ts'
import { attack } from './support/hostile-page.ts'
import { ADMIN, expect, test } from './support/panel.ts'
import { type PanelProcess, startPanel } from './support/panel-process.ts'
import type { RestClient } from './support/rest-client.ts'

// Controllers that are not the panel's own: OpenIPMI's with a machine behind it that really boots, one whose web page means harm,
// and the way to them through a host of their location.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const NAME = 'real-bmc'
const { username, password } = labSignIn.bmc
const login = { username, password }

let bmc: LabDevice
let admin: RestClient
let location: number
let rack: number
let server: number
/** Servers that were added over REST, by what their controller is. */
const others = {} as Record<'amt' | 'redfish' | 'hostile_bmc', { id: number; ipmi: number }>

// Other tests have a word with the same panel, and expect to find no relay in it.
test.afterAll(async () => {
  if (!location) return
  const relay = await admin.delete(`/ipmiproxy/v3/location/${location}`)
  if (relay.status === 200) await admin.ended(relay.body.task)
  for (const id of [server, ...Object.values(others).map((each) => each.id)]) await admin.delete(`/dci/v3/server/${id}`)
  await admin.delete(`/dci/v3/rack/${rack}`)
  expect((await admin.delete(`/dci/v3/location/${location}`)).status).toBe(200)
})

const only = (kind: DeviceKind): LabDevice => {
  const [device] = labDevices(currentLab(), kind)
  if (!device) throw new Error('These tests need a lab with controllers: lab.ts up --nodes 1 --bmcs 1')
  return device
}

async function made(path: string, body: object): Promise<number> {
  const answer = await admin.post(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

async function done(asked: Promise<{ status: number; body: { task: number } }>) {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await admin.ended(body.task)).toMatchObject({ status: 'complete' })
}

/** What ipmitool says, from beside the controller: also while the panel's own way there is closed. */
async function ipmitool(...words: string[]): Promise<string> {
  // Without a suite named it asks for those there are, which the simulator does not answer for ten seconds.
  const way = ['-I', 'lanplus', '-C', '3', '-H', bmc.address, '-U', username, '-P', password]
  const { code, stdout, stderr } = await inDevice(bmc, ['ipmitool', ...way, ...words])
  if (code !== 0) throw new Error(`ipmitool ${words.join(' ')}: ${stderr}`)
  return stdout
}

/** The power as a program beside the panel is told it: what ipmitool says, and whether the machine runs. */
async function power(): Promise<string> {
  const said = await ipmitool('chassis', 'power', 'status')
  const runs = (await inDevice(bmc, ['sh', '-c', 'kill -0 "$(cat /run/server/pid)"'])).code === 0
  return `${said.trim()}, ${runs ? 'it runs' : 'it does not run'}`
}
const ON = 'Chassis Power is on, it runs'
const OFF = 'Chassis Power is off, it does not run'

const light = (page: Page) => page.locator(`[data-entry="server:${server}"]`)
const screen = (page: Page) => page.locator('.xterm-rows')
const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })

async function command(page: Page, words: string) {
  await page.getByRole('button', { name: 'Power', exact: true }).first().click()
  await page.getByRole('menuitem', { name: words }).click()
}

/** Types into the terminal, and waits for what comes. */
async function exchange(page: Page, typed: string, wanted: string | RegExp) {
  await page.keyboard.type(typed)
  await expect(screen(page)).toContainText(wanted, { timeout: 30_000 })
}

async function logInSerial(page: Page) {
  await expect(screen(page)).toContainText(' login:', { timeout: 60_000 })
  await page.locator('.xterm').click()
  // The simulator takes the first packet for a repetition when the console before ended with that number. A DEL harms nobody.
  await page.keyboard.press('Backspace')
  await exchange(page, `${labSignIn.server.username}\n`, 'Password:')
  await exchange(page, `${labSignIn.server.password}\n`, '~ #')
}

test('a server and its controller are added in forms, and what the controller knows is there', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  bmc = only('bmc')
  admin = await rest('admin')
  const [node] = currentLab().nodes
  if (!node) throw new Error('These tests need a lab with a node: lab.ts up --nodes 1 --bmcs 1')
  location = await made('/dci/v3/location', {
    ...{ name: 'Lab hall', ssh_address: node.address, ssh_port: 22, ssh_user: 'root', password: node.password },
  })
  rack = await made(`/dci/v3/location/${location}/rack`, { name: 'lab-1', size: 10 })
  const cpu_socket = await made('/dci/v3/cpu_socket', { name: 'lab-bmc' })
  const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  await made('/dci/v3/platform', { name: 'lab-bmc', type: 'server', server_size: 1, cpu_socket, ...sizes })

  await signIn('admin')
  await page.goto(`/servers/new?rack=${rack}&unit=1`)
  await expect(page.getByRole('combobox', { name: 'Rack', exact: true })).toHaveValue('lab-1')
  await page.getByRole('combobox', { name: 'Platform', exact: true }).fill('lab-bmc')
  await page.getByRole('option', { name: /^lab-bmc/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
  await page.getByRole('button', { name: /^Add a server/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  server = Number(new URL(page.url()).pathname.split('/').at(-1))
  await page.getByRole('link', { name: 'Controller', exact: true }).click()
  await page.getByRole('button', { name: 'Add controller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(bmc.address)
  await dialog.getByRole('textbox', { name: 'User name' }).fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add controller' }).click()
  await expect(dialog).toBeHidden()

  const facts = page.getByRole('complementary', { name: 'Facts of the controller' })
  await expect(facts).toContainText('Answers', { timeout: 30_000 })
  await expect(facts).toContainText('SN0001', { timeout: 30_000 })
  const sensors = page.getByRole('table', { name: 'Sensors' })
  await expect(sensors.getByRole('row', { name: /FAN1/ })).toContainText('rpm', { timeout: 30_000 })
  expect(await power()).toBe(OFF)
  await expect(facts).toContainText('Off')

  // What it writes into its log shows when it is read anew: CPU1 is hot.
  const entry = '0x0a 0x44 0 0 2 0 0 0 0 0x20 0 4 1 1 1 0x59 0xff 0xff'.split(' ')
  await ipmitool('raw', ...entry)
  await facts.getByRole('button', { name: 'Poll now' }).click()
  const events = page.getByRole('table', { name: 'Event log' })
  await expect(events.getByRole('row', { name: /CPU1 Temp/ }).first()).toContainText(/critical/i, { timeout: 30_000 })
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
  const hall = await context.newPage()
  await hall.goto(`/racks/${rack}?device=server-${server}`)
  await expect(light(hall)).toContainText('Off')

  await page.goto(`/servers/${server}?tab=console`)
  await connected(page)
  await command(page, 'Switch on')
  await expect(screen(page)).toContainText(`${bmc.name} booted from`, { timeout: 60_000 })
  await expect(light(hall)).toContainText('On', { timeout: 30_000 })
  expect(await power()).toBe(ON)
  await logInSerial(page)
  await exchange(page, 'echo "6 x 7 = $((6 * 7))"\n', '6 x 7 = 42')
  // A break, and the key after it, is what Linux takes for SysRq.
  await page.getByRole('button', { name: 'Break', exact: true }).click()
  await exchange(page, 'h', /sysrq: HELP/i)
  await axe()
  await shoot('real-sol')

  await command(page, 'Switch off')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(NAME)
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(dialog).toBeHidden()
  await expect(light(hall)).toContainText('Off', { timeout: 30_000 })
  expect(await power()).toBe(OFF)
  await hall.close()
})

test('Redfish and AMT: power, the serial console of AMT, and an image in the virtual drive', async ({
  page,
  signIn,
}) => {
  const { list } = (await admin.get("/dci/v3/platform?where=name EQ 'lab-bmc'")).body
  for (const [n, kind] of (['amt', 'redfish', 'hostile_bmc'] as const).entries()) {
    const id = await made('/dci/v3/server', { name: `real-${n}`, platform: list[0].id, rack, unit: n + 2 })
    const type = kind === 'hostile_bmc' ? 'ipmi' : kind
    const ipmi = await made(`/dci/v3/server/${id}/ipmi`, { ip: only(kind).address, type, ...login })
    others[kind] = { id, ipmi }
  }
  const { amt, redfish } = others
  await done(admin.post(`/dci/v3/server/${redfish.id}/power_on`))
  expect((await admin.get(`/dci/v3/server/${redfish.id}/power_status`)).body).toMatchObject({ power_status: 'on' })
  const url = 'https://images.example/rescue.iso'
  await done(admin.post(`/dci/v3/ipmi/${redfish.ipmi}/iso`, { url }))
  expect((await admin.get(`/dci/v3/ipmi/${redfish.ipmi}/iso`)).body).toEqual({ url })
  await done(admin.delete(`/dci/v3/ipmi/${redfish.ipmi}/iso`))
  expect((await admin.get(`/dci/v3/ipmi/${redfish.ipmi}/iso`)).body).toEqual({ url: null })
  await done(admin.post(`/dci/v3/server/${redfish.id}/power_off`))
  expect((await admin.get(`/dci/v3/server/${redfish.id}/power_status`)).body).toMatchObject({ power_status: 'off' })
  expect((await admin.post(`/dci/v3/ipmi/${amt.ipmi}/iso`, { url })).status).toBe(400)

  await signIn('admin')
  await page.goto(`/servers/${amt.id}?tab=console`)
  await connected(page)
  await command(page, 'Switch on')
  await expect.poll(async () => (await admin.get(`/dci/v3/server/${amt.id}/power_status`)).body.power_status).toBe('on')
  await page.locator('.xterm').click()
  await exchange(page, 'echoed by its serial port', 'echoed by its serial port')
  await done(admin.post(`/dci/v3/server/${amt.id}/power_off`))
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
  const direct = [bmc, hostile].flatMap(({ address }) => [`${address}/32`])
  // The page means harm, and the browser tells of all that it is not let do.
  expectFaults(/^console: /, /^request to /, /^page error: /)
  await signIn('admin')
  await page.goto('/remote')
  await page.getByRole('button', { name: 'Set up a proxy' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('Lab')
  await page.getByRole('option', { name: /Lab hall/ }).click()
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Lab hall/ }).getByText('Ready')).toBeVisible({ timeout: 30_000 })
  await axe()
  await shoot('real-relay')

  // A line that was left a moment ago is given back by the way it was opened, then opened by the new one.
  await page.goto(`/servers/${server}?tab=console`)
  await connected(page)
  const talks = async () => (await inNode(lab, node.index, ['ss', '-Hnup'])).stdout
  // The page is connected before its line is.
  await expect.poll(talks).toMatch(new RegExp(`${node.address}:\\d+\\s+${bmc.address}:623\\s.*python3`))
  for (const each of direct) await inPanel(lab, ['ip', 'route', 'add', 'blackhole', each])
  try {
    await command(page, 'Switch on')
    await logInSerial(page)
    expect(await power()).toBe(ON)
    await exchange(page, 'echo "far $((6 * 7))"\n', 'far 42')
    await command(page, 'Shut down')
    await dialog.getByRole('button', { name: 'Shut down' }).click()
    await page.getByRole('link', { name: 'Power', exact: true }).click()
    await expect(page.getByText('Says off')).toBeVisible({ timeout: 30_000 })
    expect(await power()).toBe(OFF)

    const before = hostileVisits(lab, hostile).length
    const tab = await openWeb(page, { address: new URL(page.url()).origin }, others.hostile_bmc.id)
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

test('a controller that means harm gets nothing of the panel, nor does anybody but its owner get in', async ({
  browser,
}) => {
  const lab = currentLab()
  const hostile = only('hostile_bmc')
  const panel: PanelProcess = await startPanel({
    log: 'test-results/panel-hostile.log',
    env: { DATAHALL_TLS: '1', DATAHALL_PROXY_PORTS: '24400-24419' },
  })
  try {
    const setup = await browser.newContext({ ignoreHTTPSErrors: true })
    const root = await program(setup, panel, ADMIN)
    const owner = (await root('/vm/v3/account', { email: 'ann@example.com', password: PASSWORD, role: '@user' })).id
    await root('/vm/v3/account', { email: 'bob@example.com', password: PASSWORD, role: '@user' })
    const cpu_socket = (await root('/dci/v3/cpu_socket', { name: 'LGA' })).id
    const sizes = { cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
    const model = { name: 'One', type: 'server', server_size: 1, cpu_socket, ...sizes }
    const platform = (await root('/dci/v3/platform', model)).id
    const place = { name: 'Lab', ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' }
    const hall = (await root('/dci/v3/location', place)).id
    const stand = (await root(`/dci/v3/location/${hall}/rack`, { name: 'R1', size: 42 })).id
    const add = async (name: string, unit: number, controller: object): Promise<number> => {
      const { id } = await root('/dci/v3/server', { name, platform, rack: stand, unit })
      await root(`/dci/v3/server/${id}/ipmi`, { ...login, ...controller })
      await root(`/dci/v3/server/${id}/owner`, { owner })
      return id
    }
    const evil = await add('evil', 1, { ip: hostile.address, type: 'ipmi' })
    const good = await add('good', 2, { ip: only('redfish').address, type: 'redfish' })
    await setup.close()

    // With an administrator it would win most.
    const boss = await signedIn(browser, panel, ADMIN.email)
    const otherPort = (await openWeb(boss.page, panel, good)).url()
    const before = hostileVisits(lab, hostile).length
    const theirs = await openWeb(boss.page, panel, evil)
    const port = theirs.url()
    await theirs.goto(`${port}?panel=${encodeURIComponent(panel.address)}`)
    await expect(theirs.locator('body')).toHaveAttribute('data-done', 'yes', { timeout: 60_000 })
    type Report = Record<string, { won: boolean; what: string }>
    const report = JSON.parse((await theirs.locator('#report').textContent()) ?? '') as Report
    expect(Object.entries(report).filter(([, { won }]) => won)).toEqual([])
    expect(Object.keys(report).length).toBeGreaterThanOrEqual(15)
    expect(theirs.url()).toContain(port)

    // The panel's own list of tries, from the same page: some know more than the page does.
    const got = await theirs.evaluate(attack, { panel: panel.address, otherPort, stolenToken: 'of-the-page' })
    expect(Object.fromEntries(Object.entries(got).filter(([, text]) => text !== ''))).toEqual({})

    // And with answers: nothing leads elsewhere, nothing is left in the browser, and the panel survives them.
    const elsewhere = `to=${encodeURIComponent('https://10.90.0.97/')}`
    const ways = [
      `redirect?${elsewhere}`,
      `refresh?${elsewhere}`,
      'redirect-self',
      'half',
      'flood',
      'smuggle',
      'switch',
    ]
    const answers = ways.map(async (path) => {
      const answer = await boss.context.request.get(port + path, { maxRedirects: 0 }).catch(() => null)
      return [path.split('?')[0], answer ? answer.status() : 'broken off', answer?.headers().location]
    })
    expect(await Promise.all(answers)).toEqual([
      ['redirect', 502, undefined],
      ['refresh', 502, undefined],
      ['redirect-self', 302, `${port}received`],
      ['half', 'broken off', undefined],
      ['flood', 502, undefined],
      ['smuggle', 502, undefined],
      ['switch', 502, undefined],
    ])

    // Whatever cookies it has left: the panel knows who is there, and nothing was done in his name.
    await boss.page.goto(`${panel.address}/servers`)
    expect(await whoIs(boss.page)).toBe(ADMIN.email)
    await boss.page.reload()
    expect(await whoIs(boss.page)).toBe(ADMIN.email)
    await expect(boss.page.getByRole('link', { name: 'evil' })).toBeVisible()
    const made = await boss.page.evaluate(async () =>
      Promise.all(['/vm/v3/cluster', '/vm/v3/account'].map(async (path) => (await fetch(path)).text())),
    )
    expect(made.join()).toContain('ann@example.com')
    expect(made.join()).not.toMatch(/evil@|made-by-the-page/)
    await boss.context.close()

    const { context, page } = await signedIn(browser, panel, 'ann@example.com')
    const tab = await openWeb(page, panel, evil)
    expect(tab.url()).toBe(port)

    // Somebody else, and nobody.
    const bob = await signedIn(browser, panel, 'bob@example.com')
    expect((await bob.page.goto(port))?.status()).toBe(404)
    await bob.context.close()
    const nobody = await browser.newContext({ ignoreHTTPSErrors: true })
    expect((await (await nobody.newPage()).goto(port))?.status()).toBe(401)
    await nobody.close()

    // The end of the sign-in cuts what is open.
    await tab.goto(port)
    await tab.evaluate(
      (url) => {
        const socket = new WebSocket(url)
        socket.onmessage = () => {
          document.title = 'joined'
        }
        socket.onclose = () => {
          document.title = 'cut'
        }
      },
      port.replace('http', 'ws'),
    )
    await expect(tab).toHaveTitle('joined')
    await page.evaluate(async () => {
      const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
      await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) })
    })
    await expect(tab).toHaveTitle('cut', { timeout: 2_000 })
    expect((await tab.goto(port))?.status()).toBe(401)
    await context.close()

    const visits = hostileVisits(lab, hostile).slice(before)
    expect(visits.some(({ headers }) => headers.upgrade === 'websocket')).toBe(true)
    for (const { headers, from } of visits) {
      expect(from).toBe(lab.panel.address)
      expect(headers.host).toBe(hostile.address)
      expect(headers.authorization).toBeUndefined()
      expect(JSON.stringify(headers)).not.toMatch(
        /ses6=\d|__Host|datahall|csrf|forwarded|x-xsrf|isp-session|x-real-ip/i,
      )
      // It is told its own address, not the panel's, but for what the test itself put into the address of the page.
      expect(JSON.stringify(headers).replaceAll(encodeURIComponent(panel.address), '')).not.toContain('127.0.0.1')
    }
  } finally {
    await panel.stop()
  }
})
