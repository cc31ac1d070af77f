import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isoImage } from '../server/protocols/iso9660/write.ts'
import { expect, test } from './support/panel.ts'

test('an ISO image is uploaded, put into the drive of a VM, and taken out again', async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const id = (await admin.get("/vm/v3/host?where=name EQ 'web-2'")).body.list[0].id
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-isos-'))
  const file = path.join(folder, 'spec.iso')
  // Two requests of an upload and a bit.
  writeFileSync(file, isoImage('SPEC', new Map([['large.bin', Buffer.alloc(9 << 20, 'x')]])))
  await signIn('admin')
  await page.goto('/images?tab=isos')
  await page.getByRole('button', { name: 'Add an ISO image' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add an ISO image' }).click()
  await expect(dialog.getByText('Choose a file', { exact: true })).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText('spec.iso')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add an ISO image' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /spec\.iso.*Ready/ })).toBeVisible()

  await page.goto(`/hosts/${id}?tab=system`)
  await expect(page.getByText('The drive is empty', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mount an ISO image' }).click()
  await dialog.getByRole('combobox', { name: 'ISO image' }).fill('spec')
  await page.getByRole('option', { name: 'spec.iso' }).click()
  await dialog.getByRole('button', { name: 'Mount', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('spec.iso is in the drive')).toBeVisible()

  await page.goto('/images?tab=isos&q=spec')
  await page.getByRole('row', { name: /spec\.iso.*1 VM/ }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Delete ISO image' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await page.goto(`/hosts/${id}?tab=system`)
  await page.getByRole('button', { name: 'Eject the ISO image' }).click()
  await dialog.getByRole('button', { name: 'Eject', exact: true }).click()
  await expect(page.getByText('The drive is empty', { exact: true })).toBeVisible()
  const [iso] = (await admin.get("/vm/v3/os/iso?where=name EQ 'spec.iso'")).body.list
  expect((await admin.delete(`/vm/v3/os/iso/${iso.id}`)).status).toBe(200)
  rmSync(folder, { recursive: true })
})

test('an account sees its own ISO images and those for all, and no systems', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/images?tab=isos')
  await expect(page.getByRole('button', { name: 'Add an ISO image' }).first()).toBeVisible()
  await expect(page.getByText('Debian 13 installer')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Repositories' })).toHaveCount(0)
})
