import { expect, test } from './support/panel.ts'

test('an administrator adds a user, who signs in, is suspended, comes back and goes', async ({
  page,
  signIn,
  axe,
  shoot,
  browser,
  baseURL,
  expectFaults,
}) => {
  // The address that is taken, the key that is none, her session when it ended, and she when she is gone.
  expectFaults(/status of 40[01349]/)
  await signIn('admin')
  await page.goto('/users')
  await expect(page.getByRole('row', { name: /^anna@demo.example/ })).toBeVisible()
  await axe()
  await shoot('users')
  await page.getByRole('button', { name: 'Add a user' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Add a user' })
  const email = dialog.getByRole('textbox', { name: 'E-mail' })
  const password = dialog.getByLabel('Password', { exact: true })
  await email.fill('dora')
  await password.fill('short')
  await send.click()
  await expect(dialog.getByText('At least 8 characters').last()).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await axe()
  await shoot('user-form')
  await email.fill('anna@demo.example')
  await password.fill('Correct-horse-3')
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('dora@demo.example')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dora Demo')
  await send.dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'dora@demo.example' })).toBeVisible()
  await expect(page.getByText('Never')).toBeVisible()
  await axe()
  await shoot('user')

  // The first key: refused in words, then kept.
  await page.getByRole('button', { name: 'Add an SSH key' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('laptop')
  await dialog.getByRole('textbox', { name: 'Key' }).fill('ssh-ed25519 nonsense')
  await dialog.getByRole('button', { name: 'Add an SSH key' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText(/^This public key cannot be used/)).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'Key' })
    .fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f dora')
  await dialog.getByRole('button', { name: 'Add an SSH key' }).click()
  await expect(page.getByRole('row', { name: /^laptop/ })).toBeVisible()

  const other = await browser.newContext({ baseURL: baseURL! })
  const hers = await other.newPage()
  await hers.goto('/sign-in')
  await hers.getByLabel('E-mail').fill('dora@demo.example')
  await hers.getByLabel('Password', { exact: true }).fill('Correct-horse-3')
  await hers.keyboard.press('Enter')
  await expect(hers.getByRole('navigation').first()).toBeVisible()
  await expect(hers).not.toHaveURL(/sign-in/)

  await page.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended').first()).toBeVisible()
  // Her page notices by itself, though she does nothing.
  await expect(hers).toHaveURL(/sign-in/)
  await other.close()

  await page.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(page.getByText('Active').first()).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+49 30 1')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('+49 30 1')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill('dora@demo.example')
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await expect(page).toHaveURL(/\/users$/)
  await expect(page.getByRole('row', { name: /^anna/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^dora/ })).toHaveCount(0)
})

test('a user who owns VMs is not deleted, and users cannot delete themselves', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/users')
  await page.getByRole('row', { name: /^boris/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /\/users\/\d+\?tab=hosts/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('row', { name: /^admin@/ }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: /^Suspend/ })).toHaveAttribute('aria-disabled', 'true')
})

test('users are the administrators’', async ({ page, signIn }) => {
  await signIn('user')
  for (const path of ['/users', '/users/1', '/access-lists']) {
    await page.goto(path)
    await expect(page.getByText('This page is for administrators')).toBeVisible()
  }
})
