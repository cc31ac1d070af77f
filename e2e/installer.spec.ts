import { expect, test } from './support/panel.ts'

test('an installer is chosen, says what does not apply, and is followed to the first answer', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  test.setTimeout(600_000)
  const admin = await rest('admin')
  const [template] = (await admin.get("/dci/v3/os_template?where=name EQ 'Debian 13 installer'")).body.list
  const [diag] = (await admin.get("/dci/v3/os_template?where=name EQ 'Diagnostics'")).body.list
  const [server] = (await admin.get("/dci/v3/server?where=name EQ 'srv-17'")).body.list
  // The demo sets its first location up beside other work.
  await expect
    .poll(async () => (await admin.get(`/dci/v3/os_template/${template.id}`)).body.locations[0]?.status, {
      timeout: 300_000,
    })
    .toBe('ok')
  const diagnosed = await admin.post(`/dci/v3/server/${server.id}/diag`, { os_template_id: diag.id, clear_hdd: 'none' })
  await admin.ended(diagnosed.body.task)
  await signIn('admin')
  await page.goto(`/servers/${server.id}/install`)

  await test.step('its card says what it is and needs, and arrays are left to its answer file', async () => {
    const card = page.getByRole('radio', { name: /^Debian 13 installer/ })
    await card.check({ force: true })
    await expect(page.getByText('Installer 13.1, from 0.8 GiB, 4 GiB')).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Install on/ })
      .first()
      .check()
    await expect(page.getByText('The answer file of the installer says how the disk is used.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^RAID 1 / })).toBeDisabled()
    await expect(page.getByRole('radio', { name: /^No RAID/ })).toBeEnabled()
    await expect(page.getByText('Installer starts')).toBeVisible()
    await axe()
    await shoot('installer')
  })

  await test.step('it runs through its own steps', async () => {
    await page.getByRole('button', { name: 'Generate' }).click()
    const { body } = await admin.get(`/dci/v3/server/${server.id}/install_plan`)
    await page.getByRole('textbox', { name: /^Type the serial number/ }).fill(body.report.serial)
    await page.getByRole('button', { name: /^Erase and install/ }).click()
    await expect(page.getByRole('heading', { name: 'Install Debian 13 installer 13.1 on srv-17' })).toBeVisible()
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect(steps.filter({ hasText: 'Install packages' })).toBeVisible({ timeout: 240_000 })
    await shoot('installer-operation')
    await expect(steps.filter({ hasText: 'First answer' })).toHaveAttribute('data-state', 'done', { timeout: 240_000 })
    await axe()
  })
})
