import { expect, test } from './support/panel.ts'
import type { RestClient } from './support/rest-client.ts'

/** The switch of the demo with problems: swapped cables, a cable that is not entered, and a broken one. */
async function talkative(admin: RestClient): Promise<number> {
  const { body } = await admin.get("/dci/v3/switch?where=name EQ 'sw-fra1-a03'")
  const { id } = body.list[0]
  // Asked now rather than in its turn: what it learned, and two readings of its counters.
  await admin.ended((await admin.post(`/dci/v3/switch/${id}/poll`)).body.task)
  return id
}

test('a switch suggests a link that is not entered, and shows the errors of a bad cable', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const id = await talkative(admin)
  await signIn('admin')
  await page.goto(`/switches/${id}`)

  await page.getByText('The switch reports 1 connection that the panel does not have').waitFor()
  await page.getByRole('button', { name: 'Show' }).last().click()
  const links = page.getByRole('list', { name: 'Connections reported by the switch' })
  await expect(links.getByRole('listitem')).toHaveText([/port8 srv-15.*its MAC address is seen there/])
  await expect(page.getByText('2 ports differ from the configuration in the panel')).toBeVisible()
  await axe()
  await shoot('switch-suggestions')
  await links.getByRole('button', { name: /^Connect/ }).click()
  await expect(page.getByText('The switch knows of 1 link')).toBeHidden()
  await expect(page.getByRole('row', { name: /^port8 / })).toContainText('srv-15')

  const face = page.getByRole('group', { name: /^Ports of sw-fra1-a03/ })
  await face.getByRole('button', { name: /^Port port4, .*db-06/ }).click()
  const panel = page.getByRole('complementary', { name: 'Selected port' })
  await expect(panel.getByRole('figure').filter({ hasText: 'Errors' })).toContainText(/Errors\s*\d/)
  await panel.getByRole('button', { name: '1 w' }).click()
  await expect(panel.getByRole('figure')).toHaveCount(2)
  await shoot('port-errors')
  await face.getByRole('button', { name: /^Port port5, / }).click()
  await expect(panel.getByText('No errors and no dropped frames in this period.')).toBeVisible()

  // Restored for later tests.
  const { body } = await admin.get(`/dci/v3/switch_connection?where=server_name EQ 'srv-15' AND switch EQ ${id}`)
  expect((await admin.delete(`/dci/v3/switch_connection/${body.list[0].id}`)).status).toBe(200)
})

test('a form whose rules cannot be loaded says so and keeps what was typed', { tag: '@long' }, async ({
  page,
  signIn,
  expectFaults,
  shoot,
}) => {
  expectFaults(/Failed to load resource|ERR_FAILED/)
  await signIn('admin')
  // The checking library comes in a script of its own.
  const chunks = '**/_next/static/chunks/*.js'
  await page.route(chunks, async (route) => {
    const response = await route.fetch()
    return (await response.text()).includes('$ZodError') ? route.abort() : route.fulfill({ response })
  })
  await page.goto('/servers/new')
  await page.getByLabel('Name', { exact: true }).fill('kept-1')
  await page.getByRole('button', { name: /^Add a server/ }).click()
  await expect(
    page.getByText('The rules of this form could not be loaded. Reload the page; what you typed is kept.'),
  ).toBeVisible()
  await shoot('form-without-rules')
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('kept-1')
  await page.getByRole('button', { name: /^Add a server/ }).click()
  await expect(page.getByText(/^Correct \d+ fields?/)).toBeVisible()
})
