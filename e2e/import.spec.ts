import { expect, test } from './support/panel.ts'

const DOCUMENT = `location:
  - { name: import-town, ssh_address: 127.0.0.1, ssh_port: 9, ssh_user: root }
cpu_socket: [{ name: import-socket }]
platform:
  - { name: import-1U, type: server, server_size: 1, cpu_socket: import-socket, cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
rack: [{ name: I-01, location: import-town, size: 10 }]
pdu: [{ name: import-pdu, device: apc_snmp, ip: 127.0.0.1, location: import-town, rack: I-01, unit: 10, size: 1 }]
`

test('a file is checked row by row, imported, and errors are reported', async ({ page, signIn, rest, axe, shoot }) => {
  await signIn('admin')
  const admin = await rest('admin')
  const rows = page.getByRole('table', { name: 'Result by row' })

  await test.step('a document of a whole location', async () => {
    await page.goto('/import?kind=all')
    await page.getByRole('textbox', { name: 'Rows' }).fill(DOCUMENT)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Preview')).toBeVisible()
    expect((await admin.get("/dci/v3/location?where=name EQ 'import-town'")).body.size).toBe(0)
    await page.getByRole('button', { name: 'Import 5 records' }).click()
    await expect(page.getByText('Imported', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText('5 new')).toBeVisible()
    await expect(page.getByRole('complementary', { name: /^Task/ })).toHaveCount(0)
    // A reload shows the result.
    await expect(page).toHaveURL(/[?&]import=\d+/)
    await page.reload()
    await expect(page.getByRole('main').getByText('5 new')).toBeVisible()
  })

  await test.step('a table with faulty rows', async () => {
    await page.goto('/servers')
    await page.getByRole('link', { name: 'Import' }).click()
    await expect(page).toHaveURL(/\/import\?kind=server/)
    const text =
      'name;platform;location;rack;unit\nimp-1;import-1U;import-town;I-01;1\nimp-2;import-1U;import-town;I-01;1\nimp-3;No such;import-town;I-01;x\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'servers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page.getByRole('textbox', { name: 'Rows' })).toHaveValue(text)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('No row is imported while rows have errors')).toBeVisible()
    await expect(rows.getByRole('row', { name: /imp-2/ })).toContainText('unit 1 is taken by server imp-1')
    await expect(rows.getByRole('row', { name: /imp-3/ })).toContainText('A whole number')
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
    await axe()
    await shoot('import')
    await page.getByRole('radio', { name: 'Import only rows without errors' }).check()
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('button', { name: 'Import 1 record', exact: true }).click()
    await expect(page.getByText('Imported', { exact: true })).toBeVisible()
    await expect(page.getByText('1 new, 2 with errors')).toBeVisible()
  })

  await test.step('a large file shows how far it is, and can be stopped', async () => {
    const racks = Array.from({ length: 40_000 }, (_, n) => `L${n},import-town,10\n`).join('')
    const file = `name,location,size\n${racks}`
    const { task } = (await admin.post('/dci/v3/import/start?format=csv&kind=rack', file)).body
    await page.goto(`/import?kind=rack&import=${task}`)
    await expect(page.getByRole('main').getByText(/^Row \d+ of 40000$/)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Progress of the import' })).toBeVisible()
    await axe()
    await shoot('import-running')
    await page.getByRole('button', { name: 'Stop import' }).click()
    await expect(page.getByText('The import was stopped. Nothing was changed.')).toBeVisible()
    expect((await admin.get("/dci/v3/rack?where=name EQ 'L0'")).body.size).toBe(0)
  })

  const { id: server } = (await admin.get("/dci/v3/server?where=name EQ 'imp-1'")).body.list[0]
  const { id: rack } = (await admin.get("/dci/v3/rack?where=name EQ 'I-01'")).body.list[0]

  await test.step('what breaks', async () => {
    await page.goto(`/servers/${server}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Show impact of failure' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Impact if imp-1 fails' })).toBeVisible()
    await page.goto(`/impact/rack/${rack}`)
    await expect(page.getByText('1 server loses power.')).toBeVisible()
    await expect(page.getByRole('row', { name: /imp-1/ })).toContainText('Loses power')
    await axe()
    await shoot('impact')
    const pdu = (await admin.get("/dci/v3/pdu?where=name EQ 'import-pdu'")).body.list[0].id
    await page.goto(`/pdus/${pdu}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete PDU' }).click()
    await expect(page.getByRole('dialog').getByText('No known device depends on it.')).toBeVisible()
    await axe()
    await shoot('impact-dialog')
  })
})
