import type { Page } from '@playwright/test'
import { expect, test } from './support/panel.ts'

/** What a page may move by itself while it loads (web.dev/cls counts up to 0.1 as good). */
const MOST = 0.01

/** Loads a page and answers what moved on it, and which elements did. */
async function shiftsOf(page: Page, path: string, shown: readonly string[]) {
  await page.addInitScript(() => {
    const shifts: { value: number; of: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
        shifts.push({
          value: entry.value,
          of: entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 160) ?? '?').join('\n'),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  // All there: counts in the menu and the top bar, rows, graphs.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Problems \d/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /fault/i })).toBeVisible()
  for (const what of shown) await expect(page.locator(what).first()).toBeVisible()
  await expect(page.locator(SKELETON)).toHaveCount(0)
  return page.evaluate(() => (window as unknown as { shifts: { value: number; of: string }[] }).shifts)
}

const SKELETON = '[data-skeleton]'
const pages = {
  '/': ['main table', 'main aside table'],
  '/hosts': ['main [data-row]'],
  '/servers/1?tab=controller': ['main canvas', 'main table'],
  '/switches/1?tab=traffic': ['main canvas', 'main table'],
}

for (const [path, shown] of Object.entries(pages))
  test(`${path} stays where it is while it loads`, { tag: '@long' }, async ({ page, signIn }) => {
    await signIn('admin')
    const shifts = await shiftsOf(page, path, shown)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(MOST)
  })

test('a heading stays where it is when its column is sorted', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/hosts')
  const head = page.getByRole('columnheader', { name: 'vCPU' }).getByRole('button')
  const name = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
  await expect(page.getByRole('row', { name: /build-1\b/ })).toBeVisible()
  const at = async () => [(await head.locator('span').boundingBox())!.y, (await name.locator('span').boundingBox())!.y]
  const before = await at()
  await head.click()
  await expect(page.getByRole('columnheader', { name: 'vCPU' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await at()).toEqual(before)
})

test('the place of a sensor graph is taken at once, and keeps its height', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  let show = () => {}
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  await page.route(/trpc\/[^?]*sensor\.history/, async (route) => {
    await shown
    await route.continue()
  })
  await page.goto('/servers/1?tab=controller')
  const table = page.getByRole('table', { name: 'Sensors' })
  await expect(table).toBeVisible()
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible()
  const before = await table.boundingBox()
  show()
  await expect(page.locator('main canvas')).toBeVisible()
  expect((await table.boundingBox())!.y).toBe(before!.y)
})

test('at 1440 px the list of VMs cuts no heading, name, node, system, address or owner', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/hosts')
  const table = page.getByRole('grid', { name: 'VMs' })
  await expect(table.locator('[data-row]').first()).toBeVisible()
  const cut = await table.evaluate((grid) => {
    // Widths in whole pixels hide what an ellipsis takes for half a pixel.
    const isCut = (element: Element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > element.getBoundingClientRect().right
    }
    const heads = [...grid.querySelectorAll('th')]
    const columns = ['Name', 'Node', 'System', 'Address', 'Owner'].map((name) =>
      heads.findIndex((head) => head.textContent === name),
    )
    const cells = [...grid.querySelectorAll('[data-row]')].flatMap((row) => columns.map((at) => row.children[at]!))
    const shown = heads.filter((head) => !head.querySelector('.sr-only'))
    const texts = [...shown, ...cells].flatMap((cell) => [cell, ...cell.querySelectorAll('.truncate')])
    return [...new Set(texts.filter(isCut).map((element) => element.textContent))]
  })
  expect(cut).toEqual([])
  // Nor is it wider than its place where the scroll bar takes 15 px.
  expect(
    await table.evaluate((grid) => grid.parentElement!.clientWidth - parseInt(grid.style.minWidth, 10)),
  ).toBeGreaterThanOrEqual(14)
})
