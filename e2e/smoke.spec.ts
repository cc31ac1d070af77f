import { expect, test } from './support/panel.ts'

test('a session of the browser is a session of the API', async ({ page, signIn }) => {
  await signIn('user')
  const whoami = await page.request.get('/auth/v4/whoami')
  expect(whoami.status()).toBe(200)
  expect(await whoami.json()).toMatchObject({ email: 'anna@demo.example', roles: ['@advanced_user'] })
})

test('the operations of the API can be read and tried in the browser', async ({ page, signIn }) => {
  await signIn('admin')
  const answer = await page.goto('/swagger/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'nonce-[^']+'/)
  expect(policy).not.toMatch(/script-src[^;]*'(unsafe-inline|self)'/)
  await page.locator('.opblock-summary-control').first().click()
  await expect(page.getByRole('button', { name: 'Execute' })).toBeVisible()
})

test('an address that nothing has answers in words', async ({ page, axe, shoot, expectFaults }) => {
  expectFaults(/404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await axe()
  await shoot('not-found')
})
