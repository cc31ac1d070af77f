import { currentLab, inNode } from './lab/api.ts'
import { logIn, screenSays, typeKeys } from './support/guest-screen.ts'
import { sshSays } from './support/guest-ssh.ts'
import { expect, test } from './support/panel.ts'
import { GUEST_PASSWORD, prepare, type Slice } from './support/slice.ts'

// Nothing simulated: a node of the lab, a VM on it, its screen, its shell.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let slice: Slice

test('a node is attached in the wizard, step by step', async ({ page, signIn, rest, shoot }) => {
  const lab = currentLab()
  const node = lab.nodes[0]!
  slice = await prepare(await rest('admin'), lab, [])
  await signIn('admin')
  await page.goto('/nodes/new')
  await page.getByRole('textbox', { name: 'Address' }).fill(node.address)
  await page.getByLabel('Password', { exact: true }).fill(node.password)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(node.name)
  await page.getByRole('combobox', { name: 'Cluster' }).click()
  await page.getByRole('option', { name: 'lab' }).click()
  await page.getByRole('button', { name: 'Attach node' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await shoot('real-node-attaching')
  // Once it is done the page of the node comes by itself.
  await expect(page).toHaveURL(/\/nodes\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: node.name })).toBeVisible()
  await shoot('real-node-attached')
})

test('a VM made in the form comes up live, shows its login and takes user and password', async ({
  page,
  signIn,
  rest,
  shoot,
}) => {
  await signIn('admin')
  await page.goto('/hosts/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('by-hand')
  await page.getByRole('combobox', { name: 'Cluster' }).click()
  await page.getByRole('option', { name: 'lab' }).click()
  await page.getByRole('radio', { name: /tiny/i }).check({ force: true })
  await page.getByLabel('Password of root').fill(GUEST_PASSWORD)
  await page.getByRole('button', { name: 'Create VM' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'by-hand' })).toBeVisible()
  // By itself: the page is notified of the change.
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
  await shoot('real-machine')

  await page.getByRole('link', { name: 'Console', exact: true }).first().click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  // From here on by what is on the screen alone.
  await screenSays(page, /^by-hand login:$/m)
  await shoot('real-console-login')
  await page.getByRole('application').locator('canvas').click()
  await logIn(page, 'by-hand')
  await typeKeys(page, 'echo "Typed on the screen" | tee /root/typed\n')
  await screenSays(page, /^Typed on the screen\n~ #$/m)
  await shoot('real-console-shell')
  // That it was a shell, and that of this VM.
  const { body } = await (await rest('admin')).get('/vm/v3/host?where=name EQ by-hand')
  const address = body.list[0].ip4[0].ip as string
  expect(await sshSays(address, 'hostname')).toBe('by-hand')
  expect(await sshSays(address, 'cat', '/root/typed')).toBe('Typed on the screen')
})

test('the same through the documented routes alone', async ({ rest }) => {
  const admin = await rest('admin')
  const made = await admin.post('/vm/v3/host', {
    cluster: slice.cluster,
    os: slice.os,
    name: 'by-rest',
    password: GUEST_PASSWORD,
    ram_mib: 256,
    hdd_mib: 256,
  })
  expect(made).toMatchObject({ status: 200 })
  expect(await admin.ended(made.body.task)).toMatchObject({ status: 'complete' })
  const { body } = await admin.get(`/vm/v3/host/${made.body.id}`)
  expect(body).toMatchObject({ state: 'active' })
  expect(await sshSays(body.ip4[0].ip, 'hostname')).toBe('by-rest')
})

test('what was made is deleted, and nothing is left', async ({ rest }) => {
  const admin = await rest('admin')
  const gone = async (answer: Promise<{ body: { task: number } }>) =>
    expect(await admin.ended((await answer).body.task)).toMatchObject({ status: 'complete' })
  const { body } = await admin.get(`/vm/v3/host?where=cluster.id EQ ${slice.cluster}`)
  expect(body.list).toHaveLength(2)
  await Promise.all(body.list.map((host: { id: number }) => gone(admin.delete(`/vm/v3/host/${host.id}`))))
  expect((await admin.get(`/vm/v3/host?where=cluster.id EQ ${slice.cluster}`)).body).toMatchObject({
    list: [],
    size: 0,
  })
  const onNode = async (...argv: string[]) => (await inNode(currentLab(), 1, argv)).stdout.trim()
  const names = new RegExp(body.list.map((host: { internal_name: string }) => host.internal_name).join('|'))
  expect(await onNode('virsh', '-q', 'list', '--all', '--name')).not.toMatch(names)
  expect(await onNode('ls', '/vm')).not.toMatch(names)

  const { list } = (await admin.get(`/vm/v3/node?where=cluster.id EQ ${slice.cluster}`)).body
  expect(list).toHaveLength(1)
  await gone(admin.delete(`/vm/v3/node/${list[0].id}`))
})
