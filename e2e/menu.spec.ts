import { expect, test } from './support/panel.ts'

test('the menu folds by group, remembers it, and never folds away the page that is open', async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/servers')
  const menu = page.getByRole('navigation', { name: 'Main' })
  // All of it is in sight at 900 px with every group open.
  await expect(menu.getByRole('link', { name: 'Remote management' })).toBeInViewport()
  expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
  await expect(menu.getByRole('link', { name: /^Problems \d/ })).toBeVisible()
  await shoot('menu')

  const compute = menu.getByRole('button', { name: 'Compute' })
  await compute.focus()
  await page.keyboard.press('Enter')
  await expect(compute).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link', { name: 'Nodes' })).toBeHidden()
  for (const name of ['Network', 'Library', 'Access', 'Settings']) await menu.getByRole('button', { name }).click()
  await page.reload()
  await expect(menu.getByRole('link', { name: 'Nodes' })).toBeHidden()
  await axe()
  await shoot('menu-folded')
  await page.goto('/nodes')
  await expect(menu.getByRole('link', { name: 'Nodes' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('button', { name: 'Access' })).toHaveAttribute('aria-expanded', 'false')
  await menu.getByRole('button', { name: 'Access' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('button', { name: 'Settings' })).toBeFocused()
})

test('as signs alone the menu shows a group beside the pointer', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/servers')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: /^Problems \d/ })).toBeVisible()
  await page.keyboard.press('Control+b')
  await menu.getByRole('link', { name: 'Switches' }).hover()
  await expect(page.getByText('Inventory', { exact: true })).toBeVisible()
  await axe()
  await shoot('menu-icons')
})

test('tabs lead to the pages within an entry', { tag: '@long' }, async ({ page, signIn, shoot }) => {
  await signIn('admin')
  const strips = {
    '/servers': ['All', 'New', 'Controllers', 'Chassis'],
    '/nodes': ['List', 'Busy'],
    '/backups': ['List', 'Locations', 'Schedules', 'Calendar', 'Coverage'],
    '/users': ['List', 'Access lists'],
    '/warehouse': ['Spares', 'Hardware catalogue', 'Import'],
    '/vlans': ['List', 'Matrix'],
    '/addresses/networks': ['Networks', 'Pools', 'In use'],
  }
  for (const [path, names] of Object.entries(strips)) {
    await page.goto(path)
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
    const entry = (await current.textContent())?.replace(/\d+ new$/, '') ?? ''
    for (const name of names) {
      const strip = page.getByRole('main').getByRole('navigation', { name: entry })
      await strip.getByRole('link', { name, exact: true }).click()
      await expect(strip.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(current).toHaveText(new RegExp(entry))
    }
    await shoot(`tabs${path.replaceAll('/', '-')}`)
  }
})

test('g and a letter go to a page, and a question mark lists the keys', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Problems \d/ })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Networks and addresses')).toBeVisible()
  await axe()
  await shoot('keys')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(/\/servers$/)
  // What is typed into a field is no command.
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('gv')
  await expect(page).toHaveURL(/\/servers\?q=gv$/)
})

test('a page is fetched when somebody points at its link, not before', async ({ page, signIn }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('_rsc')) fetched.push(pathname)
  })
  await signIn('admin')
  await page.goto('/hosts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const racks = page.getByRole('navigation').first().getByRole('link', { name: 'Racks', exact: true })
  await racks.hover()
  await expect.poll(() => fetched.length).toBeGreaterThan(0)
  expect(new Set(fetched)).toEqual(new Set(['/racks']))
  await racks.click()
  await expect(page).toHaveURL(/racks/)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
})

test('a tenant has a menu without groups and without what is not for tenants', async ({ page, signIn, axe, shoot }) => {
  await signIn('user')
  await page.goto('/servers')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Consoles' })).toBeVisible()
  const names = await menu.getByRole('listitem').allTextContents()
  expect(names.map((name) => name.replace(/\d+$/, ''))).toEqual([
    'Overview',
    'Problems',
    'Activity',
    'Servers',
    'VMs',
    'Backups',
    'Consoles',
    'Images',
    'Scripts',
    'API tokens',
  ])
  await expect(page.getByRole('main').getByRole('navigation').getByRole('link')).toHaveText([
    'All',
    'Operations',
    'Plans',
  ])
  await axe()
  await shoot('menu-tenant')
})

test('on a telephone the menu has four places and a sheet with all of them', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/servers')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Networks and addresses' })).toBeVisible()
  await axe()
  await shoot('menu-more')
})
