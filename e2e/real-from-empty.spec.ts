import { dirname } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { currentLab, inDevice, labDevices } from './lab/api.ts'
import { labSignIn } from './lab/device.ts'
import { ensureLiveSystem } from './lab/live-system.ts'
import { expect, test } from './support/panel.ts'

// The way of `docs/guide/bare-metal.md`, by clicks alone: from a panel and a control host with nothing on them to a shell on a server.
test.describe.configure({ timeout: 900_000 })

const PASSWORD = 'Sign-me-in-1'
const ADDRESS = '10.91.0.11'

/** Presses a button that opens a dialog, fills it in, and presses the button of the same words in it. */
async function add(page: Page, words: string, fill: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: words }).first().click()
  const dialog = page.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: words }).click()
  await expect(dialog).toBeHidden()
}
async function choose(page: Page, list: Locator, option: RegExp) {
  await list.click()
  await page.getByRole('option', { name: option }).click()
}
async function open(page: Page, ...links: (string | RegExp)[]) {
  await page.goto('/')
  for (const name of links) await page.getByRole('link', { name, exact: true }).first().click()
}
const inMenu = async (page: Page, button: string, entry: RegExp) => {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('from an empty rack to an installed server, as the guide has it', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const [site] = labDevices(currentLab(), 'location')
  const [machine] = labDevices(currentLab(), 'server')
  if (!site?.host || !machine?.hardware)
    throw new Error('This test needs a server: lab.ts up --nodes 1 --locations 1 --servers 1')
  const { host } = site
  const { mac, serial } = machine.hardware
  const built = await ensureLiveSystem()
  await signIn('admin')

  await test.step('the location', async () => {
    await open(page, 'Locations')
    await add(page, 'Add a location', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Hall')
      await dialog.getByRole('textbox', { name: 'Address' }).fill(site.address)
      await dialog.getByRole('textbox', { name: 'Password' }).fill(host.password)
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Hall' })).toBeVisible()
    await open(page, 'Networks and addresses')
    await add(page, 'Create a network', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Network' }).fill('10.91.0.0/24')
      await dialog.getByRole('textbox', { name: 'Gateway' }).fill('10.91.0.1')
      await choose(page, dialog.getByRole('combobox', { name: 'Location' }), /^Hall/)
    })
    await open(page, 'Networks and addresses', /^Pools/)
    await add(page, 'Create a pool', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Servers')
      await dialog.getByRole('textbox', { name: 'First range' }).fill(`${ADDRESS}-10.91.0.20`)
      await choose(page, dialog.getByRole('combobox', { name: 'Location' }), /^Hall/)
    })
    await open(page, 'Locations', 'Hall', 'Boot services')
    await add(page, 'Set up', async (dialog) => {
      await choose(page, dialog.getByRole('combobox', { name: 'Interfaces' }), /^prov0/)
      await page.keyboard.press('Tab')
      await dialog.getByRole('textbox', { name: 'Addresses for booting' }).fill('10.91.0.200-10.91.0.250')
    })
    const parts = page.getByRole('table', { name: 'Boot services' }).getByText('As it should be')
    await expect(parts).toHaveCount(8, { timeout: 600_000 })
  })

  await test.step('the systems', async () => {
    await open(page, 'OS templates')
    for (const [name, folder] of Object.entries({ Live: built.folder, Small: dirname(built.small) }))
      await add(page, 'Add a repository', async (dialog) => {
        await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
        await dialog.getByRole('textbox', { name: 'Address' }).fill(folder)
      })
    for (const name of ['Live system (diag)', 'Small Linux']) {
      await page.getByRole('button', { name: `Install ${name} in Hall` }).click()
      const cell = page
        .getByRole('row', { name: new RegExp(`^${name.replace(/[()]/g, '.')}`) })
        .getByRole('cell')
        .first()
      await expect(cell.getByRole('time')).toBeVisible({ timeout: 300_000 })
    }
  })

  await test.step('the server', async () => {
    await open(page, 'Inventory', /^Hardware catalogue/)
    const parts = page.getByRole('group', { name: 'Parts of the catalogue' })
    await parts.getByRole('button', { name: /^CPU sockets/ }).click()
    await add(page, 'Add a socket', (dialog) => dialog.getByRole('textbox', { name: 'Name' }).fill('LGA4189'))
    await parts.getByRole('button', { name: /^Platforms/ }).click()
    await add(page, 'Add a platform', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill('R650')
      await choose(page, dialog.getByRole('combobox', { name: 'CPU socket' }), /^LGA4189/)
    })
    await open(page, 'Racks')
    await add(page, 'Add a rack', (dialog) => dialog.getByRole('textbox', { name: 'Name' }).fill('R01'))
    await expect(page.getByRole('heading', { level: 1, name: 'R01' })).toBeVisible()
    await inMenu(page, 'Add a device', /^Server/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('web-01')
    await choose(page, dialog.getByRole('combobox', { name: 'Platform' }), /^R650/)
    await dialog.getByRole('textbox', { name: 'Network cards' }).fill(mac)
    await dialog.getByRole('button', { name: 'Add a server' }).click()
    await expect(dialog).toBeHidden()
    await open(page, 'Servers', 'web-01', 'Controller')
    await add(page, 'Add a controller', async (form) => {
      await form.getByRole('textbox', { name: 'Address' }).fill(machine.address)
      await form.getByRole('textbox', { name: 'User name' }).fill(labSignIn.bmc.username)
      await form.getByRole('textbox', { name: 'Password' }).fill(labSignIn.bmc.password)
    })
    await page.getByRole('link', { name: 'Overview', exact: true }).last().click()
    await add(page, 'Add an address', async () => {})
    await expect(page.getByText(ADDRESS).first()).toBeVisible()
  })

  await test.step('diagnostics, and the installation', async () => {
    await inMenu(page, 'Install', /^Diagnostics/)
    await page.getByRole('button', { name: 'Run diagnostics' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Diagnostics of web-01/ })).toBeVisible()
    await expect(
      page.locator('header').or(page.getByRole('main')).getByText('Done', { exact: true }).first(),
    ).toBeVisible({
      timeout: 600_000,
    })
    await open(page, 'Servers', 'web-01')
    await inMenu(page, 'Install', /^Install a system/)
    await page.getByRole('radio', { name: /^Small Linux/ }).check()
    await page
      .getByRole('checkbox', { name: /LABDISK/ })
      .first()
      .check()
    await page.getByRole('textbox', { name: 'Password of root' }).fill(PASSWORD)
    await page.getByRole('textbox', { name: 'Type the serial number of web-01' }).fill(serial)
    await page.getByRole('button', { name: /^Erase and install/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Install Small Linux/ })).toBeVisible()
    const answer = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: 'First answer' })
    await expect(answer).toHaveAttribute('data-state', 'done', { timeout: 600_000 })
  })
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=30']
  const ssh = ['sshpass', '-p', PASSWORD, 'ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${ADDRESS}`]
  const hostname = async () => (await inDevice(site, [...ssh, 'hostname'])).stdout.trim()
  await expect.poll(hostname, { timeout: 240_000 }).toBe('web-01')

  await test.step('all of it is taken away again', async () => {
    const admin = await rest('admin')
    const gone = async (path: string) => {
      const { status, body } = await admin.delete(path)
      expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
      for (const task of [body.task ?? body.tasks ?? []].flat())
        expect(await admin.ended(task), path).toMatchObject({ status: 'complete' })
    }
    const id = async (list: string, name: string) =>
      (await admin.get(`${list}?where=name EQ '${name}'`)).body.list[0].id as number
    const location = `/dci/v3/location/${await id('/dci/v3/location', 'Hall')}`
    const server = `/dci/v3/server/${await id('/dci/v3/server', 'web-01')}`
    await admin.post(`${server}/power`, { power: 'off' })
    await gone(`${location}/setup`)
    await gone(server)
    await gone(`/dci/v3/rack/${await id('/dci/v3/rack', 'R01')}`)
    await gone(`/vm/v3/ippool/${await id('/vm/v3/ippool', 'Servers')}`)
    await gone(`/vm/v3/ipnet/${await id('/vm/v3/ipnet', '10.91.0.0/24')}`)
    await gone(location)
    for (const name of ['Live', 'Small']) await gone(`/vm/v3/repository/${await id('/vm/v3/repository', name)}`)
  })
})
