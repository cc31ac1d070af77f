import { expect, test } from './support/panel.ts'

test('an image is made of a VM, another VM is made of it, and it goes', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const admin = await rest('admin')
  const id = (await admin.get("/vm/v3/host?where=name EQ 'web-2'")).body.list[0].id
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  await page
    .getByRole('button', { name: /More|Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Make image' }).click()
  const dialog = page.getByRole('dialog')
  const cleared = dialog.getByRole('checkbox', { name: 'Take out what makes the system itself' })
  await cleared.uncheck()
  await expect(dialog.getByText('Host keys, logs, histories and keys of people stay in the image')).toBeVisible()
  await cleared.check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('spec-golden')
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('by the browser')
  await dialog.getByRole('button', { name: 'Make image' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto('/images?tab=vm')
  const row = page.getByRole('row', { name: /spec-golden/ })
  await expect(row.getByText('Ready')).toBeVisible()
  await row.getByRole('link', { name: 'spec-golden' }).click()
  await expect(page.getByRole('heading', { name: 'spec-golden' })).toBeVisible()
  await expect(page.getByText('by the browser')).toBeVisible()
  await expect(page.getByRole('link', { name: 'web-2' })).toBeVisible()

  await page.goto('/hosts/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('spec-of-image')
  await page.getByRole('button', { name: 'Image of a VM' }).click()
  const golden = page.getByRole('radio', { name: /spec-golden/ })
  // As a person does: the button itself is not seen.
  await page.locator('label').filter({ has: golden }).click()
  await expect(golden).toBeChecked()
  await page.getByRole('checkbox', { name: 'Linked clone' }).check()
  await page.getByRole('button', { name: /^Create VM/ }).click()
  await expect(page).toHaveURL(/\/hosts\/\d+$/)
  const made = Number(new URL(page.url()).pathname.split('/').at(-1))
  const host = async () => (await admin.get(`/vm/v3/host/${made}`)).body
  await expect.poll(async () => (await host()).state).toBe('active')
  expect((await host()).linked_clone_image).toMatchObject({ name: 'spec-golden' })

  await page.goto('/images?tab=vm&img-q=spec')
  await page.getByRole('row', { name: /spec-golden/ }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Delete image' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  expect((await admin.delete(`/vm/v3/host/${made}`)).status).toBe(200)
  await expect.poll(async () => (await admin.get(`/vm/v3/host/${made}`)).status).toBe(404)
  // A menu that is open stays as it was opened.
  await expect(page.getByRole('row', { name: /spec-golden/ })).toContainText('None')
  await page.getByRole('row', { name: /spec-golden/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete image' }).click()
  await dialog.getByRole('textbox').fill('spec-golden')
  await dialog.getByRole('button', { name: 'Delete image' }).click()
  await expect(page.getByRole('row', { name: /spec-golden/ })).toHaveCount(0)
})
