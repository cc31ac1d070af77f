import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from './support/panel.ts'

test('a certificate of cleared disks is checked, downloaded as it was sealed, and says on paper where it is checked', async ({
  page,
  signIn,
  rest,
}) => {
  const { body } = await (await rest('admin')).get('/dci/v3/erasure_certificate?orderby=id')
  const { id, number } = body.list[0]
  await signIn('admin')
  await page.goto('/certificates')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Certificate ${number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(/^Unchanged: it is what was sealed as entry/)).toBeVisible()
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const file = readFileSync(await (await loading).path())
  await expect(page.getByText(`sha256 ${createHash('sha256').update(file).digest('hex')}`)).toBeVisible()

  const address = page.getByText(/^Check it at /)
  await expect(address).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(address).toHaveText(`Check it at ${new URL(page.url()).origin}/certificates/${id}`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})
