import type { Locator, Page } from '@playwright/test'
import { inDevice } from './lab/api.ts'
import { labSignIn } from './lab/device.ts'
import { readScreen, screenSays, typeKeys } from './support/guest-screen.ts'
import { command, connected, exchange, type LabRoom, labRoom, logInSerial, only } from './support/lab-controllers.ts'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

// A controller of the lab with Intel AMT, and behind it a server that really boots: its serial port, and its screen.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let admin: RestClient
let room: LabRoom
let amt: { id: number; ipmi: number }

test.afterAll(() => room?.close())

const canvas = (page: Page) => page.getByRole('application').locator('canvas')
const power = async () => (await admin.get(`/dci/v3/server/${amt.id}/power_status`)).body.power_status
const openScreen = (page: Page) => page.goto(`/servers/${amt.id}?tab=console&kind=vnc`)

/** How many pixels of a picture are red, and how many are not black. */
const pixels = (picture: Locator) =>
  picture.evaluate((canvas: HTMLCanvasElement) => {
    if (canvas.width === 0) return { red: 0, lit: 0 }
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let [red, lit] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      if (r > 100 && g < 60 && b < 60) red += 1
      if (r + g + b > 0) lit += 1
    }
    return { red, lit }
  })

test('AMT: power and the serial console; there is no virtual drive', async ({ page, signIn, rest }) => {
  admin = await rest('admin')
  room = await labRoom(admin, 'AMT hall')
  amt = await room.add(1, 'amt', 'amt')
  const url = 'https://images.example/rescue.iso'
  expect((await admin.post(`/dci/v3/ipmi/${amt.ipmi}/iso`, { url })).status).toBe(400)

  // A run that broke off may have left it running.
  await expect.poll(power).not.toBe('unknown')
  if ((await power()) === 'on') await room.done(admin.post(`/dci/v3/server/${amt.id}/power_off`))
  await signIn('admin')
  await page.goto(`/servers/${amt.id}?tab=console`)
  await connected(page)
  await command(page, 'Start')
  await expect.poll(power).toBe('on')
  await logInSerial(page)
  await exchange(page, 'echo "6 x 7 = $((6 * 7))"\n', '6 x 7 = 42')
  await room.done(admin.post(`/dci/v3/server/${amt.id}/power_off`))
  expect(await power()).toBe('off')
})

test('its screen: dark without power, then the server boots there, takes keys, and is recorded', async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  const rule = { object: 'server', object_id: amt.id }
  expect((await admin.post('/dci/v3/setting/recording/rule', { ...rule, record: true })).status).toBe(200)
  await signIn('admin')
  await openScreen(page)
  await connected(page)
  await expect(page.getByText('This console is recorded')).toBeVisible()
  await expect(canvas(page)).toHaveAttribute('width', '720')
  await shoot('real-amt-dark')
  await command(page, 'Start')
  await screenSays(page, /^amt1 login:$/m)
  await canvas(page).click()
  await typeKeys(page, `${labSignIn.server.username}\n`)
  await screenSays(page, /^Password:$/m)
  await typeKeys(page, `${labSignIn.server.password}\n`)
  await screenSays(page, /~ #$/)
  expect(await pixels(canvas(page))).toEqual({ red: 0, lit: expect.any(Number) })
  await typeKeys(page, `printf '\\033[41m  red  \\033[0m'; echo; echo "6 x 7 = $((6 * 7))"\n`)
  await screenSays(page, /^6 x 7 = 42\n~ #$/m)
  expect((await pixels(canvas(page))).red).toBeGreaterThan(400)
  await axe()
  await shoot('real-amt-screen')

  // Who only watches changes nothing.
  await typeKeys(page, 'clear\n')
  await screenSays(page, /^~ #$/)
  const viewOnly = page.getByRole('button', { name: 'View only' })
  await viewOnly.click()
  await expect(viewOnly).toHaveAttribute('aria-pressed', 'true')
  const before = await readScreen(page)
  expect(before.split('\n').length).toBeLessThan(10)
  await canvas(page).click()
  await typeKeys(page, 'echo nobody hears\n')
  await viewOnly.click()
  await canvas(page).click()
  await typeKeys(page, 'echo heard\n')
  await screenSays(page, /^heard\n~ #$/m)
  expect((await readScreen(page)).slice(0, before.length)).toBe(before)

  // What was recorded shows the same.
  await page.goto('/recordings')
  const list = page.getByRole('grid')
  await list.getByRole('row').filter({ hasText: 'amt-1' }).getByRole('link').first().click()
  // Its red was there for a while: from place to place, and from the beginning again.
  const place = page.getByRole('slider', { name: 'Position in the recording' })
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
  const next = async () => {
    const isAtEnd = (await place.inputValue()) === (await place.getAttribute('max'))
    await place.press(isAtEnd ? 'Home' : 'ArrowRight')
    return (await pixels(page.locator('canvas').first())).red
  }
  await expect.poll(next, { intervals: [50] }).toBeGreaterThan(400)
  await admin.post('/dci/v3/setting/recording/rule', { ...rule, record: null })

  // Other tests on the same panel find the list as it was.
  await page.goto('about:blank')
  const mine = await admin.get(`/dci/v3/recording?where=object_id EQ ${amt.id}`)
  expect(mine.body.list.length).toBeGreaterThan(0)
  for (const { id } of mine.body.list) expect((await admin.delete(`/dci/v3/recording/${id}`)).status).toBe(200)
})

test('the controller shows its screen to one at a time: the second gets the reason, and comes in when the first leaves', {
  tag: '@long',
}, async ({ page, context, signIn, axe, shoot }) => {
  await signIn('admin')
  const first = await context.newPage()
  await openScreen(first)
  await screenSays(first, /^heard\n~ #$/m)
  await openScreen(page)
  const notice = page.getByRole('alert').filter({ hasText: 'only one session can use it at a time' })
  await expect(notice).toBeVisible()
  await axe()
  await shoot('real-amt-busy')
  await expect(first.getByText('Connected', { exact: true })).toBeVisible()
  await first.close()
  await screenSays(page, /^heard\n~ #$/m)
})

test('a controller that does not show its screen is reported, and used once it does', { tag: '@long' }, async ({
  page,
  signIn,
  shoot,
}) => {
  await inDevice(only('amt'), ['touch', '/run/no-screen'])
  await signIn('admin')
  await openScreen(page)
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'does not offer its screen: there is none, or it is turned off' })
  await expect(notice).toBeVisible()
  await shoot('real-amt-refused')
  await inDevice(only('amt'), ['rm', '/run/no-screen'])
  await page.getByRole('button', { name: 'Connect now' }).click()
  await screenSays(page, /^heard\n~ #$/m)
  await room.done(admin.post(`/dci/v3/server/${amt.id}/power_off`))
})
