import { expect, test } from './support/panel.ts'

test('resources of a running VM: what waits for the next start is said before and after, and comes with a restart', async ({
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
  await page.goto(`/hosts/${host.id}?tab=resources`)
  const setting = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(setting('vCPU')).toContainText('same')
  await axe()

  await page.getByRole('button', { name: 'Change resources' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await dialog.getByRole('spinbutton', { name: 'vCPU' }).fill(String(host.cpu_number + 1))
  await dialog.getByRole('spinbutton', { name: 'CPU weight' }).fill('2000')
  const effects = dialog.getByRole('list', { name: 'What happens with each change' })
  await expect(effects.getByRole('listitem').filter({ hasText: 'vCPU' })).toContainText('at the next start')
  await expect(effects.getByRole('listitem').filter({ hasText: 'CPU weight' })).toContainText('at once')
  await axe()
  await shoot('resources-dialog')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByText('1 change waits for the next start')).toBeVisible()
  await expect(setting('vCPU')).toContainText(`→ ${host.cpu_number + 1}`)
  await expect(setting('CPU weight')).toContainText('2000')
  await axe()
  await shoot('resources-waiting')

  await page.getByRole('status').getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('1 change waits for the next start')).toBeHidden()
  await expect(setting('vCPU')).toContainText(`${host.cpu_number + 1}same`)
})

test('a change can wait for the next stop, and what is refused stays in the form', async ({
  page,
  signIn,
  rest,
  expectFaults,
}) => {
  expectFaults(/400/)
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-2'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=resources`)
  await page.getByRole('button', { name: 'Change resources' }).click()
  const dialog = page.getByRole('dialog')
  const cpus = dialog.getByRole('spinbutton', { name: 'vCPU' })
  await cpus.fill('600')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText(/from 1 to 512/i)).toBeVisible()
  await expect(cpus).toHaveValue('600')
  await cpus.fill(String(host.cpu_number + 2))
  await dialog.getByRole('checkbox', { name: 'Wait for the next stop' }).check()
  await expect(dialog.getByText('at the next stop', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 change waits for the next start')).toBeVisible()
  const tasks = await admin.get(`/vm/v3/task?where=name EQ 'host_change_params'&orderby=id desc&limit=1`)
  expect(tasks.body.list[0]).toMatchObject({ status: 'deferred' })
})
