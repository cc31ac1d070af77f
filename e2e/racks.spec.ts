import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

let number = 0
/** A location of its own with hardware models, for one test. */
async function place(admin: RestClient) {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const tag = `${Date.now().toString(36)}${++number}`
  const name = `hall-${tag}`
  const location = await made('/dci/v3/location', { name, ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' })
  const cpu_socket = await made('/dci/v3/cpu_socket', { name: `LGA ${name}` })
  const parts = {
    cpu_socket,
    cpu_socket_count: 2,
    ram_slot_count: 16,
    max_ram: 512,
    hdd_slot_count: 10,
    pci_slot_count: 2,
  }
  const model = { ...parts, type: 'server', server_size: 1 }
  const platform = await made('/dci/v3/platform', { ...model, name: `R650 ${name}` })
  const big = await made('/dci/v3/platform', { ...model, name: `R740 ${name}`, server_size: 2 })
  const addRack = (rack: string, size = 12) => made(`/dci/v3/location/${location}/rack`, { name: rack, size })
  const addServer = (server: string, rack: number, unit: number, of = platform) =>
    made('/dci/v3/server', { name: `${server}-${tag}`, platform: of, rack, unit, mac: [] })
  return { name, tag, location, platform, big, made, addRack, addServer }
}

/** The middle of a unit on the drawing, in the window. */
async function atUnit(page: Page, unit: number, units: number) {
  const drawing = page.getByRole('img', { name: /^Rack / })
  await drawing.scrollIntoViewIfNeeded()
  const box = (await drawing.boundingBox())!
  const scale = box.width / 392
  return { x: box.x + 198 * scale, y: box.y + (10 + (units - unit + 0.5) * 24) * scale }
}

async function dragTo(page: Page, from: number, to: number, units: number) {
  const start = await atUnit(page, from, units)
  const end = await atUnit(page, to, units)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y + 6, { steps: 2 })
  await page.mouse.move(end.x, end.y, { steps: 6 })
}

test('an operator fills a rack, drags a server, moves it by keys and reads why it does not fit', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/409 \(Conflict\)/)
  const admin = await rest('admin')
  const { name, tag, location, platform, addRack, addServer, made } = await place(admin)
  await signIn('admin')
  await page.goto(`/racks?location=${location}`)
  await expect(page.getByText('No racks here yet')).toBeVisible()
  await axe()
  await shoot('hall-empty')

  await page.getByRole('button', { name: 'Add a rack' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A01')
  await dialog.getByRole('spinbutton', { name: 'Height' }).fill('12')
  await axe()
  await dialog.getByRole('button', { name: 'Add a rack' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A01' })).toBeVisible()
  const rack = Number(page.url().match(/racks\/(\d+)/)?.[1])

  await page.getByRole('button', { name: /^Free, 12 units.*U1 to U12/ }).click()
  await dialog.getByRole('button', { name: 'Server' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`web-1-${tag}`)
  await dialog.getByRole('combobox', { name: 'Platform' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`R650 ${name}`) }).click()
  await dialog.getByRole('textbox', { name: 'Network cards' }).fill('02:00:5e')
  await dialog.getByRole('button', { name: 'Add a server' }).click()
  await expect(dialog.getByText('Six bytes with colons')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Network cards' }).fill('')
  await dialog.getByRole('button', { name: 'Add a server' }).click()
  const entry = (server: string, where: string) =>
    page.getByRole('button', { name: new RegExp(`^${server}-${tag} ?, Server, ${where},`) })
  await expect(entry('web-1', 'U1')).toBeVisible()

  // Another user adds one meanwhile: it appears by itself.
  await addServer('web-2', rack, 5)
  await expect(entry('web-2', 'U5')).toBeVisible()
  const { list } = (await admin.get(`/dci/v3/rack/${rack}/device`)).body
  const web1 = list.find((one: { name: string }) => one.name === `web-1-${tag}`).id
  const unitOf = async () => (await admin.get(`/dci/v3/server/${web1}`)).body.unit

  await dragTo(page, 1, 9, 12)
  await expect(page.getByRole('status').getByText('Fits at U9 of A01')).toBeVisible()
  await shoot('rack-move-fits')
  await page.mouse.up()
  await expect(entry('web-1', 'U9')).toBeVisible()
  await expect.poll(unitOf).toBe(9)

  await dragTo(page, 9, 5, 12)
  await expect(page.getByText(`U5 is occupied by web-2-${tag}.`)).toBeVisible()
  await page.mouse.up()
  await shoot('rack-move-refused')
  await axe()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`U5 is occupied by web-2-${tag}.`)).toBeHidden()
  expect(await unitOf()).toBe(9)

  // The same by keys alone.
  await entry('web-1', 'U9').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Fits at U9 of A01')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('status').getByText('Fits at U11 of A01')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(entry('web-1', 'U11')).toBeVisible()
  await expect.poll(unitOf).toBe(11)

  // What was moved can be taken back.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'was moved to U11 of A01' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(entry('web-1', 'U9')).toBeVisible()
  await expect.poll(unitOf).toBe(9)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(entry('web-1', 'U11')).toBeVisible()
  await expect.poll(unitOf).toBe(11)

  // The unit is reserved at that very moment: the server's error is shown, and the device is back.
  await page.route(/placement\.server/, async (route) => {
    await made(`/dci/v3/rack/${rack}/reservation`, { unit: 12, size: 1, note: 'backup' })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No room in rack A01: unit 12 is reserved (backup)')).toBeVisible()
  await page.unroute(/placement\.server/)
  await page.keyboard.press('Escape')
  await expect(entry('web-1', 'U11')).toBeVisible()

  // To the next rack.
  const second = await addRack('A02', 4)
  const neighbours = page.getByRole('navigation', { name: 'Racks beside it' })
  await expect(neighbours.getByRole('link', { name: 'A02' })).toBeVisible()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('status').getByText('Fits at U11 of A01')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`racks/${second}`))
  await expect(page.getByRole('status').getByText('Fits at U4 of A02')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(entry('web-1', 'U4')).toBeVisible()
  // The screen is ahead of the server's answer.
  await expect
    .poll(async () => (await admin.get(`/dci/v3/server/${web1}`)).body)
    .toMatchObject({ rack: { id: second }, unit: 4 })

  const find = page.getByRole('region', { name: 'Find free units' })
  await find.getByRole('spinbutton', { name: 'Adjacent units' }).fill('5')
  await expect(find.getByRole('listitem')).toHaveText([/A01\s*U6 to U11\s*6 units/])
  await find.getByRole('spinbutton', { name: 'Adjacent units' }).fill('20')
  await expect(find.getByText('No rack has that many adjacent free units.')).toBeVisible()
  expect((await admin.get(`/dci/v3/platform/${platform}`)).status).toBe(200)
})

test('a full rack shows blades, cables, both faces and a list, and leaves as a picture', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const { made, addRack, addServer, big, location } = await place(admin)
  const rack = await addRack('B01', 20)
  await addServer('store-1', rack, 1, big)
  await made(`/dci/v3/rack/${rack}/chassis`, { name: 'chs-1', unit: 6, size: 4, server_slot_count: 8 })
  await made(`/dci/v3/rack/${rack}/reservation`, { unit: 18, size: 2, note: 'for backup' })
  await signIn('admin')
  await page.goto(`/racks/${rack}`)
  await page.locator('[data-device^="server"]').first().hover()
  await expect(page.getByRole('tooltip')).toContainText('store-1')
  await page.locator('[data-device^="server"]').first().click()
  const panel = page.getByRole('complementary', { name: 'Selected device' })
  await expect(panel.getByText('U1 to U2, front, full depth')).toBeVisible()
  await expect(page).toHaveURL(/device=server-\d+/)
  await axe()
  await shoot('rack', { fullPage: true })
  await page.getByRole('button', { name: 'Rear' }).click()
  await expect(page.getByRole('img', { name: /, rear,/ })).toBeVisible()
  await shoot('rack-rear')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByRole('row', { name: /U18 to U19.*for backup/ })).toBeVisible()
  await axe()
  await shoot('rack-list')
  await page.getByRole('button', { name: 'Elevation' }).click()

  for (const kind of ['SVG', 'PNG'] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`B01-rear.${kind.toLowerCase()}`)
    const bytes = readFileSync(await file.path())
    if (kind === 'PNG') expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    else {
      expect(bytes.toString()).toContain('chs-1')
      expect(bytes.toString()).not.toMatch(/var\(|class=/)
    }
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('img', { name: /^Rack B01/ })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: /^Reserved ?, .*U18/ }).click()
  await panel.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByRole('button', { name: /^Free, 11 units.*U10 to U20/ })).toBeVisible()

  await page.goto(`/racks?location=${location}&q=store`)
  await expect(page.getByRole('status').filter({ hasText: '1 in 1 rack' })).toBeVisible()
  for (const overlay of ['Free', 'Power', 'Health', 'Owner', 'Type'])
    await page.getByRole('button', { name: overlay, exact: true }).click()
  await page.getByRole('link', { name: /^B01/ }).focus()
  await expect(page.getByRole('tooltip')).toContainText('Largest gap')
  await axe()
  await shoot('hall')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`racks/${rack}`))
  await page.goto('/racks?view=table')
  await expect(page.getByRole('row', { name: /^B01 hall-/ })).toBeVisible()
  await axe()
  await shoot('racks-table')
})

test('a rack is changed, placed and deleted in the table', async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const { addRack, name } = await place(admin)
  await addRack(`C01-${name}`)
  const second = await addRack(`C02-${name}`)
  await signIn('admin')
  await page.goto(`/racks?view=table&search=${name}`)
  const row = page.getByRole('row', { name: new RegExp(`^C02-${name}`) })
  const open = async (command: string) => {
    await row.getByRole('button', { name: /actions/i }).click()
    await page.getByRole('menuitem', { name: command }).click()
  }
  const dialog = page.getByRole('dialog')
  await open('Edit')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('by the door')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('by the door')).toBeVisible()
  await open('Place in the room')
  await dialog.getByRole('spinbutton', { name: 'Place in the row' }).fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await admin.get(`/dci/v3/rack/${second}`)).body)
    .toMatchObject({ hall_row: 0, hall_place: 0 })
  await open('Delete rack')
  await dialog.getByRole('textbox').fill(`C02-${name}`)
  await dialog.getByRole('button', { name: 'Delete rack' }).click()
  await expect(row).toBeHidden()
})

test('where units are free is shown in short, and whole at a press', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const admin = await rest('admin')
  const { list } = (await admin.get("/dci/v3/rack?where=name EQ 'A02'")).body
  await signIn('admin')
  await page.goto(`/racks/${list[0].id}`)
  const places = page.getByRole('region', { name: 'Find free units' }).getByRole('listitem')
  await expect(places).toHaveCount(8)
  await page.getByRole('button', { name: /^and \d+ more$/ }).click()
  await expect(places.nth(8)).toBeVisible()
})

test('a device of a rack opens by a double click, and a move by keys that is left ends where it began', {
  tag: '@long',
}, async ({ page, signIn, rest, shoot }) => {
  const admin = await rest('admin')
  const [server] = (await admin.get("/dci/v3/server?where=name EQ 'db-04'")).body.list
  const drawn = page.locator(`svg [data-device="server:${server.id}"]`)
  await signIn('admin')
  await page.goto(`/racks/${server.rack.id}`)
  await drawn.hover()
  const [tip, face] = await Promise.all([page.getByRole('tooltip').boundingBox(), drawn.boundingBox()])
  expect(tip!.x).toBeGreaterThanOrEqual(face!.x + face!.width)
  await drawn.dblclick()
  await expect(page).toHaveURL(new RegExp(`/servers/${server.id}$`))

  await page.goto(`/racks/${server.rack.id}?device=server-${server.id}`)
  const panel = page.getByRole('complementary', { name: 'Selected device' })
  await expect(panel.getByRole('button', { name: 'Console' })).toBeVisible()
  await expect(panel.getByText('Serial number')).toBeVisible()
  await shoot('rack-panel')
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp(`/racks/${server.rack.id}(\\?|$)`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/racks/${server.rack.id}\\?device=server-${server.id}`))
  await expect(panel).toContainText('db-04')
})
