import { expect, test } from './support/panel.ts'

test('a VM is restored in place and as a new one, and what will happen is said first', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  // Whichever VM of the demo has a finished backup.
  const found = await expect
    .poll(
      async () =>
        (await admin.get("/vm/v3/backup?where=state EQ 'active'&orderby=id")).body.list.find(
          (one: { host: number | null }) => one.host !== null,
        )?.host ?? null,
      { timeout: 120_000 },
    )
    .not.toBeNull()
    .then(async () => (await admin.get("/vm/v3/backup?where=state EQ 'active'&orderby=id")).body.list)
  const { host: id } = found.find((one: { host: number | null }) => one.host !== null)
  const { body: host } = await admin.get(`/vm/v3/host/${id}`)
  await page.goto(`/hosts/${id}?tab=backups`)
  const table = page.getByRole('table', { name: 'Backups' })
  // Beside it there may be one that failed.
  const row = table.getByRole('row', { name: /Complete|Verified/ }).last()
  await expect(row).toBeVisible()
  await axe()
  await shoot('vm-backups')

  const dialog = page.getByRole('dialog')
  const choose = async (entry: string) => {
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Restore VM in place…')
  await expect(dialog).toContainText('Will be lost')
  await expect(dialog).toContainText('New disks are written beside the present ones')
  await expect(dialog).toContainText('GiB more are needed')
  await axe()
  await shoot('vm-restore')
  await dialog.getByRole('textbox').fill(host.name)
  await dialog.getByRole('button', { name: 'Restore VM' }).click()
  await expect(dialog).toBeHidden()
  const last = async () => (await admin.get(`/vm/v3/host/${id}/history?orderby=id desc`)).body.list[0]
  await expect.poll(last).toMatchObject({ name: 'host_restore', state: 'complete' })

  await choose('Restore as a new VM…')
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue(`${host.name}-r1`)
  await axe()
  await shoot('vm-restore-as-new')
  await name.fill('came-back')
  await dialog.getByRole('button', { name: 'Restore as a new VM' }).click()
  await expect(dialog).toBeHidden()
  const made = async () => (await admin.get("/vm/v3/host?where=name EQ 'came-back'")).body.list[0]
  await expect.poll(made).toMatchObject({ state: 'active', disabled: false })
  expect(await made()).toMatchObject({ cpu_number: host.cpu_number, ram_mib: host.ram_mib })
})
