import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { currentLab } from './lab/api.ts'
import { expect, test } from './support/panel.ts'
import { GUEST_PASSWORD, prepare, type Slice, until } from './support/slice.ts'

// The real thing, nothing simulated: a node of the lab, a machine on it, its screen, its shell.
test.skip(!process.env.DATAHALL_LAB, 'runs inside the lab: node e2e/lab/lab.ts exec -- npx playwright test')
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const run = promisify(execFile)
let slice: Slice

/** Signs in to the guest with the chosen password and runs a program there; tries until the guest is up. */
async function sshSays(address: string, ...command: string[]): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=3']
  const ssh = ['ssh', ...options.flatMap((one) => ['-o', one]), `root@${address}`, ...command]
  return until(
    `SSH of ${address}`,
    async () => (await run('sshpass', ['-p', GUEST_PASSWORD, ...ssh])).stdout.trim(),
    90,
    500,
  )
}

/** How many pixels of the machine's screen are lit, as seen in the browser. */
const lit = (page: Page) =>
  page
    .getByRole('application')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      let count = 0
      for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! > 150) count++
      return count
    })

/** Types as a person does, with Shift held for capitals, and presses Enter. */
async function enter(page: Page, text: string) {
  for (const key of text) {
    await page.keyboard.press(/[A-Z]/.test(key) ? `Shift+${key}` : key)
    await page.waitForTimeout(60)
  }
  await page.keyboard.press('Enter')
}

/** More than a blinking cursor, less than a line of words. */
const CURSOR = 160

/** Waits until the screen shows something else than before, with words on it, and holds still but for its cursor. */
async function settles(page: Page, before: number, seconds = 60): Promise<number> {
  let last = 0
  let still = Date.now()
  return until(
    'a picture that holds still',
    async () => {
      const now = await lit(page)
      if (Math.abs(now - last) > CURSOR) {
        still = Date.now()
        last = now
      }
      return now > 500 && Math.abs(now - before) > CURSOR && Date.now() - still > 3000 && now
    },
    seconds,
    250,
  )
}

test('a node is attached in the wizard, step by step', async ({ page, signIn, rest, shoot }) => {
  const lab = currentLab()
  const node = lab.nodes[0]!
  slice = await prepare(await rest('admin'), lab, [])
  await signIn('admin')
  await page.goto('/nodes/new')
  await page.getByRole('textbox', { name: 'Address' }).fill(node.address)
  await page.getByLabel('Password', { exact: true }).fill(node.password)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(node.name)
  await page.getByRole('combobox', { name: 'Cluster' }).click()
  await page.getByRole('option', { name: 'lab' }).click()
  await page.getByRole('button', { name: 'Attach node' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await shoot('real-node-attaching')
  // Once it is done the page of the node comes by itself.
  await expect(page).toHaveURL(/\/nodes\/\d+$/, { timeout: 90_000 })
  await expect(page.getByRole('heading', { level: 1, name: node.name })).toBeVisible()
  await shoot('real-node-attached')
})

test('a machine made in the form comes up live, shows its login and takes user and password', async ({
  page,
  signIn,
  rest,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/hosts/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('by-hand')
  await page.getByRole('combobox', { name: 'Cluster' }).click()
  await page.getByRole('option', { name: 'lab' }).click()
  await page.getByRole('radio', { name: /tiny/i }).check({ force: true })
  await page.getByLabel('Password of root').fill(GUEST_PASSWORD)
  await page.getByRole('button', { name: 'Create VM' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'by-hand' })).toBeVisible({ timeout: 30_000 })
  // By itself: the page is told of the change.
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await shoot('real-machine')

  await page.getByRole('link', { name: 'Console' }).first().click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })
  const { body } = await (await rest('admin')).get('/vm/v3/host?where=name EQ by-hand')
  const address = body.list[0].ip4[0].ip as string
  expect(await sshSays(address, 'hostname')).toBe('by-hand')
  const prompt = await settles(page, 0)
  await shoot('real-console-login')
  await page.getByRole('application').locator('canvas').click()
  await enter(page, 'root')
  const asked = await settles(page, prompt)
  await enter(page, GUEST_PASSWORD)
  const shell = await settles(page, asked)
  await enter(page, 'touch /root/typed-on-the-screen')
  await settles(page, shell)
  await shoot('real-console-shell')
  // That it was a shell, and this machine's.
  expect(await sshSays(address, 'ls', '/root')).toContain('typed-on-the-screen')
})

test('the same through the documented routes alone', async ({ rest }) => {
  const admin = await rest('admin')
  const made = await admin.post('/vm/v3/host', {
    ...{ cluster: slice.cluster, os: slice.os, name: 'by-rest', password: GUEST_PASSWORD, ram_mib: 256, hdd_mib: 256 },
  })
  expect(made).toMatchObject({ status: 200 })
  expect(await admin.ended(made.body.task)).toMatchObject({ status: 'complete' })
  const { body } = await admin.get(`/vm/v3/host/${made.body.id}`)
  expect(body).toMatchObject({ state: 'active' })
  expect(await sshSays(body.ip4[0].ip, 'hostname')).toBe('by-rest')
})

test('what was made is deleted, and nothing is left', async ({ rest }) => {
  const admin = await rest('admin')
  const { body } = await admin.get(`/vm/v3/host?where=cluster.id EQ ${slice.cluster}`)
  expect(body.list).toHaveLength(2)
  for (const host of body.list) {
    const gone = await admin.delete(`/vm/v3/host/${host.id}`)
    expect(await admin.ended(gone.body.task)).toMatchObject({ status: 'complete' })
  }
})
