import { expect, test } from './support/panel.ts'

test('rehearsals are found by what came of them, and shown with their pictures', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/rehearsals')
  await expect(page.getByRole('row', { name: /db-1/ })).toContainText('Passed')
  await expect(page.getByRole('row', { name: /mail-1/ })).toContainText('Failed')
  await axe()
  await shoot('rehearsals')
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(page.getByRole('row', { name: /db-1/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'mail-1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Rehearsal of mail-1' })).toBeVisible()
  await expect(page.getByText('The guest was off again before it answered').first()).toBeVisible()
  await expect(page.getByText('No picture')).toBeVisible()
  await page.goto('/rehearsals')
  await page.getByRole('link', { name: 'db-1', exact: true }).click()
  // The list shows its picture as well.
  await expect(page.getByRole('heading', { name: 'Rehearsal of db-1' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Screen of db-1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rehearse again' })).toBeVisible()
  await axe()
  await shoot('rehearsal')
})

test('a backup is rehearsed from its menu, and leaves nothing but what came of it', async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  const host = (await admin.get("/vm/v3/host?where=name EQ 'web-2'")).body.list[0].id
  await signIn('admin')
  await page.goto('/backups?q=web-2&f=state:is:active')
  await page
    .getByRole('row', { name: /nightly/ })
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rehearse restore' }).click()
  await expect(page.getByText(/^Rehearsal of .* begun$/)).toBeVisible()
  await page.goto('/rehearsals?q=web-2')
  await expect(page.getByRole('row', { name: /web-2/ })).toContainText('Passed')
  const { body } = await admin.get(`/vm/v3/rehearsal?where=host.id EQ ${host}`)
  expect(body.list).toMatchObject([{ state: 'passed', cleared_at: expect.any(String), has_picture: true }])
  await page.goto(`/hosts/${host}?tab=backups`)
  await expect(page.getByText('Last rehearsal of a restore:')).toBeVisible()
  await expect(page.getByText(/Agent answered after|Sign-in prompt after/)).toBeVisible()
})

test('the plan keeps what was typed, and refuses what it cannot do in words', async ({ page, signIn, rest, axe }) => {
  const admin = await rest('admin')
  const before = (await admin.get('/vm/v3/rehearsal_plan')).body
  await signIn('admin')
  await page.goto('/rehearsals')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await dialog.getByRole('spinbutton', { name: 'Each VM every' }).fill('14')
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Atlantis')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText(/a time zone such as Europe\/Berlin/i)
  await expect(dialog.getByRole('spinbutton', { name: 'Each VM every' })).toHaveValue('14')
  await axe()
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(dialog.getByRole('spinbutton', { name: 'Each VM every' })).toHaveValue('14')
  await expect(dialog.getByRole('textbox', { name: 'Time zone' })).toHaveValue('Europe/Berlin')
  const { every_days, time_zone } = before
  expect((await admin.post('/vm/v3/rehearsal_plan', { every_days, time_zone })).status).toBe(200)
})

test('owners see the rehearsals of their own VMs, and no plan', { tag: '@long' }, async ({ page, signIn, rest }) => {
  const anna = await rest('user')
  const own = (await anna.get('/vm/v3/rehearsal')).body.list as { host: { name: string } }[]
  await signIn('user')
  await page.goto('/rehearsals')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { host } of own) await expect(page.getByRole('row', { name: host.name }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Plan', exact: true })).toHaveCount(0)
})
