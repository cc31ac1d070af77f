import { labLocation } from './support/lab-location.ts'
import { expect, test } from './support/panel.ts'

// A server that really boots from the network of its location, from the button to a shell in what was installed.
test.describe.configure({ timeout: 900_000 })

const PASSWORD = 'Sign-me-in-1'
let place: Awaited<ReturnType<typeof labLocation>>
test.afterAll(() => place?.close())

test('an operator presses Install, watches the steps, and signs in over SSH', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  place = await labLocation(await rest('admin'), 'Real hall')
  const { server, machine } = place
  await signIn('admin')

  await test.step('the button', async () => {
    await page.goto(`/servers/${server}`)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Install a system/ }).click()
    await page.getByRole('radio', { name: /^Small Linux/ }).check()
    await page.getByRole('textbox', { name: 'Password of root' }).fill(PASSWORD)
    await page.getByRole('textbox', { name: `Type the serial number of ${machine.name}` }).fill(place.serial)
    await page.getByRole('button', { name: /^Erase and install/ }).click()
  })

  await test.step('the steps', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /^Install Small Linux/ })).toBeVisible()
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect(steps.filter({ hasText: 'Write image' })).toHaveAttribute('data-state', 'running', {
      timeout: 300_000,
    })
    await shoot('real-operation')
    await expect(steps.filter({ hasText: 'Write image' })).toHaveAttribute('data-state', 'done', { timeout: 300_000 })
    await expect(steps.filter({ hasText: 'First answer' })).toHaveAttribute('data-state', 'done', { timeout: 600_000 })
    await axe()
    await shoot('real-operation-done')
  })

  await expect(page.getByText(`ssh root@${place.address}`)).toBeVisible()
  // Port 22 is there; on a busy machine an emulated server takes its time for the rest.
  await expect.poll(() => place.inServer(PASSWORD, 'hostname'), { timeout: 240_000 }).toBe(machine.name)
  await page.goto(`/servers/${server}`)
  await expect(page.getByText('Small Linux').first()).toBeVisible()
})
