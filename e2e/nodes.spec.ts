import type { Page } from '@playwright/test'
import { expect, test } from './support/panel.ts'

/** Addresses that the simulated cluster answers with a fault of its own each; see the dummy driver. */
const faults = [
  { ip: '203.0.113.9', title: 'The host rejected the sign-in', field: 'Password', step: 'Connect' },
  { ip: '203.0.113.8', title: 'The host does not answer', field: 'Address', step: 'Connect' },
  { ip: '203.0.113.7', title: 'No SSH server answers at this port', field: 'SSH port', step: 'Connect' },
  { ip: '203.0.113.4', title: 'This system cannot be a node', field: null, step: 'Check the system' },
  {
    ip: '203.0.113.5',
    title: 'The host cannot run VMs yet',
    field: null,
    step: 'Check the hypervisor',
  },
] as const

/** The demo has a cluster of containers too. */
async function intoDemo(page: Page) {
  const cluster = page.getByRole('combobox', { name: 'Cluster' })
  await cluster.fill('Demo')
  await page.getByRole('option', { name: 'Demo' }).click()
  await expect(cluster).toHaveValue('Demo')
}

test('the wizard says for every refusal what is wrong and what to do, and keeps what was typed', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/nodes')
  await page.getByRole('link', { name: 'Attach a node' }).click()
  await expect(page.getByRole('complementary', { name: 'What will be done' })).toContainText('vmbr0')
  const send = page.getByRole('button', { name: /^Attach node/ })
  await intoDemo(page)
  await send.click()
  await expect(page.getByText(/Correct 2 fields: Address, Password/)).toBeVisible()
  await axe()
  await shoot('node-wizard-empty')

  const address = page.getByRole('textbox', { name: 'Address' })
  const password = page.getByLabel('Password', { exact: true })
  await address.fill('203.0.113')
  await password.fill('not-this-one')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('faulty')
  await send.click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  for (const [at, { ip, title, field, step }] of faults.entries()) {
    await address.fill(ip)
    await page.getByRole('button', { name: at === 0 ? /^Attach node/ : /^Try again/ }).click()
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    if (field === 'Password') await expect(password).toBeFocused()
    if (field === 'Address') await expect(address).toBeFocused()
    if (field === 'SSH port') await expect(page.getByLabel('SSH port')).toBeFocused()
    const side = page.getByRole('complementary', { name: 'What will be done' })
    await expect(
      side.getByRole('listitem').filter({ hasText: step }).getByRole('img', { name: 'Failed' }),
    ).toBeVisible()
    await expect(password).toHaveValue('not-this-one')
  }
  await axe()
  await shoot('node-wizard-failed')
  await address.fill('203.0.113.77')
  await page.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'faulty' })).toBeVisible()
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/node?where=name EQ 'faulty'")
  await admin.delete(`/vm/v3/node/${body.list[0].id}`)
})

test('a node is attached, looked at and removed', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/nodes/new')
  await page.getByRole('textbox', { name: 'Address' }).fill('203.0.113.78')
  await page.getByLabel('Password', { exact: true }).fill('some-password')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('short-lived')
  await intoDemo(page)
  await page.getByRole('button', { name: /^Attach node/ }).click()
  // As long as it is attached, and until the page is left for its own.
  await expect(page.getByRole('heading', { level: 1, name: 'short-lived', exact: true })).toBeVisible({
    timeout: 90_000,
  })
  await expect(page.getByText('vmbr0')).toBeVisible()
  await axe()
  await shoot('node')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove node' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('short-lived')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove node' }).click()
  await expect(page).toHaveURL(/\/nodes$/)
  await expect(page.getByRole('row', { name: /^(Select )?demo-node-1/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^(Select )?short-lived/ })).toHaveCount(0)
})

test('a new cluster is made with its first node', { tag: '@long' }, async ({ page, signIn, rest, expectFaults }) => {
  expectFaults(/409 \(Conflict\)/)
  await signIn('admin')
  await page.goto('/nodes/new')
  await page.getByRole('radio', { name: 'New cluster' }).check()
  await page.getByRole('textbox', { name: 'Address' }).fill('192.0.2.250')
  await page.getByLabel('Password', { exact: true }).fill('some-password')
  await page.getByRole('textbox', { name: 'Cluster name' }).fill('Demo')
  await page.getByRole('button', { name: /^Attach node/ }).click()
  await expect(page.getByText('A cluster named Demo already exists')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Cluster name' })).toBeFocused()
  // Kept over a reload, without the password.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('192.0.2.250')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const admin = await rest('admin')
  expect((await admin.get("/vm/v3/cluster?where=name EQ 'Demo'")).body.size).toBe(1)
})

test('a form takes nothing before its script is there', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/nodes/new', { waitUntil: 'commit' })
  const address = page.getByRole('textbox', { name: 'Address' })
  await expect(address).toBeDisabled()
  release()
  await expect(address).toBeEnabled()
  await expect(address).toBeFocused()
})

test('a node is edited, blocked and looked into', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/nodes?q=demo-node-3')
  await page.getByRole('row', { name: /^(Select )?demo-node-3/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Block new VMs' }).click()
  await expect(page.getByRole('row', { name: /demo-node-3.*No new VMs/ })).toBeVisible()
  await shoot('nodes')
  await axe()
  await page.getByRole('link', { name: 'demo-node-3' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('d')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('At least 2 characters')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('demo-node-3')
  await dialog.getByRole('checkbox', { name: 'Block new VMs' }).uncheck()
  await axe()
  await shoot('node-edit')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No new VMs')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Remove node/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^VMs/ }).last().click()
  await expect(page.getByRole('row', { name: /Running/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Attach node').first()).toBeVisible()
})

test('a node that is not there, and pages that are not yours', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  expectFaults,
}) => {
  expectFaults(/404 \(Not Found\)/)
  await signIn('admin')
  await page.goto('/nodes/999999')
  await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible()
  await axe()
  await signIn('user')
  for (const path of ['/nodes', '/nodes/1', '/nodes/new']) {
    await page.goto(path)
    await expect(page.getByText('This page is for administrators')).toBeVisible()
  }
})
