import { expect, test } from './support/panel.ts'

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'locale', value: 'ru', url: baseURL! }])
})

test('errors of the server are shown in Russian, and in English to clients', async ({
  page,
  signIn,
  rest,
  shoot,
  expectFaults,
}) => {
  expectFaults(/409/)
  await signIn('admin')
  const admin = await rest('admin')
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await admin.post(path, body)
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return Number(answer.id)
  }
  const name = `hall-${Date.now()}`
  const location = await made('/dci/v3/location', { name, ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' })

  await page.goto(`/locations/${location}`)
  await page.getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: 'Удалить площадку' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(name)
  // Another user is quicker.
  await made(`/dci/v3/location/${location}/rack`, { name: 'A01', size: 42 })
  await dialog.getByRole('button', { name: 'Удалить площадку' }).click()
  await expect(dialog).toContainText(`Площадка ${name} используется: стойка A01`)
  await shoot('russian-refusal')
  const refused = await admin.delete(`/dci/v3/location/${location}`)
  expect(refused.body.error.msg).toBe(`Location ${name} is in use by 1 rack (A01)`)

  await page.goto('/locations')
  await page.getByRole('button', { name: 'Добавить площадку' }).click()
  await dialog.getByLabel('Название', { exact: true }).fill(name)
  await dialog.getByLabel('Адрес', { exact: true }).fill('192.0.2.1')
  await dialog.getByRole('button', { name: 'Добавить площадку' }).click()
  await expect(dialog).toContainText(`Площадка с именем ${name} уже есть`)
  await shoot('russian-refused-field')
})

test('why a task failed is read in Russian', { tag: '@long' }, async ({ page, signIn, rest, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get('/vm/v3/host?where=name EQ legacy-failstart')
  const host = body.list[0].id as number
  await page.goto(`/hosts/${host}`)
  const cause = 'QEMU завершился сразу после запуска: модель процессора ВМ не поддерживается'
  await expect(page.getByText(cause).first()).toBeVisible()
  await shoot('russian-host-fault')
  // Tasks of other tests are newer, by the hundred.
  await page.goto(`/tasks?f=status:is:failed;registry_id:is:${host}`)
  await expect(page.getByText(cause).first()).toBeVisible()
  await shoot('russian-tasks')
})

test('what a device does not do is read in Russian, with its address in it', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get('/dci/v3/switch?where=status EQ fail&limit=1')
  const { id, ip, fault } = body.list[0]
  expect(fault).toContain(`The switch at ${ip} does not answer over SNMP`)
  await page.goto(`/switches/${id}`)
  await expect(page.getByText(`Коммутатор ${ip} не отвечает по SNMP`).first()).toBeVisible()
  await shoot('russian-switch-fault')
})

test('the catalogue of what the server says comes only to readers of Russian', { tag: '@long' }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin')
  const scripts = async () => {
    const addresses = new Set<string>()
    const heard = (answer: import('@playwright/test').Response) => {
      if (answer.url().includes('/_next/static/') && answer.url().endsWith('.js')) addresses.add(answer.url())
    }
    page.on('response', heard)
    await page.goto('/locations')
    await page.waitForLoadState('networkidle')
    page.off('response', heard)
    // Asked for once more: what a page has read is gone with the page.
    const texts = await Promise.all([...addresses].map(async (address) => (await context.request.get(address)).text()))
    return texts.filter((text) => text.includes('turn off protection first') && text.includes('выключите защиту'))
  }
  await expect.poll(scripts).toHaveLength(1)
  await context.addCookies([{ name: 'locale', value: 'en', url: page.url() }])
  expect(await scripts()).toHaveLength(0)
})
