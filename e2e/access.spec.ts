import { createHmac } from 'node:crypto'
import { expect, test, USER } from './support/panel.ts'

/** The code of an authenticator for a base32 secret at a time: RFC 6238 with SHA-1, 30 s and six digits. */
function totp(secret: string, at: number): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const from = hash[19]! & 15
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('an access list is made, refused in words, changed and deleted, also on a telephone', async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/access-lists')
  await expect(page.getByText('No access lists yet')).toBeVisible()
  await axe()
  await shoot('access-lists-empty')
  await page.getByRole('button', { name: 'Create an access list' }).first().click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Create an access list' })
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.0/24\n300.1.1.1')
  await send.click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByText('300.1.1.1 is not an address, range or subnet')).toBeVisible()
  await axe()
  await shoot('access-list-form')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('office')
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.0/24\n198.51.100.7')
  await dialog.getByRole('combobox', { name: 'Members' }).fill('chen')
  await page.getByRole('option', { name: /chen/ }).click()
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /^office/ })).toContainText('chen@demo.example')
  await shoot('access-lists')

  // The way in over its own address; Back closes the form.
  await page.getByRole('row', { name: /^office/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('office')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('head office')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /^head office/ })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^head office/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill('head office')
  await dialog.getByRole('button', { name: 'Delete access list' }).click()
  await expect(page.getByText('No access lists yet')).toBeVisible()
})

test('a list that would lock its author out is refused beside the addresses', async ({
  page,
  signIn,
  expectFaults,
}) => {
  expectFaults(/400|409/)
  await signIn('admin')
  await page.goto('/access-lists')
  await page.getByRole('button', { name: 'Create an access list' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('elsewhere')
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('203.0.113.0/24')
  await dialog.getByRole('combobox', { name: 'Members' }).fill('admin@')
  await page.getByRole('option', { name: /admin@/ }).click()
  await dialog.getByRole('button', { name: 'Create an access list' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Addresses' })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Addresses' })).toBeFocused()
})

test('a token is shown once, works, and is revoked', async ({ page, signIn, axe, shoot, baseURL }) => {
  await signIn('user')
  await page.goto('/tokens')
  await expect(page.getByText(/No API tokens yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Create an API token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create an API token' }).click()
  await expect(dialog.getByText('Enter the purpose')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('backup script')
  await dialog.getByRole('button', { name: 'Create an API token' }).click()
  await expect(dialog.getByText('Enter your password')).toBeVisible()
  await shoot('token-form')
  await dialog.getByLabel('Your password').fill(USER.password)
  await dialog.getByRole('button', { name: 'Create an API token' }).click()
  await expect(dialog.getByText('Shown only once', { exact: false })).toBeVisible()
  await axe()
  await shoot('token-made')
  const token = await dialog.locator('code').innerText()
  const call = () => fetch(`${baseURL}/auth/v4/whoami`, { headers: { 'x-xsrf-token': token } })
  expect((await call()).status).toBe(200)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('row', { name: /^backup script/ })).toBeVisible()
  await axe()
  await shoot('tokens')
  await page.getByRole('button', { name: 'Revoke backup script' }).click()
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText(/No API tokens yet/)).toBeVisible()
  expect((await call()).status).toBe(401)
})

test('the own account: name, theme, language, password, sessions', async ({
  page,
  signIn,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/400|403|409/)
  await signIn('user')
  await page.goto('/account')
  await expect(page.getByText(/sessions? (is|are) open/)).toBeVisible()
  await axe()
  await shoot('account', { fullPage: true })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna Demo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.getByLabel('Current password').fill('wrong-password')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat the new password').fill('other')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The passwords differ')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('Correct-horse-2')
  await page.getByLabel('Repeat the new password').fill('Correct-horse-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Current password').fill('Correct-horse-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Changed')).toBeVisible()

  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByText('Same as system').click()
  await page.getByText('Русский').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Учётная запись' })).toBeVisible()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByRole('link', { name: 'Show and end sessions' }).click()
  await expect(page.getByRole('row', { name: /This session/ })).toBeVisible()
})

test('the second factor is turned on with recovery codes, and off', async ({
  page,
  signIn,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/400|403/)
  await signIn('user')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  const code = dialog.getByRole('textbox', { name: 'Code' })
  await expect(dialog.getByRole('img', { name: 'QR code with the secret' })).toBeVisible()
  await axe()
  await shoot('factor-set-up')
  const secret = (await dialog.getByRole('button', { name: /^([A-Z2-7]{4} ?)+$/ }).innerText()).replace(/\s/g, '')
  await code.fill('12')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Enter six digits', { exact: true })).toBeVisible()
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(totp(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Save the recovery codes')).toBeVisible()
  const recovery = await dialog.getByRole('listitem').first().innerText()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('On: every sign-in asks for a code')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('textbox', { name: /Code/ }).fill(recovery)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Off: the password alone is enough')).toBeVisible()
})
