import { expect, test } from './support/panel.ts'

test('what is wrong is counted on every page, read whole, and known at once', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto('/servers')
  const sign = page.getByRole('banner').getByRole('link', { name: /Faults.*Warnings/ })
  // The demo's devices are asked meanwhile, and what they say is counted.
  const countsAll = () =>
    expect
      .poll(async () => {
        const { faults, warnings } = (await admin.get('/vm/v3/problem?limit=0')).body
        return (await sign.textContent()) === `${faults}${warnings}`
      })
      .toBe(true)
  await countsAll()
  await sign.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible()
  const items = page.getByRole('main').getByRole('listitem')
  const drive = items.filter({ hasText: 'db-04' })
  await expect(drive).toContainText('Drive 4 failed')
  await expect(items.filter({ hasText: 'srv-09' })).toContainText('A power input is off')
  await axe()
  await shoot('problems')

  // No reload: a server in maintenance is no problem.
  const { list } = (await admin.get("/dci/v3/server?where=name EQ 'db-04'")).body
  const repair = async (maintenance: boolean) => {
    expect((await admin.post(`/dci/v3/server/${list[0].id}/maintenance`, { maintenance })).status).toBe(200)
  }
  await repair(true)
  try {
    await expect(drive).toHaveCount(0)
    await countsAll()
  } finally {
    await repair(false)
  }
  await expect(drive).toHaveCount(1)
  await countsAll()

  await page.goto('/problems?offset=500')
  await expect(drive).toHaveCount(1)
  await page.getByRole('button', { name: /^Warnings \d+$/ }).click()
  await expect(page).toHaveURL(/severity=warning/)
  await expect(drive).toHaveCount(0)
  await items.filter({ hasText: 'srv-09' }).getByRole('link', { name: 'Open power' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('srv-09')
})
