import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

/** A VM whose guest crashes a moment after its start. */
async function crashed(admin: RestClient, name: string, account?: number): Promise<number> {
  const [cluster, os] = [await admin.get('/vm/v3/cluster?limit=1'), await admin.get('/vm/v3/os?limit=1&orderby=id')]
  const made = await admin.post('/vm/v3/host', {
    name,
    cluster: cluster.body.list[0].id,
    os: os.body.list[0].id,
    ...(account && { account }),
    cpu_number: 1,
    ram_mib: 1024,
    hdd_mib: 10_240,
  })
  await admin.ended(made.body.task)
  const read = async () => (await admin.get(`/vm/v3/host/${made.body.id}`)).body
  // What the hypervisor has logged follows the crash.
  await expect.poll(async () => (await read()).fault?.msg).toContain('internal fault')
  return made.body.id
}
const remove = async (admin: RestClient, id: number) => admin.ended((await admin.delete(`/vm/v3/host/${id}`)).body.task)

test('a crashed VM shows the last messages of its guest and its hypervisor', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const id = await crashed(admin, 'log-failcrash')
  await signIn('admin')
  await page.goto(`/hosts/${id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'The VM crashed' })
  await expect(alert.getByRole('button', { name: 'Start' })).toBeVisible()
  await expect(alert.getByRole('button', { name: 'Force off' })).toBeVisible()
  await shoot('host-crashed')
  await alert.getByRole('button', { name: 'Logs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Logs' })
  const log = dialog.getByRole('log', { name: 'Console log' })
  // Its end is in sight, without escape sequences.
  await expect(log.getByText('end Kernel panic')).toBeInViewport()
  await expect(log.getByText(/login:/)).toBeAttached()
  await axe()
  await shoot('host-log')
  await dialog.getByRole('button', { name: 'Hypervisor log' }).click()
  await expect(dialog.getByRole('log').getByText(/internal fault of its processor/)).toBeVisible()
  await page.goto('/hosts')
  await page.getByRole('button', { name: /^Needs attention/ }).click()
  const cause = page.getByRole('row', { name: /log-failcrash/ }).getByText(/internal fault of its processor/)
  await expect(cause).toBeVisible()
  expect(await cause.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'the cause is cut').toBe(true)
  await shoot('hosts-attention')
  await remove(admin, id)
})

test('an owner reads the console log of a VM, and not the log of its hypervisor', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
}) => {
  const [admin, owner] = [await rest('admin'), await rest('user')]
  const me = await admin.get("/vm/v3/account?where=email EQ 'anna@demo.example'")
  const id = await crashed(admin, 'own-failcrash', me.body.list[0].id)
  await signIn('user')
  await page.goto(`/hosts/${id}`)
  await page.getByRole('button', { name: 'Console log' }).click()
  const dialog = page.getByRole('dialog', { name: 'Console log' })
  await expect(dialog.getByRole('log').getByText('end Kernel panic')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Hypervisor log' })).toHaveCount(0)
  expect((await owner.get(`/vm/v3/host/${id}/hypervisor_log`)).status).toBe(403)
  await remove(admin, id)
})

test('the head of a VM says its health, and its page since when nothing was read', async ({ page, signIn }) => {
  await signIn('admin')
  const health = { level: 'unknown', count: 0, kind: 'unread', cause: null, since: '2026-11-01T00:00:00.000Z' }
  // What a fault of one of its tasks, or a silent node, makes of the record is tested with the records.
  await page.route(/trpc\/[^?]*vm\.host\.get/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"health":\{[^}]*\}/g, `"health":${JSON.stringify(health)}`)
    await route.fulfill({ response, body })
  })
  const head = page.getByRole('main').locator('header')
  await page.goto('/hosts/1')
  await expect(head.getByText('Unknown', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Last polled .* ago/)).toBeVisible()
  Object.assign(health, { level: 'fault', count: 1, kind: 'task' })
  await page.reload()
  await expect(head.getByText('Running', { exact: true })).toBeVisible()
  await expect(head.getByText('Fault', { exact: true })).toBeVisible()
})

test('CPU, RAM and uptime in lists of VMs, and on their pages, are read again while one looks', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn('admin')
  await page.clock.install()
  let reads = 0
  page.on('request', (request) => {
    if (/trpc\/[^?]*vm\.host\.(list|get)\b/.test(request.url())) reads++
  })
  for (const path of ['/hosts', '/nodes/1?tab=hosts', '/hosts/1']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const before = reads
    await page.clock.fastForward(15_000)
    await expect.poll(() => reads, path).toBeGreaterThan(before)
  }
})

test('on a telephone what needs attention comes first', { tag: '@long' }, async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, list, label] of [
    ['/hosts', '/vm/v3/host', 'VMs'],
    ['/servers', '/dci/v3/server', 'Servers'],
    ['/switches', '/dci/v3/switch', 'Switches'],
  ] as const) {
    const worst = await admin.get(`${list}?orderby=health.level desc,name asc,id asc&limit=1`)
    expect(worst.body.list[0].health.level).not.toBe('ok')
    await page.goto(path)
    await expect(page.getByRole('list', { name: label }).getByRole('listitem').first()).toContainText(
      worst.body.list[0].name,
    )
  }
})
