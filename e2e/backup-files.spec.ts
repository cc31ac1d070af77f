import { readFileSync } from 'node:fs'
import { expect, test } from './support/panel.ts'

test('files of a backup are browsed, and downloaded one by one or as an archive', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/backup?where=state EQ 'active'&limit=1")
  const backup = body.list[0].id
  await signIn('admin')
  await page.goto(`/backups/${backup}/files`)
  const folder = page.getByRole('table', { name: 'Folder' })
  await expect(folder.getByRole('link', { name: 'home', exact: true })).toBeVisible()
  await axe()
  await shoot('backup-files')

  await folder.getByRole('link', { name: 'home', exact: true }).click()
  await folder.getByRole('link', { name: 'ada', exact: true }).click()
  await expect(folder.getByText('two\uFFFDlines.txt')).toBeVisible()
  await shoot('backup-files-folder')
  const file = page.waitForEvent('download')
  await folder.getByRole('link', { name: 'Download two\uFFFDlines.txt' }).click()
  const saved = await file
  expect(readFileSync(await saved.path(), 'utf8')).toBe('A name with a line end.\n')

  const way = page.getByRole('navigation', { name: 'Where you are' })
  await way.getByRole('link', { name: 'Root', exact: true }).click()
  await folder.getByRole('link', { name: 'srv', exact: true }).click()
  await folder.getByRole('link', { name: 'many', exact: true }).click()
  await expect(page.getByText('Rows 1 to 200 of 650')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Rows 201 to 400 of 650')).toBeVisible()

  await way.getByRole('link', { name: 'srv', exact: true }).click()
  const archive = page.waitForEvent('download')
  await folder.getByRole('link', { name: 'Download www' }).click()
  expect((await archive).suggestedFilename()).toBe('www.tar')
  await page.goBack()
  await expect(way.getByText('many')).toBeVisible()

  await page.goto(`/backups/${backup}/files?volume=vda1&path=bm93aGVyZQ`)
  await expect(page.getByText('The folder cannot be shown')).toBeVisible()
})
