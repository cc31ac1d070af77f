import { expect, test } from './support/panel.ts'

const attention = "health IN ('warning','fault')"
const lists = [
  { page: '/switches', api: '/dci/v3/switch', where: attention },
  { page: '/pdus', api: '/dci/v3/pdu', where: attention },
  { page: '/controllers', api: '/dci/v3/ipmi', where: attention },
  { page: '/racks?view=table', api: '/dci/v3/rack', where: attention },
  { page: '/locations', api: '/dci/v3/location', where: attention },
  { page: '/images?tab=repositories', api: '/vm/v3/repository', where: "state EQ 'unavailable'" },
]

test('what needs attention is one press away in each list, and counted', async ({ page, signIn, rest, shoot }) => {
  const admin = await rest('admin')
  await signIn('admin')
  for (const list of lists) {
    await page.goto(list.page)
    const view = page.getByRole('button', { name: /^Needs attention/ })
    // The demo's devices are asked meanwhile, and what they say is counted.
    await expect
      .poll(async () => {
        const { size } = (await admin.get(`${list.api}?limit=0&where=${encodeURIComponent(list.where)}`)).body
        return (await view.textContent()) === `Needs attention${size}`
      })
      .toBe(true)
    await view.click()
    await expect(page).toHaveURL(/warning|unavailable/)
    await shoot(`attention${list.page.replace(/\?.*/, '').replace('/', '-')}`)
  }
})
