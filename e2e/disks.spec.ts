import { expect, test } from './support/panel.ts'

test('a disk is grown while its VM runs, or at its next stop', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-3'")
  const [host] = body.list
  const present = host.disk.disk_mib / 1024
  await page.goto(`/hosts/${host.id}?tab=disks`)
  const menu = page.getByRole('button', { name: /^Actions of the disk/ }).first()
  const row = page.getByRole('row').filter({ has: menu })
  const grow = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Grow' }).click()
  }
  await grow()
  const dialog = page.getByRole('dialog')
  const size = dialog.getByRole('spinbutton', { name: 'New size' })
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog.getByText('Larger than it is now')).toBeVisible()
  await size.fill(String(present + 5))
  await axe()
  await shoot('disk-grow')
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(String(present + 5))
  await expect(row).toContainText('Active')

  await grow()
  await size.fill(String(present + 9))
  await dialog.getByRole('checkbox', { name: 'Wait for the next stop' }).check()
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(`to ${present + 9} GiB`)
})

test('a disk is made for a VM, given back and attached again', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-4'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=disks`)
  await page.getByRole('button', { name: 'Add disk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Size' }).fill('3')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('web-4-uploads')
  await axe()
  await shoot('disk-add')
  await dialog.getByRole('button', { name: 'Add disk' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'web-4-uploads' })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('vdb')
  await axe()
  await shoot('disks-of-vm')

  const menu = row.getByRole('button', { name: 'Actions of the disk web-4-uploads' })
  await menu.click()
  await shoot('disk-menu')
  await page.getByRole('menuitem', { name: 'Detach' }).click()
  await expect(dialog).toContainText('Unmount it in the VM first')
  await dialog.getByRole('button', { name: 'Detach' }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Attach disk' }).click()
  await dialog.getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /web-4-uploads/ }).click()
  await axe()
  await shoot('disk-attach')
  await dialog.getByRole('button', { name: 'Attach disk' }).click()
  await expect(row).toContainText('Active')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Boot order' }).click()
  await dialog.getByRole('combobox', { name: 'web-4-uploads' }).click()
  await page.getByRole('option', { name: '1', exact: true }).click()
  await dialog.getByRole('button', { name: 'Set the order' }).click()
  await expect(dialog.getByText('Two disks have the same place')).toBeVisible()
  await dialog.getByRole('combobox').first().click()
  await page.getByRole('option', { name: '2', exact: true }).click()
  await dialog.getByRole('button', { name: 'Set the order' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('A change of the disks waits for the next start')).toBeVisible()
})

test('a disk without a VM is made, changed and deleted in the list of disks', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/disks')
  const table = page.getByRole('grid', { name: 'Disks' })
  await expect(table).toContainText('web-1')
  await axe()
  await shoot('disks')
  await page.getByRole('button', { name: 'Create disk' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('attic')
  await dialog.getByRole('spinbutton', { name: 'Size' }).fill('2')
  await axe()
  await shoot('disk-new')
  await dialog.getByRole('button', { name: 'Create disk' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('searchbox').first().fill('attic')
  const row = table.getByRole('row').filter({ hasText: 'attic' })
  await expect(row).toContainText('Active')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('spinbutton', { name: 'Size' }).fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('4')
  await expect(row).toContainText('Active')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete disk' }).click()
  await expect(dialog).toContainText('There is no backup of it.')
  await dialog.getByRole('textbox').fill('attic')
  await dialog.getByRole('button', { name: 'Delete disk' }).click()
  await expect(row).toHaveCount(0)
})

test('a disk goes to another storage while its VM runs, and each place says why it is none', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-2'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=disks`)
  const menu = page.getByRole('button', { name: /^Actions of the disk/ }).first()
  const row = page.getByRole('row').filter({ has: menu })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to another storage' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The VM goes on meanwhile')
  await expect(dialog).toContainText('The disk is there already')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByText('Choose a place')).toBeVisible()
  await dialog.getByRole('radio', { name: /nvme/ }).check()
  await dialog.getByRole('spinbutton', { name: 'At most' }).fill('800')
  await axe()
  await shoot('disk-move')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('nvme')
  await expect(row).toContainText('Active')
  const moved = await admin.get(`/vm/v3/host/${host.id}/disk`)
  expect(moved.body.list[0]).toMatchObject({ state: 'active', storage: { name: 'nvme' } })
})

test('a disk is deleted with its backups when that is chosen', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const made = (await admin.post('/vm/v3/disk', { name: 'cellar', size_mib: 1024 })).body
  const ready = async (path: string) => expect.poll(async () => (await admin.get(path)).body.state).toBe('active')
  await ready(`/vm/v3/disk/${made.id}`)
  const backup = (await admin.post(`/vm/v3/disk/${made.id}/backup`, {})).body
  await ready(`/vm/v3/backup/${backup.id}`)

  await page.goto('/disks')
  await page.getByRole('searchbox').first().fill('cellar')
  const row = page.getByRole('grid', { name: 'Disks' }).getByRole('row').filter({ hasText: 'cellar' })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete disk' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('There is one backup of it')
  await expect(dialog.getByRole('radio', { name: /^Keep them/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Delete them too/ }).check()
  await axe()
  await shoot('disk-delete')
  await dialog.getByRole('textbox').fill('cellar')
  await dialog.getByRole('button', { name: 'Delete disk' }).click()
  await expect(row).toHaveCount(0)
  const deleted = async () => (await admin.get(`/vm/v3/deleted/backup?where=id EQ ${backup.id}`)).body.list.length
  await expect.poll(deleted).toBe(1)
})
