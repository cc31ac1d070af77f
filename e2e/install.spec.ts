import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, USER } from './support/panel.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-install-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const artefact = (file: string, more = {}) => ({ file, sha256: 'a'.repeat(64), bytes: 1000, ...more })
const every = { version: '7.1', arch: 'x86_64', firmware: ['bios', 'uefi'] }
const os_templates = [
  { name: 'Zeta OS', type: 'ostemplate', ...every, image: artefact('zeta.zst', { format: 'zst', image_bytes: 2000 }) },
  { name: 'Zeta rescue', type: 'rescue', ...every, kernel: artefact('kernel'), initrd: artefact('initrd') },
]

test('an installation says what keeps it from beginning, and what it would do', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, os_templates }))
  const repository = await admin.post('/vm/v3/repository', { name: 'zeta', url: `file://${folder}` })
  await admin.ended(repository.body.tasks[0])
  const [platform] = (await admin.get('/dci/v3/platform?where=type EQ server&orderby=id&limit=0,1')).body.list
  // A closed port: a location without boot services, whatever the demo has.
  const host = { ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' }
  const location = (await admin.post('/dci/v3/location', { name: 'zeta-1', ...host })).body.id as number
  const { id: rack } = (await admin.post(`/dci/v3/location/${location}/rack`, { name: 'Z01', size: 4 })).body
  const made = await admin.post('/dci/v3/server', { name: 'zeta-9', platform: platform.id, rack, unit: 1 })
  const server = made.body.id as number
  const [anna] = (await admin.get(`/vm/v3/account?where=email EQ ${USER.email}`)).body.list
  await admin.post(`/dci/v3/server/${server}/owner`, { owner: anna.id })
  await signIn('admin')

  await test.step('the menu of a server names the first hindrance, and where the next one is mended', async () => {
    await page.goto(`/servers/${server}`)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const install = page.getByRole('menuitem', { name: /^Install a system/ })
    await expect(install).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(/^No network card of the server zeta-9 is known/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await admin.post(`/dci/v3/server/${server}`, { mac: ['52:54:00:5e:7a:09'] })
    await page.goto(`/servers/${server}/install`)
    await expect(page.getByRole('heading', { level: 1, name: 'Install a system on zeta-9' })).toBeVisible()
    await expect(page.getByText(/^The location of the server zeta-9 has no boot services/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set up boot services' }).first()).toHaveAttribute(
      'href',
      `/locations/${location}?tab=services`,
    )
  })

  await test.step('a template that is elsewhere, a disk that nobody has read, and the name that is typed', async () => {
    const card = page.getByRole('radio', { name: /^Zeta OS/ })
    await expect(card).toBeDisabled()
    await expect(page.getByText('not in zeta-1').first()).toBeVisible()
    await expect(page.getByText('No diagnostics have read its disks')).toBeVisible()
    await expect(
      page.getByText('Erases a disk for good: the first that is no USB drive and no member of an array.'),
    ).toBeVisible()
    const typed = page.getByRole('textbox', { name: 'Type the name of zeta-9' })
    await typed.fill('zeta')
    await expect(page.getByText('2 characters to go')).toBeVisible()
    await typed.fill('theta')
    await expect(page.getByText('does not match')).toBeVisible()
    await typed.fill('zeta-9')
    await expect(page.getByText('does not match')).toBeHidden()
    // The hindrance holds it all the same.
    await expect(page.getByRole('button', { name: /^Erase and install/ })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByText('Shown only once')).toBeVisible()
    await axe()
    await shoot('install')
  })

  await test.step('what is typed outlives another tab; a wipe needs what diagnostics found', async () => {
    await page.getByRole('textbox', { name: 'Other keys' }).fill('ssh-ed25519 AAAAC3Nza me')
    await page.getByRole('button', { name: 'Wipe', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wipe the disks of zeta-9' })).toBeVisible()
    await expect(page.getByText(/^Disks are wiped only when diagnostics have noted them/).first()).toBeVisible()
    await axe()
    await shoot('install-wipe')
    await page.getByRole('button', { name: 'Systems', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Other keys' })).toHaveValue('ssh-ed25519 AAAAC3Nza me')
  })

  await test.step('its owner begins what owners may, and no more', async () => {
    await page.context().clearCookies()
    await signIn('user')
    await page.goto(`/servers/${server}/install?type=clear_hdd`)
    await expect(page.getByRole('heading', { level: 1, name: 'Install a system on zeta-9' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Rescue', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wipe', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Set up boot services' })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /^Zeta OS/ })).toHaveCount(0)
    await axe()
  })

  // What others look at is as it was.
  for (const path of [`server/${server}`, `rack/${rack}`, `location/${location}`])
    expect((await admin.delete(`/dci/v3/${path}`)).status).toBe(200)
})
