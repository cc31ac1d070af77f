import { expect, test } from './support/panel.ts'

test('a disk is grown while its VM runs, or at its next stop', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-3'")
  const [host] = body.list
  const present = host.disk.disk_mib / 1024
  await page.goto(`/hosts/${host.id}?tab=disks`)
  const grow = page.getByRole('button', { name: /^Grow the disk/ }).first()
  await grow.click()
  const dialog = page.getByRole('dialog')
  const size = dialog.getByRole('spinbutton', { name: 'New size' })
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog.getByText('Larger than it is now')).toBeVisible()
  await size.fill(String(present + 5))
  await axe()
  await shoot('disk-grow')
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ has: grow })
  await expect(row).toContainText(String(present + 5))
  await expect(row).toContainText('Active')

  await grow.click()
  await size.fill(String(present + 9))
  await dialog.getByRole('checkbox', { name: 'Wait for the next stop' }).check()
  await dialog.getByRole('button', { name: 'Grow' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(`to ${present + 9} GiB`)
})

test('a VM gets another system, after its name was typed', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-2'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=system`)
  await expect(page.getByRole('heading', { name: 'Installed system' })).toBeVisible()
  await expect(page.getByText(host.os_name).first()).toBeVisible()
  await axe()
  await shoot('system')

  await page.getByRole('main').getByRole('button', { name: 'Reinstall' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Everything on the main disk/)).toBeVisible()
  await dialog.getByLabel('Password of the administrator').fill('Another-pass-2')
  await dialog.getByRole('textbox', { name: /to confirm/ }).fill('web')
  await dialog.getByRole('button', { name: 'Reinstall' }).click()
  await expect(dialog.getByText('Enter the name first')).toBeVisible()
  await axe()
  await shoot('reinstall-dialog')
  await dialog.getByRole('textbox', { name: /to confirm/ }).fill('web-2')
  await dialog.getByRole('button', { name: 'Reinstall' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => {
      const { body: now } = await admin.get(`/vm/v3/host/${host.id}/history?orderby=id desc&limit=1`)
      return `${now.list[0].name} ${now.list[0].state}`
    })
    .toBe('host_reinstall complete')
  await expect(page.getByRole('main').getByText('Running').first()).toBeVisible()
})
