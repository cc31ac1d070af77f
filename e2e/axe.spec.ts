import { looks, walk } from './support/looks.ts'
import { expect, test } from './support/panel.ts'
import { places } from './support/places.ts'

/** A page of each kind; the long tests open all of them. */
const kinds = ['overview', 'machines', 'machine', 'rack', 'operation']

test('accessible: a page of each kind', async ({ page, signIn, rest, axe, expectFaults }) => {
  test.setTimeout(1_200_000)
  const ofKinds = Object.values(places)
    .flat()
    .filter(({ name }) => kinds.includes(name))
  expect(ofKinds.map(({ name }) => name).sort()).toEqual([...kinds].sort())
  await walk(ofKinds, { page, signIn, rest, axe, expectFaults })
})

for (const [group, ofGroup] of Object.entries(places))
  test(`accessible: ${group}`, { tag: '@long' }, async ({ page, signIn, rest, axe, expectFaults }) => {
    test.setTimeout(2_400_000)
    await walk(ofGroup, { page, signIn, rest, axe, expectFaults })
  })

test('accessible: sign-in', async ({ page, axe }) => {
  await page.goto('/sign-in')
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await axe()
  }
})

test('accessible: palette, menus, dialogs, the plan of a bulk action', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
}) => {
  test.setTimeout(900_000)
  await signIn('admin')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/hosts?q=web-')
    const row = page.getByRole('row', { name: /web-2\b/ })
    await expect(row).toBeVisible()

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('web-1')
    await expect(palette.getByText('Actions on web-1', { exact: true })).toBeVisible()
    await axe()
    await page.keyboard.press('Escape')

    await row.click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: /^Restart/ })).toBeVisible()
    await axe()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await axe()
    await page.keyboard.press('Escape')

    for (const name of ['Columns', 'Filter']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await axe()
      await page.keyboard.press('Escape')
    }
    await page.getByRole('checkbox', { name: 'Select web-2', exact: true }).click()
    await page.getByRole('button', { name: 'Shut down' }).click()
    await expect(page.getByText('1 will shut down').first()).toBeVisible()
    await axe()
  }
})
