import { expect, test } from './support/panel.ts'

test('the network of a running VM: an interface and an address come and go, a rule reads like a sentence', async ({
  page,
  signIn,
  rest,
  axe,
  shoot,
}) => {
  await signIn('admin')
  const admin = await rest('admin')
  const { body } = await admin.get("/vm/v3/host?where=name EQ 'web-1'")
  const [host] = body.list
  await page.goto(`/hosts/${host.id}?tab=network`)
  const interfaces = page.getByRole('table', { name: 'Interfaces' })
  await expect(interfaces.getByRole('row', { name: /^eth0/ })).toContainText('Main network')
  const side = page.getByRole('complementary', { name: 'Traffic and protection' })
  await expect(side).toContainText(/Out\s*\d.*In\s*\d/s)
  // One day makes no curve.
  if (new Date().getUTCDate() > 1)
    await expect(side.getByRole('img', { name: /^By day, UTC: Out \d.*In \d/ })).toBeVisible()
  await expect(side).toContainText('Anti-spoofing')
  await axe()

  await page.getByRole('button', { name: 'Add interface' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('A running VM has it at once')
  await axe()
  await shoot('network-add-interface')
  await dialog.getByRole('button', { name: 'Add interface' }).click()
  await expect(dialog).toBeHidden()
  const second = interfaces.getByRole('row', { name: /^eth1/ })
  await expect(second).toContainText('Up')

  await page.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog).toBeHidden()
  const addresses = page.getByRole('table', { name: 'Addresses' })
  await expect(addresses.getByRole('row').filter({ hasText: 'eth0' })).toHaveCount(host.ip4.length + 1)

  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByRole('spinbutton', { name: 'Port', exact: true }).fill('22')
  await dialog.getByRole('textbox', { name: 'From' }).fill('203.0.113.0/24')
  await expect(
    dialog.getByRole('status').filter({ hasText: 'Let through: SSH, TCP 22 from 203.0.113.0/24' }),
  ).toBeVisible()
  await axe()
  await shoot('network-rule')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog).toBeHidden()
  const incoming = page.getByRole('table', { name: 'Coming in' })
  await expect(incoming.getByRole('row').filter({ hasText: 'SSH, TCP 22' })).toContainText('from 203.0.113.0/24')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByRole('combobox', { name: 'Rule', exact: true }).click()
  await page.getByRole('option', { name: 'Reject' }).click()
  await dialog.getByRole('spinbutton', { name: 'Packets a second' }).fill('10')
  await expect(dialog.getByText('Reject tells the sender at once')).toBeVisible()
  await expect(
    dialog.getByRole('status').filter({ hasText: 'Reject: TCP from anywhere, over 10 packets a second' }),
  ).toBeVisible()
  await axe()
  await shoot('network-reject')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog).toBeHidden()
  await expect(incoming.getByRole('row').filter({ hasText: 'Reject' })).toContainText('over 10 packets a second')
  await axe()
  await shoot('vm-network')

  await page.getByRole('button', { name: 'Use a rule set' }).click()
  await dialog.getByRole('combobox', { name: 'Rule set' }).click()
  await page.getByRole('option', { name: 'Web server' }).click()
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'Let through: HTTP, TCP 80 from anywhere' }),
  ).toBeVisible()
  await axe()
  await shoot('network-rule-set')
  await dialog.getByRole('button', { name: 'Use this set' }).click()
  await expect(dialog).toBeHidden()
  await expect(incoming.getByRole('row').filter({ hasText: 'Everything' })).toContainText('Drop')
  await expect(incoming.getByRole('row').filter({ hasText: '203.0.113.0/24' })).toHaveCount(0)
  await shoot('vm-network-set')

  await second.getByRole('button', { name: 'Actions of eth1' }).click()
  await page.getByRole('menuitem', { name: 'Remove interface' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove interface' }).click()
  await expect(second).toBeHidden()
})
