import type { Page } from '@playwright/test'
import { expect, test } from './support/panel.ts'

const open = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run an action' }).fill(text)
}
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

test('the palette knows verbs with objects, and kinds with names', async ({ page, signIn, axe, shoot }) => {
  await signIn('admin')
  await page.goto('/tokens')
  await open(page, 'restart cache-3')
  await expect(option(page, /^Restart cache-3/)).toBeVisible()
  await axe()
  await shoot('palette-verb')
  await page.keyboard.press('Escape')

  await open(page, 'gpu-04 console')
  await expect(option(page, /^Open console gpu-04/)).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page, 'vlan 110')
  await option(page, /^tenant-a.*FRA1/).click()
  await expect(page).toHaveURL(/\/vlans\/\d+\/110$/)

  await open(page, 'rack A02')
  await expect(option(page, /^A02/).first()).toBeVisible()
  await shoot('palette-rack')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/racks\/\d+$/)

  // What asks something opens over the page that is there.
  await open(page, 'edit A02')
  await option(page, /^Edit A02.*FRA1/).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page, 'new vlan')
  await option(page, /^Add a VLAN|^Create a VLAN/).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the palette finds by address, MAC address, owner and port', { tag: '@long' }, async ({
  page,
  signIn,
  rest,
  shoot,
}) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/dci/v3/server?where=name EQ 'gpu-04'")
  const { mac, ip } = body.list[0] as { mac: string[]; ip: { name: string }[] }
  await signIn('admin')
  await page.goto('/tokens')
  const bare = mac[0]!.replaceAll(':', '')
  const spellings = [mac[0]!.toUpperCase(), bare, bare.replace(/(....)(....)(....)/, '$1.$2.$3'), ip[0]!.name]
  for (const text of spellings) {
    await open(page, text)
    await expect(option(page, /^gpu-04/), text).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await open(page, 'demo-node-1')
  await expect(option(page, /^demo-node-1/).first()).toBeVisible()
  await shoot('palette')
})

test('a tenant finds what is theirs', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/tokens')
  await open(page, 'web-1')
  await expect(option(page, /^web-1/).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Search or run an action' }).fill('rack A02')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})
