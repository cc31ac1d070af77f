import { PUBLIC_KEY } from './support/matrix/bodies.ts'
import { expect, test } from './support/panel.ts'

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

test('a VM is cloned, is repaired from a rescue system, and both go for several', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body: like } = await admin.get("/vm/v3/host?where=name EQ 'cache-1'")
  const [{ cluster, os }] = like.list
  const made = await admin.post('/vm/v3/host', {
    name: 'salvage',
    cluster: cluster.id,
    os: os.id,
    password: 'Guest-pass-1',
  })
  await admin.ended(made.body.task)
  const { id } = made.body
  const lastDone = async () => {
    const { body } = await admin.get(`/vm/v3/host/${id}/history?orderby=id desc&limit=1`)
    return `${body.list[0].name} ${body.list[0].state}`
  }
  const choose = async (command: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: command }).click()
  }
  const dialog = page.getByRole('dialog')

  await page.goto(`/hosts/${id}`)
  await choose('Clone')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('salvage-clone')
  await axe()
  await shoot('clone-dialog')
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await expect(dialog).toBeHidden()
  const named = async (name: string) => (await admin.get(`/vm/v3/host?where=name EQ '${name}'`)).body.list[0]
  await expect.poll(async () => (await named('salvage-clone'))?.state).toBe('active')

  await expect.poll(async () => (await admin.get(`/vm/v3/host/${id}`)).body.disabled).toBe(false)
  await choose('Start rescue system')
  await dialog.getByRole('textbox', { name: 'Password of the rescue system' }).fill('Rescue-pass-1')
  await axe()
  await shoot('rescue-dialog')
  await dialog.getByRole('button', { name: 'Start rescue system' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(lastDone).toBe('host_rescue_mode complete')
  await expect(page.getByRole('main').getByText('Rescue mode').first()).toBeVisible()
  await shoot('rescue-on')

  const pick = async () => {
    await page.goto('/hosts?q=salvage')
    for (const name of ['salvage', 'salvage-clone'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
  }
  await pick()
  await page.getByRole('menuitem', { name: 'Leave rescue mode' }).click()
  await expect(page.getByText('1 will leave their rescue system, 1 cannot')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Leave rescue mode of 1 VM' }).click()
  await expect(dialog.getByText(/temporary disk is removed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave rescue mode of 1 VM' }).click()
  await expect.poll(async () => (await admin.get(`/vm/v3/host/${id}`)).body.rescue_mode).toBe(false)
  await expect.poll(lastDone).toBe('host_rescue_mode complete')

  await pick()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await page.getByRole('button', { name: 'Clone 2 VMs' }).click()
  await expect(page.getByRole('region', { name: 'Clone 2 VMs' }).getByText('2 done')).toBeVisible()
  for (const name of ['salvage-clone-2', 'salvage-clone-clone']) expect((await named(name)).state).toBe('active')
})

test('an SSH key of the owner is let into a running guest, and taken out again', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-3'")
  const [host] = body.list
  await admin.post(`/auth/v4/user/${host.account.id}/sshkey`, { name: 'laptop', ssh_pub_key: PUBLIC_KEY })
  await page.goto(`/hosts/${host.id}?tab=system`)
  const row = page.getByRole('row').filter({ hasText: 'laptop' })
  await expect(row).toContainText('No')
  await row.getByRole('button', { name: 'Add laptop to the guest' }).click()
  await expect(row).toContainText('Yes')
  await axe()
  await shoot('guest-keys')
  await row.getByRole('button', { name: 'Remove laptop from the guest' }).click()
  await expect(row).toContainText('No')
})
