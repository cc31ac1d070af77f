import { expect, test } from './support/panel.ts'

test('a snapshot is taken, the VM goes back to it; the tree shows where it stands', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'db-4'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=snapshots`)
  const tree = page.getByRole('table', { name: 'Snapshots' })
  await expect(tree.getByRole('row')).toHaveCount(8)
  await expect(tree.getByRole('row', { name: /You are here/ })).toContainText('since before-16.2')
  await expect(tree.getByRole('row', { name: /first try/ })).toContainText('comes from clean-16.1')
  await axe()
  await shoot('vm-snapshots')

  await page.getByRole('button', { name: 'Take snapshot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('from-the-page')
  await axe()
  await shoot('vm-snapshot-take')
  await dialog.getByRole('button', { name: 'Take snapshot' }).click()
  await expect(dialog).toBeHidden()
  await expect(tree.getByRole('row', { name: /You are here/ })).toContainText('since from-the-page')

  await tree.getByRole('button', { name: 'Revert to clean-16.1' }).click()
  await expect(dialog).toContainText('Will be lost')
  await expect(dialog).toContainText('All 7 snapshots')
  await expect(dialog).toContainText('from-the-page becomes the end of a branch')
  await axe()
  await shoot('vm-snapshot-revert')
  await expect(dialog.getByRole('checkbox', { name: /Keep the state of now/ })).toBeChecked()
  await dialog.getByRole('textbox').fill(host.name)
  await dialog.getByRole('button', { name: 'Revert VM' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expect(tree.getByRole('row', { name: /^comes from from-the-page before clean-16.1/ })).toBeVisible()
  await expect(tree.getByRole('row', { name: /You are here/ })).toContainText('since clean-16.1')
  await expect(tree.getByRole('button', { name: 'Revert to clean-16.1' })).toBeEnabled()

  await tree.getByRole('button', { name: 'More for from-the-page' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog).toContainText('The snapshot that was made from it then comes from its predecessor')
  await dialog.getByRole('button', { name: 'Delete snapshot' }).click()
  await expect(dialog).toBeHidden()
  await expect(tree.getByRole('row', { name: /from-the-page/ })).toHaveCount(0)
})

test('a VM without snapshots says what they are for, and a telephone has room for the tree', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const idOf = async (name: string) => (await admin.get(`/vm/v3/host?where=name EQ '${name}'`)).body.list[0].id
  await page.goto(`/hosts/${await idOf('cache-6')}?tab=snapshots`)
  await expect(page.getByText('No snapshots')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take snapshot' })).toBeEnabled()
  await axe()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/hosts/${await idOf('monitor-2')}?tab=snapshots`)
  const tree = page.getByRole('table', { name: 'Snapshots' })
  await expect(tree.getByRole('row')).toHaveCount(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await axe()
  await shoot('vm-snapshots-narrow')
})
