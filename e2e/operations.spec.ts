import { installed, operationWriter } from './support/operations.ts'
import { expect, test } from './support/panel.ts'

const DEBIAN = 'Debian 13.2'
let writer: Awaited<ReturnType<typeof operationWriter>>
test.beforeAll(async () => {
  writer = await operationWriter(process.env.PANEL_DATA ?? '')
})
test.afterAll(() => writer.close())

test('an installation is followed step by step, with what usually comes next, and cancelled', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  for (let n = 0; n < 3; n++) await writer.write('srv-02', { type: 'install', status: 'ok', steps: installed() })
  const disks = ['S64GNN0T912244', 'S64GNN0T912251']
  const asked = { type: 'install', template: DEBIAN, disks, hdd_raid: 'raid_1' } as const
  const id = await writer.write('srv-01', { ...asked, status: 'running', steps: installed('image', 31), seen: true })
  await signIn('admin')
  await page.goto('/operations')
  await expect(page.getByRole('row', { name: /srv-01/ })).toContainText('Write image, 62%')
  await axe()
  await page
    .getByRole('row', { name: /srv-01/ })
    .getByRole('link', { name: 'Installation' })
    .click()
  await expect(page.getByRole('heading', { name: `Install ${DEBIAN} on srv-01` })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(12)
  await expect(steps.filter({ hasText: 'Power on, firmware starts' })).toContainText('75 s')
  await expect(steps.nth(7)).toContainText(/Write image.*62%.*Writing the image/)
  await expect(steps.nth(10)).toHaveAttribute('data-state', 'expected')
  await expect(steps.nth(10)).toContainText('97 s')
  await expect(page.getByText('2 disks, RAID 1')).toBeVisible()
  await expect(page.getByText('Last sign of life')).toBeVisible()
  await axe()
  await shoot('operation')
  await page.getByRole('button', { name: 'Cancel operation' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The disks are half written')
  await dialog.getByRole('button', { name: 'Cancel operation' }).click()
  // The task of the panel ends it, and the page hears of it.
  await expect(page.getByText('The operation was cancelled')).toBeVisible({ timeout: 30_000 })
  await expect(steps.nth(7)).toHaveAttribute('data-state', 'stopped')
  expect((await admin.get(`/dci/v3/operation/${id}`)).body).toMatchObject({ status: 'cancelled' })
})

test('a failure says its most likely cause and what can be done', async ({ page, signIn, axe, shoot }) => {
  const fault = 'The time limit is over: the server was not done within 60 minutes'
  const steps = installed('power', 3500)
  const id = await writer.write('srv-02', {
    type: 'install',
    status: 'fail',
    template: DEBIAN,
    steps,
    fault,
    late: true,
  })
  await signIn('admin')
  await page.goto('/servers?q=srv-02')
  await page.getByRole('link', { name: 'srv-02', exact: true }).click()
  await page.getByRole('link', { name: 'Operations', exact: true }).last().click()
  await page
    .getByRole('row', { name: /Failed/ })
    .getByRole('link', { name: 'Installation' })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/operations/${id}$`))
  const notice = page.getByRole('alert').filter({ hasText: fault })
  await expect(notice).toContainText(/Most likely cause: .*Nothing was written to the disks/)
  await expect(notice.getByRole('link', { name: 'Install again' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Power on, firmware starts' })).toContainText('58:20')
  await axe()
  await shoot('operation-failed')
})

test('a rescue system is shown wherever its server is, until it is finished', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const steps = [...installed('report'), ['rescue', 60, 'Ready for sign-in', 90] as const]
  const id = await writer.write('srv-03', {
    type: 'rescue',
    status: 'running',
    template: 'Rescue 1',
    steps,
    seen: true,
  })
  const { body } = await admin.get("/dci/v3/server?where=name EQ 'srv-03'")
  const { id: server, rack } = body.list[0]
  await signIn('admin')
  await page.goto(`/racks/${rack.id}`)
  await expect(page.getByRole('button', { name: /srv-03.*In the rescue system/ })).toBeVisible()
  await page.goto('/servers?q=srv-03')
  await expect(page.getByRole('row', { name: /srv-03/ })).toContainText('In the rescue system')
  await page.goto(`/servers/${server}`)
  const banner = page.getByRole('status').filter({ hasText: 'until you finish it' })
  await expect(banner.getByRole('link', { name: 'Watch' })).toHaveAttribute(
    'href',
    `/servers/${server}/operations/${id}`,
  )
  await axe()
  await shoot('server-in-rescue')
  await banner.getByRole('button', { name: 'Finish rescue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finish and restart' }).click()
  // Behind the dialog the banner has no role: it is gone once that has closed.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  expect((await admin.get(`/dci/v3/operation/${id}`)).body).toMatchObject({ status: 'ok' })
})

test('the time limit is set within its bounds', { tag: '@long' }, async ({ page, signIn, rest }) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto('/operations')
  await page.getByRole('button', { name: 'Time limit' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('spinbutton', { name: 'Time limit' })
  await field.fill('90')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await admin.get('/dci/v3/setting/operation')).body).toEqual({ limit_minutes: 90 })
  await admin.post('/dci/v3/setting/operation', { limit_minutes: 60 })
})
