import { expect, test } from './support/panel.ts'

test('a serial console and a screen are recorded, the viewer is informed, and they are played', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot, expectFaults }) => {
  // noVNC says so when its connection takes longer than 3 s to end, as it may on a busy machine.
  expectFaults(/Disconnection timed out/)
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'cache-3'")
  const id = body.list[0].id as number
  await signIn('admin')

  // What is recorded, by the form.
  await page.goto('/recording-policy')
  const form = page.getByRole('main')
  await form.getByLabel('Always recorded').click()
  await page.keyboard.type('cache-3')
  await page.getByRole('option', { name: /^cache-3/ }).click()
  await form.getByLabel('Kept for').fill('30')
  await axe()
  await shoot('recording-settings')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Recording policy saved')).toBeVisible()
  const settings = await admin.get('/dci/v3/setting/recording')
  expect(settings.body).toMatchObject({ days: 30, rules: [{ object: 'host', id, record: true }] })

  // A user works at it, and is informed.
  await page.goto(`/hosts/${id}?tab=console&kind=serial`)
  await expect(page.getByText('This console is recorded')).toBeVisible()
  const screen = page.locator('.xterm-rows')
  await page.locator('.xterm').click()
  await page.keyboard.type('root\n')
  await expect(screen).toContainText('Password')
  await page.keyboard.type('not-this-one\n')
  await expect(screen).toContainText('Login incorrect')
  await shoot('console-recorded')
  await page.goto(`/hosts/${id}?tab=console`)
  await expect(page.getByText('This console is recorded')).toBeVisible()
  const shown = page.locator('canvas')
  await expect.poll(() => shown.evaluate(brightness)).toBeGreaterThan(0)

  await page.goto('/recordings')
  const list = page.getByRole('grid')
  await expect(list.getByText('Complete').first()).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(3)
  await axe()
  await shoot('recordings')
  await admin.post('/dci/v3/setting/recording/rule', { object: 'host', object_id: id, record: null })

  // The serial port: a word, the place where it stands, and back to the beginning with the keyboard.
  await list.getByRole('row').filter({ hasText: 'Serial port' }).getByRole('link').first().click()
  const search = page.getByRole('textbox', { name: 'Search the text' })
  await search.fill('login INCORRECT')
  await expect(page.getByText('1 match', { exact: true })).toBeVisible()
  await search.press('Enter')
  await expect(screen).toContainText('Login incorrect')
  await expect(page.getByText('1 / 1')).toBeVisible()
  await axe()
  await shoot('player-serial')
  const place = page.getByRole('slider', { name: 'Position in the recording' })
  await place.focus()
  await page.keyboard.press('Home')
  await expect(screen).not.toContainText('Login incorrect')
  await page.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: '16x' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(screen).toContainText('Login incorrect')

  // The screen: the same picture comes from the recording.
  await page.goto('/recordings')
  await list.getByRole('row').filter({ hasText: 'Screen' }).getByRole('link').first().click()
  // All of it at once, by going to its end, and then as it came.
  const play = page.getByRole('button', { name: 'Play', exact: true })
  await expect(play).toBeEnabled()
  await place.press('End')
  await expect.poll(() => shown.evaluate(brightness)).toBeGreaterThan(0)
  await play.click()
  await expect.poll(() => shown.evaluate(brightness)).toBeGreaterThan(0)
  await axe()
  await shoot('player-screen')

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/recordings$/)
  await expect(list.getByRole('row')).toHaveCount(2)
})

/** How bright a picture is in all: 0 is black. */
function brightness(canvas: Element): number {
  const picture = canvas as HTMLCanvasElement
  if (picture.width === 0) return 0
  const { data } = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] }
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
  return sum
}
