import type { Page } from '@playwright/test'
import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

/**
 * Words of the page that are written in Latin letters alone and stand in no list of names: leftovers of English.
 * Names of machines, addresses, units and keys are data.
 */
const leftovers = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[A-Z][a-z]+( [a-z]+)+[.?]?$|^[A-Z][a-z]{3,}$/.test(line))
    .filter((line) => !known.has(line))

const known = new Set([
  'Datahall',
  'English',
  'Demo',
  'Space',
  'Enter',
  'Ubuntu',
  'Debian',
  'Rocky',
  'Online',
  'Frankfurt',
  'Community',
  'Break', // the signal
  'System', // what a controller calls one of its sensors
  // What the demo's people call their schedules.
  'Nightly',
  'Month end',
  'Old vault',
  // Systems of its repository.
  'Diagnostics',
  'Discovery',
  'Rescue system',
  'The simulated guest ended with an internal fault of its processor', // what a hypervisor logs
])

const pages = [
  ...[
    '/',
    '/problems',
    '/first-run',
    '/hosts',
    '/hosts/1',
    '/hosts/1?tab=console',
    '/hosts/1?tab=disks',
    '/hosts/1?tab=snapshots',
    '/hosts/1?tab=backups',
    '/hosts/1?tab=figures',
    '/hosts/1?tab=system',
    '/busy',
    '/disks',
    '/address-groups',
    '/hosts/1?tab=network',
  ],
  ...['/hosts/1?tab=history', '/hosts/new', '/hosts/59', '/hosts/99999999', '/clusters', '/clusters/1', '/nodes'],
  ...[
    '/nodes/1',
    '/nodes/new',
    '/images',
    '/presets',
    '/images?tab=vm',
    '/images?tab=isos',
    '/images?tab=repositories',
    '/recipes',
    '/recipes?tab=variables',
    '/recipes?tab=repositories',
    '/recipes/new',
    '/addresses',
    '/addresses/pools/1',
  ],
  ...[
    '/addresses/networks',
    '/addresses/used',
    '/storages',
    '/storages/tags',
    '/addresses/name-servers',
    '/backups',
    '/backups/1/files',
    '/backup-locations',
    '/backup-locations/1',
    '/backup-locations/1?tab=backups',
    '/schedules',
    '/schedules/calendar',
    '/schedules/coverage',
    '/os-templates',
    '/operations',
    '/rehearsals',
    '/tasks',
    '/users',
    '/users/2',
    '/users/rules',
    '/access-lists',
    '/tokens',
    '/account',
  ],
  ...['/racks', '/racks?view=table', '/servers', '/switches', '/pdus', '/chassis', '/locations', '/vlans', '/hardware'],
  ...['/servers/unaccepted', '/vlans/matrix', '/recording-policy', '/problem-rules'],
  ...[
    '/switches/1',
    '/switches/1?tab=traffic',
    '/servers/1?tab=traffic',
    '/servers/1?tab=power',
    '/servers/1/web',
    '/servers/1/console',
    '/switches/1?tab=history',
    '/locations/1?tab=matrix',
  ],
  ...['/warehouse', '/remote', '/recordings', '/addresses/networks/1'],
  ...['/import', '/impact/node/1', '/console-wall', '/servers/1?tab=console'],
  ...['/controllers', '/servers/1?tab=controller'],
]

/** One of each kind of the demo's data centre. */
const details = [
  ['rack', 'A02', '/racks'],
  ['server', 'db-04', '/servers'],
  ['switch', 'mg-fra1-b02', '/switches'],
  ['pdu', 'pdu-fra1-a02-b', '/pdus'],
  ['location', 'FRA1', '/locations'],
  ['chassis', 'chs-fra1-a02', '/chassis'],
] as const

/** Leads to a page as a link of the panel does: scripts are loaded and compiled once for all of them. */
async function follow(page: Page, path: string) {
  await page.evaluate((to) => (window as unknown as Next).next.router.push(to), path)
  // The address changes with what is shown.
  await page.waitForURL((url) => url.pathname + url.search === path)
}
type Next = { next: { router: { push(path: string): void } } }

/** The page of a recording that was made just now. */
async function recordedPage(page: Page, admin: RestClient): Promise<string> {
  const rule = (record: boolean | null) =>
    admin.post('/dci/v3/setting/recording/rule', { object: 'host', object_id: 1, record })
  await rule(true)
  await page.goto('/hosts/1?tab=console&kind=serial')
  await expect(page.locator('.xterm-rows')).toContainText(/\S/)
  await page.goto('about:blank')
  await rule(null)
  const newest = async () => (await admin.get('/dci/v3/recording?orderby=id desc&limit=1')).body.list[0]
  await expect.poll(async () => (await newest())?.state).toBe('complete')
  return `/recordings/${(await newest()).id}`
}

test('every page speaks Russian', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
  signIn,
  rest,
  expectFaults,
  shoot,
}) => {
  test.setTimeout(1_200_000)
  expectFaults(/404/)
  await context.addCookies([{ name: 'locale', value: 'ru', url: baseURL! }])
  await signIn('admin')
  const admin = await rest('admin')
  const found: string[] = []
  for (const [list, name, path] of details) {
    const { body } = await admin.get(`/dci/v3/${list}?where=name EQ '${name}'&orderby=id&limit=1`)
    found.push(`${path}/${body.list[0].id}`)
  }
  const player = await recordedPage(page, admin)
  found.push(player)
  await page.goto('/')
  for (const path of [...pages, ...found]) {
    await follow(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    // What is on its way: rows, forms, words about it.
    await expect(page.locator('[aria-busy="true"], .animate-late'), path).toHaveCount(0)
    // What the server says turns Russian with its catalogue, which comes after the page.
    const english = async () => leftovers(await page.locator('body').innerText())
    await expect.soft.poll(english, { message: `English words on ${path}`, timeout: 30_000 }).toEqual([])
    const labels = await page
      .locator('[aria-label]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect.soft(leftovers(labels.join('\n')), `English names on ${path}`).toEqual([])
    if (path === player) {
      await page.getByRole('button', { name: 'Пуск' }).click()
      await expect(page.locator('.xterm-rows')).toContainText(/\S/)
    }
    if (path === '/recordings' || path === player) await shoot(`russian-${path === player ? 'player' : 'recordings'}`)
  }
})

test('the language and the theme are chosen once for every place', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const menu = page.getByRole('button', { name: /account and settings/ })
  await menu.click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.getByRole('button', { name: 'Light', exact: true, pressed: true })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Русский' }).click()
  await expect(page.getByRole('link', { name: 'Обзор' })).toBeVisible()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
})
