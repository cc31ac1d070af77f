import { expect, test } from './support/panel.ts'

const SERVERS = ['bl-a05-4', 'bl-a05-5', 'bl-a05-6']

test('a system is installed on chosen servers as a plan, and one that was refused is tried again', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  // The demo's servers boot from the network, one minute of theirs in a moment.
  test.setTimeout(300_000)
  const admin = await rest('admin')
  const { list } = (await admin.get(`/dci/v3/server?search=bl-a05-&orderby=name&limit=0,20`)).body
  const server = (name: string) => list.find((one: { name: string }) => one.name === name)
  const hindered = server('bl-a05-5')
  await admin.post(`/dci/v3/server/${hindered.id}`, { is_protected: true })
  await signIn('admin')

  await test.step('chosen in their list, with who cannot and why', async () => {
    await page.goto('/servers?q=bl-a05-')
    for (const name of SERVERS)
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check()
    const bar = page.getByRole('region', { name: 'Actions on the selection' })
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Install a system' }).click()
    await expect(bar).toContainText('Server bl-a05-5 is protected')
    await bar.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('what becomes of each stands there before anything happens', async () => {
    await page.goto(`/operations/plans/new?type=install&servers=${SERVERS.map((name) => server(name).id).join(',')}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Install a system on 3 servers' })).toBeVisible()
    await page.getByLabel('OS template').click()
    await page.getByRole('option', { name: /^Debian 13 13/ }).click()
    const rows = page.getByRole('table', { name: 'Servers' }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.filter({ hasText: 'bl-a05-5' })).toContainText(
      'Server bl-a05-5 is protected: turn off protection first',
    )
    await expect(rows.filter({ hasText: 'bl-a05-4' })).toContainText('Is installed, at once')
    await page.getByRole('button', { name: 'Refused 1' }).click()
    await expect(rows).toHaveCount(2)
    await axe()
    await shoot('operation-plan-new')
  })

  await test.step('their number is typed, and the plan begins', async () => {
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByLabel('Pause between two starts').fill('0')
    const go = page.getByRole('button', { name: /^Erase and install 2 servers/ })
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Type the number of servers').fill('2')
    await go.click()
    await expect(page).toHaveURL(/\/operations\/plans\/\d+$/)
    const row = page.getByRole('row', { name: /bl-a05-5/ })
    await expect(row).toContainText('Refused')
    for (const name of ['bl-a05-4', 'bl-a05-6'])
      await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Done', { timeout: 120_000 })
    await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible()
    await axe()
    await shoot('operation-plan')
  })

  await test.step('what is mended is tried again, and what was done is left alone', async () => {
    await admin.post(`/dci/v3/server/${hindered.id}`, { is_protected: false })
    await page.getByRole('button', { name: 'Retry 1' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('erased on 1 server')
    await dialog.getByRole('textbox').fill('1')
    await dialog.getByRole('button', { name: 'Erase and retry 1' }).click()
    await expect(page.getByRole('row', { name: /bl-a05-5/ })).toContainText('Done', { timeout: 120_000 })
    await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    const id = Number(page.url().split('/').at(-1))
    const plan = (await admin.get(`/dci/v3/operation_plan/${id}`)).body
    expect(plan).toMatchObject({ state: 'ended', counts: { ok: 3 }, percent: 100 })
    const rows = (await admin.get(`/dci/v3/operation_plan/${id}/server`)).body.list
    expect(rows.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 1, 1])
  })

  await test.step('the list of plans has it, and owners see their own alone', async () => {
    await page.goto('/operations/plans')
    await expect(page.getByRole('row', { name: /Install Debian 13 .* on 3 servers/ })).toContainText('3 of 3 done')
    await signIn('user')
    await page.goto('/operations/plans')
    await expect(page.getByText('No plans yet')).toBeVisible()
  })
})
