import { expect, test } from './support/panel.ts'

test('the figures of a VM: range, zoom, comparison, events', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/hosts/1?tab=figures')
  const graph = (name: RegExp) => page.getByRole('img', { name })
  await expect(graph(/^CPU: used \d/)).toBeVisible()
  await expect(graph(/^RAM: node holds .*guest uses/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Disk vda' })).toBeVisible()
  await expect(graph(/^File system \/, \d+ GiB: used \d+/)).toBeVisible()
  await expect(graph(/^Latency: read .* ms, write .* ms/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Interface [0-9a-f:]{17}$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Events in the graphs' })).toContainText('Create')
  await axe()
  await shoot('host-figures')

  await page.getByRole('switch', { name: 'Period before' }).click()
  await expect(page.getByText('before', { exact: true }).first()).toBeVisible()
  await page.getByRole('switch', { name: 'Events' }).click()
  await expect(page.getByRole('region', { name: 'Events in the graphs' })).toBeHidden()

  // A part is chosen by dragging over a graph.
  const box = await graph(/^CPU: used/).boundingBox()
  if (!box) throw new Error('no graph')
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d+&to=\d+|to=\d+.*from=\d+/)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page).not.toHaveURL(/from=/)

  for (const [range, name] of [
    ['1 h', 'hour'],
    ['7 d', 'week'],
    ['1 y', 'year'],
  ] as const) {
    await page.getByRole('button', { name: range, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`range=${name}`))
    await expect(graph(/^CPU: used \d/)).toBeVisible()
  }
  // Nothing older than a year is kept.
  await expect(page.getByRole('switch', { name: 'Period before' })).toBeHidden()
})

test('the figures of nodes and clusters, and what is busy', { tag: '@long' }, async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/nodes/1?tab=figures')
  await expect(page.getByRole('img', { name: /^Pressure: memory \d.*CPU/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Interface eno1' })).toBeVisible()
  const events = page.getByRole('region', { name: 'Events in the graphs' })
  await expect(events).toContainText('Attach node')
  await shoot('node-figures')
  await page.getByRole('switch', { name: 'Events' }).click()
  await expect(events).toBeHidden()
  await page.goto('/clusters/1?tab=figures')
  await expect(page.getByRole('img', { name: /^CPU, \d+ processors: used \d/ })).toBeVisible()
  await expect(events).toContainText('Attach node demo')
  await shoot('cluster-figures')

  await page.goto('/busy?span=hour')
  const rows = page.getByRole('table', { name: 'VMs by CPU' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(page.getByRole('table', { name: 'Nodes by pressure' }).getByRole('row').nth(1)).toContainText('%')
  await axe()
  await shoot('busy')
  await rows.nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/hosts\/\d+\?tab=figures/)
})

test('why there are no figures is said', { tag: '@long' }, async ({ page, signIn, expectFaults }) => {
  expectFaults(/ERR_FAILED/)
  await signIn('admin')
  await page.route(/vm\.host\.figures/, (route) => route.abort())
  await page.goto('/hosts/1?tab=figures')
  await expect(page.getByText('The figures could not be read')).toBeVisible()
  await page.unroute(/vm\.host\.figures/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: /^CPU/ })).toBeVisible()
})
