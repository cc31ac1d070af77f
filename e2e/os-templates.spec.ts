import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from './support/panel.ts'

const preseed =
  'd-i mirror/http/hostname string {{e2e_mirror}}\nd-i grub-installer/password password {{e2e_password}}\n'
const macros = [
  { name: 'e2e_mirror', default: 'deb.example', words: 'Package mirror' },
  { name: 'e2e_password', default: '', words: 'Boot loader password', secret: true },
]

/** A repository of two templates: an installer with macros, and diagnostics. */
function repository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-templates-'))
  chmodSync(folder, 0o755)
  const file = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { file: name, sha256, bytes: Buffer.byteLength(content) }
  }
  const booted = { kernel: file('kernel', 'a kernel'), initrd: file('initrd', 'an initrd') }
  const every = { version: '12.5', arch: 'x86_64', firmware: ['bios', 'uefi'], ...booted }
  const os_templates = [
    {
      ...{ name: 'e2e installer', type: 'isotemplate', ...every, tags: ['e2e'], macros },
      answer: { ...file('preseed', preseed), kind: 'preseed' },
      kernel_args: 'auto mirror={{e2e_mirror}}',
    },
    { name: 'e2e diagnostics', type: 'diag', ...every },
  ]
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, os_templates }))
  return folder
}

test('templates of a repository are seen by location, and their macros redefined', { tag: '@long' }, async ({
  page,
  signIn,
  axe,
  shoot,
  expectFaults,
}) => {
  expectFaults(/400/)
  const folder = repository()
  await signIn('admin')
  await page.goto('/os-templates?tab=repositories')
  await page.getByRole('button', { name: 'Add a repository' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('e2e templates')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(folder)
  await dialog.getByRole('button', { name: 'Add a repository' }).click()
  const repositoryRow = page.getByRole('row', { name: /e2e templates.*datahall-templates/ })
  await expect(repositoryRow).toContainText('Readable')
  await expect(repositoryRow.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()

  // Without boot services nothing comes to a location, and the page says where that is mended.
  await page.getByRole('link', { name: 'By location' }).click()
  await page.getByRole('searchbox', { name: 'Name of a template' }).fill('e2e')
  const installer = page.getByRole('row', { name: /e2e installer/ })
  const install = installer.getByRole('button', { name: 'Install e2e installer in LON2' })
  await expect(install).toHaveAttribute('aria-disabled', 'true')
  await expect(install).toHaveAccessibleDescription(/boot services of .+ are not set up/)
  await axe()
  await shoot('os-templates')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await expect(page.getByRole('row', { name: /e2e diagnostics/ })).toBeVisible()
  await expect(installer).toHaveCount(0)
  await page.getByRole('button', { name: 'All', exact: true }).click()

  await installer.getByRole('button', { name: 'e2e installer', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'e2e installer' })
  await expect(panel).toContainText('BIOS, UEFI; x86-64')
  const mirror = panel.getByRole('textbox', { name: 'Package mirror e2e_mirror' })
  const secret = panel.getByLabel('Boot loader password e2e_password')
  await expect(mirror).toHaveValue('deb.example')
  await mirror.fill('a && reboot')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(mirror).toHaveAttribute('aria-invalid', 'true')
  await expect(mirror).toHaveAccessibleDescription(/cannot stand in the arguments/)
  await mirror.fill('mirror.example')
  await secret.fill('sesame-91')
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('region', { name: 'Kernel arguments' })).toHaveText('auto mirror=mirror.example')
  await expect(dialog.getByRole('region', { name: 'Answer file' })).toContainText('password ********')
  await axe()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(mirror).toHaveValue('mirror.example')
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', 'set, not shown')
  await expect(page.getByText('sesame-91')).toHaveCount(0)
  await axe()
  await shoot('os-template')
  // Both back to what the repository has.
  for (let n = 0; n < 2; n++) await panel.getByRole('button', { name: 'use its value' }).first().click()
  await expect(mirror).toHaveValue('deb.example')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await expect(secret).toHaveAttribute('placeholder', 'not set here')

  await page.getByRole('link', { name: /^List/ }).click()
  await page.getByRole('searchbox', { name: 'Name of a template' }).fill('e2e')
  await expect(page.getByRole('row', { name: /e2e diagnostics/ })).toContainText('In no location')
  await page.getByRole('link', { name: /^Repositories/ }).click()
  await repositoryRow.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('2 OS templates are removed.')).toBeVisible()
  await dialog.getByRole('textbox').fill('e2e templates')
  await dialog.getByRole('button', { name: 'Delete repository' }).click()
  await expect(repositoryRow).toHaveCount(0)
  rmSync(folder, { recursive: true })
})

test('the page of a location says why it takes no templates', { tag: '@long' }, async ({ page, signIn, rest, axe }) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/dci/v3/location?where=name EQ 'LON2'")
  await signIn('admin')
  await page.goto(`/locations/${body.list[0].id}?tab=templates`)
  await expect(page.getByText(/boot services of .+ are not set up/)).toBeVisible()
  await axe()
  await page.getByRole('link', { name: 'Set up boot services' }).click()
  await expect(
    page.getByRole('heading', { name: 'No boot services yet' }).or(page.getByText('No boot services yet')),
  ).toBeVisible()
})
