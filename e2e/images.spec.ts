import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeDemoRepository } from '../server/simulation/demo/plan/repository.ts'
import { expect, test } from './support/panel.ts'

test('a repository is added, read, mended and deleted', async ({ page, signIn, axe, shoot }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-images-'))
  chmodSync(folder, 0o755)
  await signIn('admin')
  await page.goto('/images?tab=repositories')
  await expect(page.getByRole('row', { name: /Demo Readable/ })).toBeVisible()
  await axe()
  await shoot('repositories')
  await page.getByRole('button', { name: 'Add a repository' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Add a repository' })
  await send.click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByText('Enter an absolute path: /srv/images')).toBeVisible()
  await axe()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('own')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(folder)
  await send.click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /^(Select )?own/ })
  await expect(row).toContainText('Not readable')
  await expect(row).toContainText('index.json')
  await shoot('repository-unreadable')

  // Repaired on the panel host, read again by hand.
  await writeDemoRepository(folder)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Read again' }).click()
  await expect(row).toContainText('Readable', { ignoreCase: false })
  await expect(row).toContainText('3')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'HTTP address' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a full address: https://images.example/')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Directory on the panel host' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('own images')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /^(Select )?own images/ })).toBeVisible()

  // A system that left the index is not available any more.
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, name: 'own', images: [] }))
  await page.getByRole('row', { name: /^(Select )?own images/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Read again' }).click()
  await page.goto('/images?q=own')
  await page.getByRole('link', { name: /^Systems/ }).click()
  await expect(page.getByRole('row', { name: /No longer in the repository.*own images/ }).first()).toBeVisible()

  await page.getByRole('link', { name: /^Repositories/ }).click()
  await page.getByRole('row', { name: /^(Select )?own images/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText(/removed from the catalogue/)).toBeVisible()
  await dialog.getByRole('textbox').fill('own images')
  await dialog.getByRole('button', { name: 'Delete repository' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /^(Select )?own images/ })).toHaveCount(0)
  rmSync(folder, { recursive: true })
})

test('who may choose a system is changed, and where', { tag: '@long' }, async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/images')
  const row = page.getByRole('row', { name: /^Rocky/ })
  await expect(row).toContainText('Everybody')
  await axe()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Only for administrators' }).check()
  await axe()
  await shoot('system-form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Administrators')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Remove Demo' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('No cluster')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('combobox', { name: 'Clusters' }).fill('Demo')
  await page.getByRole('option', { name: 'Demo' }).click()
  await dialog.getByRole('checkbox', { name: 'Only for administrators' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Everybody')
})

test('a system is left out on one node, and its image is removed from another', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  await page.goto('/images')
  await page.getByRole('row', { name: /^Debian 12 demo/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Nodes' }).click()
  const dialog = page.getByRole('dialog')
  const row = dialog.getByRole('row').filter({ hasText: 'There' }).first()
  await expect(row).toContainText('Enabled')
  await axe()
  await shoot('system-nodes')
  const name = await row.getByRole('link').innerText()
  const here = dialog.getByRole('row', { name: new RegExp(`^${name} `) })
  const act = async (entry: string) => {
    await here.getByRole('button', { name: `Actions on ${name}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await act('Disable on this node')
  await expect(here).toContainText('Disabled')
  await act('Enable on this node')
  await expect(here).toContainText('Enabled')
  // VMs of the demo stand on it: the task fails with their names.
  await act('Remove the image from the node')
  await expect
    .poll(
      async () =>
        (await admin.get("/vm/v3/task?where=name EQ 'os_remove'&orderby=id desc&limit=1")).body.list[0]?.status,
    )
    .toBe('failed')
  await expect(here).toContainText('The image stays: disks')
})

test('on a telephone a system and a repository open their menu', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('admin')
  await page.goto('/images')
  await page.getByRole('button', { name: /^Rocky/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete from the catalogue' })).toBeVisible()
  await axe()
  await shoot('system-menu')
})
