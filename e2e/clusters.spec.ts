import { expect, test } from './support/panel.ts'

test('an operator makes a cluster, changes it and deletes it', async ({ page, signIn, axe, shoot, expectFaults }) => {
  expectFaults(/409 \(Conflict\)/) // the name that is taken
  await signIn('admin')
  await page.goto('/clusters')
  await expect(page.getByRole('row', { name: /^Demo Active Simulated/ })).toBeVisible()
  await axe()
  await shoot('clusters')

  await page.getByRole('button', { name: 'Create a cluster' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Create a cluster' })
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('x')
  await dialog.getByRole('textbox', { name: 'System directory' }).fill('share')
  await dialog.getByRole('textbox', { name: 'DNS servers' }).fill('10.0.0.53, nobody')
  await send.click()
  await expect(dialog.getByText('At least 2 characters')).toBeVisible()
  await expect(dialog.getByText('An absolute path of at most 255 characters')).toBeVisible()
  await expect(dialog.getByText('Addresses of DNS servers, separated by commas')).toBeVisible()
  await axe()
  await shoot('cluster-form-refused')
  await name.fill('Demo')
  await dialog.getByRole('textbox', { name: 'System directory' }).fill('/share')
  await dialog.getByRole('textbox', { name: 'DNS servers' }).fill('10.0.0.53')
  await send.click()
  await expect(dialog.getByText('A cluster named Demo already exists')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('north')
  await send.dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'north' })).toBeVisible()
  await expect(page.getByText('No nodes yet')).toBeVisible()
  await axe()
  await shoot('cluster-empty')

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Hall 2')
  const pools = dialog.getByRole('combobox', { name: 'Address pools' })
  await pools.fill('demo')
  await page.getByRole('option', { name: 'demo' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Hall 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'demo', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete cluster' }).click()
  await expect(dialog.getByText('Address pools, systems and files on nodes stay.')).toBeVisible()
  await dialog.getByRole('textbox').fill('north')
  await dialog.getByRole('button', { name: 'Delete cluster' }).click()
  await expect(page).toHaveURL(/\/clusters$/)
  await expect(page.getByRole('row', { name: /^Demo/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^north/ })).toHaveCount(0)
})

test('input is not lost without a question, and concurrent changes are not overwritten', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/409 \(Conflict\)/)
  const admin = await rest('admin')
  const made = await admin.post('/vm/v3/cluster', {
    name: 'two-people',
    virtualization_type: 'dummy',
    os_storage_path: '/share',
    image_storage_path: '/images',
  })
  await signIn('admin')
  await page.goto(`/clusters/${made.body.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const comment = dialog.getByRole('textbox', { name: 'Comment' })
  await comment.fill('mine')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Unsaved changes')).toBeVisible()
  await axe()
  await shoot('form-unsaved')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(comment).toHaveValue('mine')

  await admin.post(`/vm/v3/cluster/${made.body.id}`, { comment: 'theirs' })
  await expect(page.getByText('theirs')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Changed by another user')).toBeVisible()
  await expect(comment).toHaveValue('mine')
  await shoot('form-stale')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(comment).toHaveValue('theirs')
  await comment.fill('both')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('both')).toBeVisible()
  await admin.delete(`/vm/v3/cluster/${made.body.id}`)
})

test('a pool that cannot be connected is named, and another try goes on from there', async ({
  page,
  signIn,
  rest,
  expectFaults,
}) => {
  expectFaults(/404 \(Not Found\)/)
  const admin = await rest('admin')
  const place = { virtualization_type: 'dummy', os_storage_path: '/share', image_storage_path: '/images' }
  const { body: cluster } = await admin.post('/vm/v3/cluster', { name: 'half', ...place })
  const { body: pool } = await admin.post('/vm/v3/ippool', { name: 'short-lived' })
  await signIn('admin')
  await page.goto(`/clusters/${cluster.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('kept')
  await dialog.getByRole('combobox', { name: 'Address pools' }).fill('short')
  await page.getByRole('option', { name: 'short-lived' }).click()
  await admin.delete(`/vm/v3/ippool/${pool.id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/The settings were saved, but not all address pools.*short-lived/)).toBeVisible()
  await expect(page.getByText('kept')).toHaveCount(2) // in the form, and on the page behind it
  await dialog.getByRole('button', { name: 'Remove short-lived' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.delete(`/vm/v3/cluster/${cluster.id}`)
})

test('a list that cannot be read says why and reads again', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED|Failed to fetch|net::/)
  await signIn('admin')
  await page.route(/cluster\.list/, (route) => route.abort())
  await page.goto('/clusters')
  await expect(page.getByText('The panel does not answer')).toBeVisible()
  await axe()
  await page.unroute(/cluster\.list/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: /^Demo/ })).toBeVisible()
})

test('a cluster that is not there, and one that is not yours', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  expectFaults,
}) => {
  expectFaults(/404 \(Not Found\)/)
  await signIn('admin')
  await page.goto('/clusters/999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  await axe()
  await signIn('user')
  await page.goto('/clusters')
  await expect(page.getByText('This page is for administrators')).toBeVisible()
  await axe()
})
