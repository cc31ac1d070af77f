import type { Page } from '@playwright/test'
import { currentLab } from './lab/api.ts'
import { cuttable } from './support/cuttable.ts'
import { logIn, readScreen, screenSays, typeKeys } from './support/guest-screen.ts'
import { ADMIN, expect, test } from './support/panel.ts'
import { type PanelProcess, startPanel } from './support/panel-process.ts'
import { restClient } from './support/rest-client.ts'
import { GUEST_PASSWORD, prepare } from './support/slice.ts'

// Both consoles of a VM on a real node, in the browser, over a cable that can be pulled.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let panel: PanelProcess
let cable: Awaited<ReturnType<typeof cuttable>>
let id = 0
const shared = process.env.PANEL_ADDRESS

test.beforeAll(async () => {
  panel = await startPanel({ log: 'test-results/panel-console.log' })
  cable = await cuttable(panel.address)
  process.env.PANEL_ADDRESS = cable.address
  const admin = await restClient(panel.address, ADMIN)
  const { cluster, os } = await prepare(admin, currentLab(), [1])
  const made = await admin.post('/vm/v3/host', {
    cluster,
    os,
    name: 'seen',
    password: GUEST_PASSWORD,
    ram_mib: 256,
    hdd_mib: 256,
  })
  expect(await admin.ended(made.body.task)).toMatchObject({ status: 'complete' })
  id = made.body.id
})
test.afterAll(async () => {
  const admin = await restClient(panel.address, ADMIN)
  const gone = await admin.delete(`/vm/v3/host/${id}`)
  expect(await admin.ended(gone.body.task)).toMatchObject({ status: 'complete' })
  process.env.PANEL_ADDRESS = shared
  await cable?.close()
  await panel?.stop()
})

const connected = (page: Page) => page.getByText('Connected', { exact: true })
const rows = (page: Page) => page.locator('.xterm-rows')
const canvas = (page: Page) => page.getByRole('application').locator('canvas')

async function open(page: Page, kind: 'vnc' | 'serial') {
  await page.goto(`/hosts/${id}?tab=console${kind === 'serial' ? '&kind=serial' : ''}`)
  await expect(connected(page)).toBeVisible()
}

/** A guest that had booted before anybody was on the line says nothing until it is asked. */
async function prompt(page: Page) {
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(rows(page)).toContainText('seen login:', { timeout: 5000 })
  }).toPass()
}

/** Says what is on the serial line from here on, once it is quiet enough to ask for more. */
async function line(page: Page, text: string, answer: RegExp) {
  await typeKeys(page, `${text}\n`)
  await expect(rows(page)).toContainText(answer)
}

test('the serial port: a prompt as text, a shell behind it, shared, and there again after the cable was pulled', async ({
  page,
  context,
  signIn,
  expectFaults,
}) => {
  expectFaults(/WebSocket/, /ERR_/)
  await signIn('admin')
  await open(page, 'serial')
  await page.locator('.xterm').click()
  await prompt(page)
  await line(page, 'root', /Password:/)
  await line(page, GUEST_PASSWORD, /~ #/)
  await line(page, 'echo "6 x 7 = $((6 * 7))"', /6 x 7 = 42/)

  const second = await context.newPage()
  await second.goto(`/console/${id}?kind=serial`)
  await expect(connected(second)).toBeVisible()
  await line(page, 'echo for$((1 + 1))both', /for2both/)
  await expect(rows(second)).toContainText('for2both')
  await second.locator('.xterm').click()
  await line(second, 'echo from$((1 + 1))nd', /from2nd/)
  await expect(rows(page)).toContainText('from2nd')
  // Neither threw the other out.
  await expect(connected(page)).toBeVisible()

  cable.cut()
  for (const each of [page, second]) await expect(each.getByText(/^Connecting/).first()).toBeVisible()
  for (const each of [page, second]) await expect(connected(each)).toBeVisible()
  await page.bringToFront()
  await page.locator('.xterm').click()
  await line(page, 'echo ag$((1 + 1))in', /ag2in/)
  await expect(rows(page)).toContainText('6 x 7 = 42')
  await expect(rows(second)).toContainText('ag2in')
})

test('the screen: keys, paste, view only, a second viewer, a lost focus, a pulled cable', async ({
  page,
  context,
  signIn,
  expectFaults,
}) => {
  expectFaults(/WebSocket/, /ERR_/)
  await signIn('admin')
  await open(page, 'vnc')
  await screenSays(page, /^seen login:$/m)
  await canvas(page).click()
  await logIn(page, 'seen')

  // Shift goes down over the picture and comes up elsewhere.
  await page.keyboard.down('ShiftLeft')
  await page.getByRole('button', { name: 'View only' }).focus()
  await page.keyboard.up('ShiftLeft')
  await canvas(page).click()
  await typeKeys(page, 'echo small\n')
  await screenSays(page, /^small\n~ #$/m)

  const viewOnly = page.getByRole('button', { name: 'View only' })
  await viewOnly.click()
  await expect(viewOnly).toHaveAttribute('aria-pressed', 'true')
  const before = await readScreen(page)
  await canvas(page).click()
  await typeKeys(page, 'echo nobody hears\n')
  await viewOnly.click()
  await canvas(page).click()
  await typeKeys(page, 'echo heard\n')
  await screenSays(page, /^heard\n~ #$/m)
  expect((await readScreen(page)).slice(0, before.length)).toBe(before)

  await page.getByRole('button', { name: 'Paste as keys' }).click()
  const text = `echo 'Paste: {[(<"|&;~^$#@!*?>)]} %+-=_/\\'`
  await page.getByRole('textbox', { name: 'Text to type' }).fill(text)
  await page.getByRole('button', { name: 'Send keys' }).click()
  await screenSays(page, /^Paste: {\[\(<"\|&;~\^\$#@!\*\?>\)]} %\+-=_\/\\\n~ #$/m)

  const second = await context.newPage()
  await second.goto(`/console/${id}`)
  await screenSays(second, /^Paste: /m)
  await canvas(second).click()
  await typeKeys(second, 'clear; echo from two\n')
  await screenSays(page, /^from two\n~ #$/)
  await second.close()

  cable.cut()
  await expect(page.getByText(/^Connecting/).first()).toBeVisible()
  await expect(connected(page)).toBeVisible()
  await page.bringToFront()
  await canvas(page).click()
  await typeKeys(page, 'echo back\n')
  await screenSays(page, /^back\n~ #$/m)
})

test('Ctrl-Alt-Del restarts the guest, and the power menu beside the screen works', async ({
  page,
  signIn,
  expectFaults,
}) => {
  // A console that is requested at the moment the VM goes off is rejected.
  expectFaults(/409/)
  await signIn('admin')
  await open(page, 'vnc')
  await screenSays(page, /~ #$/)
  await page.getByRole('button', { name: 'Ctrl-Alt-Del' }).click()
  await screenSays(page, /^seen login:$/m)
  await expect(connected(page)).toBeVisible()

  const power = page.getByRole('region', { name: 'Power' })
  await power.getByRole('button', { name: /^Shut down/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click()
  await expect(page.getByText('The VM is stopped').locator('visible=true').first()).toBeVisible()
  await power.getByRole('button', { name: /^Start/ }).click()
  await expect(connected(page)).toBeVisible()
  await screenSays(page, /^seen login:$/m)
})
