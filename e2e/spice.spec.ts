import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { SpiceProgram } from '../server/protocols/spice/testing.ts'
import { expect, test } from './support/panel.ts'

const MAIN_CHANNEL = 1

test('SPICE is switched on, waits for the restart, and then the console gives a file that opens the screen', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'cache-2'")
  const id = body.list[0].id as number
  await signIn('admin')
  await page.goto(`/hosts/${id}?tab=system`)
  await page.getByRole('button', { name: 'SPICE settings', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^SPICE/ }).click()
  await shoot('spice-dialog')
  await axe()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The change takes effect at the next start of the VM.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Repair the guest agent' })).toBeVisible()
  await shoot('spice-system')

  await page.goto(`/hosts/${id}?tab=console`)
  const open = page.getByRole('button', { name: 'Open in virt-viewer' })
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await admin.post(`/vm/v3/host/${id}/restart`, { force: true })
  await expect(open).not.toHaveAttribute('aria-disabled', 'true')
  await shoot('spice-console')
  await axe()
  const [file] = await Promise.all([page.waitForEvent('download'), open.click()])
  expect(file.suggestedFilename()).toBe('cache-2.vv')
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain('delete-this-file=1')

  // The panel itself is the proxy that the file names.
  const proxy = new URL(/^proxy=(.*)$/m.exec(text)?.[1] ?? '')
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  const asked = request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: `vm-${id}:5900`,
    headers: { 'proxy-authorization': `Basic ${credentials}` },
  })
  asked.end()
  const [answer, socket] = (await once(asked, 'connect')) as [{ statusCode: number }, Duplex]
  expect(answer.statusCode).toBe(200)
  expect(await new SpiceProgram(socket).link(MAIN_CHANNEL, 0)).toBe(0)
  socket.destroy()
})

test('a new VM with SPICE and Secure Boot is asked for under More', { tag: '@long' }, async ({
  page,
  signIn,
  shoot,
  axe,
}) => {
  await signIn('admin')
  await page.goto('/hosts/new')
  await page.getByRole('button', { name: 'CPU model, firmware, further disks and interfaces, rules, scripts' }).click()
  await page.getByRole('checkbox', { name: /^UEFI/ }).click()
  await expect(page.getByRole('checkbox', { name: /^Secure Boot/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^SPICE/ })).toBeEnabled()
  await shoot('new-host-more')
  await axe()
})
