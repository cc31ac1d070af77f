import { expect, test } from './support/panel.ts'

test('a rule is changed, what is beyond it is a problem of its VM with a way there, and none when the rule is off', {
  tag: '@long',
}, async ({ page, signIn, rest, axe, shoot }) => {
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto('/problems')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Problem rules' })).toBeVisible()
  const rule = page.getByRole('main').locator('section').filter({ hasText: 'Processors of nodes' })
  await expect(rule.getByRole('spinbutton', { name: 'From' })).toHaveValue('95')
  await axe()
  await shoot('problem-rules')
  const save = page.getByRole('button', { name: 'Save' })

  await rule.getByRole('spinbutton', { name: 'From' }).fill('101')
  await save.click()
  await expect(rule.getByRole('alert').or(rule.getByText(/100/))).toBeVisible()
  // The demo's nodes always do something.
  await rule.getByRole('spinbutton', { name: 'From' }).fill('1')
  await rule.getByRole('spinbutton', { name: 'For at least' }).fill('0')
  await save.click()
  await expect(page.getByText('The rules were saved')).toBeVisible()
  try {
    await page.goto('/problems')
    const ofNode = page.getByRole('main').getByRole('listitem').filter({ hasText: 'demo-node-1' })
    const found = ofNode.filter({ hasText: /Processors are \d+% busy/ })
    await expect(found).toBeVisible()
    await expect(found).toContainText('Most of it:')
    await axe()
    await shoot('problems-of-figures')
    await found.getByRole('link', { name: 'Open node' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('demo-node-1')
    await expect(page.getByText(/Processors are \d+% busy/)).toBeVisible()
  } finally {
    const { body } = await admin.get('/vm/v3/problem_rule')
    await admin.post('/vm/v3/problem_rule', { node_cpu: { ...body.node_cpu, enabled: false } })
  }
  await page.goto('/problems')
  await expect(page.getByRole('main').getByText(/Processors are \d+% busy/)).toHaveCount(0)
  await admin.post('/vm/v3/problem_rule', { node_cpu: { enabled: true, limit: 95, minutes: 15 } })
})
