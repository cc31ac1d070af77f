import { expect, test } from './support/panel.ts'

test('a VM is made with further disks and interfaces, rules, and several scripts', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/hosts/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('whole-1')
  await page.getByRole('button', { name: /^CPU model, firmware/ }).click()

  await page.getByRole('button', { name: 'Add a disk' }).click()
  const disk = page.getByRole('group', { name: 'Disk 2' })
  await disk.getByRole('spinbutton', { name: 'Size' }).fill('5')
  await disk.getByRole('combobox', { name: 'Storage' }).click()
  await page.getByRole('option', { name: 'nvme' }).click()
  await page.getByRole('button', { name: 'Add an interface' }).click()
  const face = page.getByRole('group', { name: 'Interface 2' })
  await face.getByRole('combobox', { name: 'Network' }).click()
  await page.getByRole('option', { name: 'Main network' }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(
    page.getByRole('group', { name: 'Rule 1' }).getByRole('spinbutton', { name: 'Port', exact: true }),
  ).toHaveValue('25')
  // One too many goes again.
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: 'Remove: Rule 2' }).click()
  await page.getByRole('textbox', { name: 'Domain' }).fill('whole-1.shop.example')
  await page.getByRole('spinbutton', { name: 'Number of snapshots' }).fill('3')

  const scripts = page.getByRole('combobox', { name: 'Scripts' })
  for (const name of ['Swap file', 'fail2ban']) {
    await scripts.fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await scripts.press('Escape')
  }
  const asked = page.getByRole('group', { name: 'Swap file' })
  await asked.getByRole('textbox', { name: 'SWAP_MIB' }).fill('256')
  await axe()
  await shoot('new-host-more')

  await page.getByRole('button', { name: 'Create VM' }).click()
  await expect(page).toHaveURL(/\/hosts\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').pop())
  await page.goto(`/hosts/${id}?tab=scripts`)
  await expect(page.getByRole('row', { name: /Swap file/ })).toContainText('Finished')
  await expect(page.getByRole('row', { name: /fail2ban/ })).toContainText('Finished')
  const admin = await rest('admin')
  const { body } = await admin.get(`/vm/v3/host/${id}`)
  expect(body).toMatchObject({ domain: 'whole-1.shop.example', snapshot_limit: 3, disk_count: 2 })
  expect(body.interfaces).toHaveLength(2)
  const disks = (await admin.get(`/vm/v3/host/${id}/disk`)).body.list
  expect(disks.map(({ storage }: { storage: { name: string } }) => storage.name)).toEqual([
    expect.not.stringMatching('nvme'),
    'nvme',
  ])
  expect(body.firewall_rules).toEqual([
    { action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 },
  ])
  await admin.delete(`/vm/v3/host/${id}`)
})
