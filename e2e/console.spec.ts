import { expect, test } from './support/panel.ts'

test('the screen of a VM: keys go in, the reason of a dark screen is shown, and it reconnects by itself', {
  tag: '@long',
}, async ({ page, context, signIn, rest, axe, shoot, expectFaults }) => {
  // A console that is requested at the moment the VM goes off is rejected.
  expectFaults(/409/)
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'cache-3'")
  const id = body.list[0].id as number
  await signIn('admin')
  await page.goto(`/hosts/${id}?tab=console`)
  const connected = page.getByText('Connected', { exact: true })
  await expect(connected).toBeVisible()
  await axe()
  await shoot('console')

  const second = await context.newPage()
  await second.goto(`/console/${id}?kind=serial`)
  await expect(second.getByText('Connected', { exact: true })).toBeVisible()
  await expect(second.getByRole('heading', { level: 1, name: 'cache-3' })).toBeVisible()
  await axe(second)
  await second.close()

  await page.getByRole('button', { name: /^Shut down/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click()
  const why = page.getByText('The VM is stopped').locator('visible=true').first()
  await expect(why).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).last().click()
  await expect(connected).toBeVisible()
})
