import { currentLab, inNode } from './lab/api.ts'
import { guestSays } from './support/guest-command.ts'
import { sshSays } from './support/guest-ssh.ts'
import { expect, test } from './support/panel.ts'
import { GUEST_PASSWORD, prepare, type Slice } from './support/slice.ts'

// Nothing simulated: what a guest lost comes back, from a snapshot and from a backup, by clicks alone.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const FOLDER = '/var/lib/real-backups'
const NAME = 'archive'
const lab = currentLab()
/** Backups lie with an account of another machine than the VM's, where there is one. */
const vault = lab.nodes[1] ?? lab.nodes[0]!
const onVault = (...argv: string[]) => inNode(lab, vault.index, argv)

let slice: Slice
let id = 0
let address = ''
let letter = ''

/** Runs something in the guest that may fail, once. */
const inGuest = (command: string) => guestSays(address, GUEST_PASSWORD, command)
const letterSum = () => sshSays(address, "sha256sum < /root/letter | cut -d' ' -f1")

test.beforeAll(async () => {
  await onVault('sh', '-c', `rm -rf ${FOLDER}; mkdir -p ${FOLDER}`)
})
test.afterAll(async () => {
  await onVault('rm', '-rf', FOLDER)
})

test('a VM with something in it to lose', async ({ rest }) => {
  const admin = await rest('admin')
  slice = await prepare(admin, lab, [1])
  const body = {
    cluster: slice.cluster,
    os: slice.os,
    name: NAME,
    password: GUEST_PASSWORD,
    ram_mib: 256,
    hdd_mib: 256,
  }
  const made = await admin.post('/vm/v3/host', body)
  expect(made).toMatchObject({ status: 200 })
  expect(await admin.ended(made.body.task)).toMatchObject({ status: 'complete' })
  id = made.body.id
  address = (await admin.get(`/vm/v3/host/${id}`)).body.ip4[0].ip
  expect(await sshSays(address, 'hostname')).toBe(NAME)
  await inGuest('dd if=/dev/urandom of=/root/letter bs=64k count=64 2>/dev/null; sync')
  letter = await letterSum()
  expect(letter).toMatch(/^[0-9a-f]{64}$/)
})

test('a snapshot taken in the browser brings back what was broken after it', async ({ page, signIn, shoot }) => {
  await signIn('admin')
  await page.goto(`/hosts/${id}?tab=snapshots`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('whole')
  await dialog.getByRole('button', { name: 'Take snapshot' }).click()
  await expect(dialog).toBeHidden()
  const tree = page.getByRole('table', { name: 'Snapshots' })
  await expect(tree.getByRole('row', { name: /You are here/ })).toContainText('since whole')
  const revert = tree.getByRole('button', { name: 'Revert to whole' })
  await expect(revert).toBeEnabled({ timeout: 90_000 })

  await inGuest('rm /root/letter; dd if=/dev/urandom of=/etc/shadow bs=1k count=8 2>/dev/null; sync')
  // Sign-in fails from now on.
  await expect(inGuest('true')).rejects.toThrow()
  await revert.click()
  await expect(dialog).toContainText('Will be lost')
  await expect(dialog).toContainText('What runs in memory now')
  await shoot('real-revert')
  // Nothing of a guest that is broken is worth keeping.
  await dialog.getByRole('checkbox', { name: /Keep the state of now/ }).uncheck()
  await dialog.getByRole('textbox').fill(NAME)
  await dialog.getByRole('button', { name: 'Revert VM' }).click()
  await expect(dialog).toBeHidden()
  await expect(revert).toBeEnabled({ timeout: 120_000 })
  expect(await sshSays(address, 'hostname')).toBe(NAME)
  expect(await letterSum()).toBe(letter)
  await shoot('real-reverted')
})

test('a backup location on a real account is added and found ready', async ({ page, signIn, shoot }) => {
  await signIn('admin')
  await page.goto('/backup-locations')
  await page.getByRole('button', { name: 'Add a backup location' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a backup location' })
  await dialog.getByLabel('Name').fill('real-vault')
  await dialog.getByLabel('IP address').fill(vault.address)
  await dialog.getByLabel('Port').fill(String(vault.ssh_port))
  await dialog.getByLabel('Login').fill(vault.user)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(vault.password)
  await dialog.getByLabel('Folder').fill(`${FOLDER}/vault`)
  await dialog.getByRole('combobox', { name: 'Clusters' }).fill('lab')
  await page.getByRole('option', { name: 'lab', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add a backup location' }).click()
  await expect(page.getByRole('row', { name: /real-vault/ })).toContainText('Ready', { timeout: 90_000 })
  await shoot('real-backup-location')
})

test('a VM that was backed up and deleted comes back as a new one', async ({
  page,
  signIn,
  rest,
  expectFaults,
  shoot,
}) => {
  // The page of what was deleted.
  expectFaults(/404/)
  const admin = await rest('admin')
  await signIn('admin')
  await page.goto(`/hosts/${id}?tab=backups`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await dialog.getByRole('combobox', { name: 'Backup locations' }).fill('real')
  await page.getByRole('option', { name: 'real-vault' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('before-the-end')
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('table', { name: 'Backups' }).getByRole('row', { name: /before-the-end/ })
  await expect(row).toContainText('Complete', { timeout: 180_000 })
  await expect(row).toContainText('real-vault')
  await shoot('real-backup')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill(NAME)
  await dialog.getByRole('button', { name: 'Delete VM' }).click()
  await expect(page.getByText(`${NAME} was deleted`)).toBeVisible({ timeout: 90_000 })
  expect((await inNode(lab, 1, ['virsh', '-q', 'list', '--all', '--name'])).stdout.trim()).toBe('')

  await page.goto(`/backups?q=${NAME}`)
  await page.getByRole('row', { name: /before-the-end/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore as a new VM…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${NAME}-r1`)
  await shoot('real-restore')
  await dialog.getByRole('button', { name: 'Restore as a new VM' }).click()
  await expect(dialog).toBeHidden()
  const found = async () => (await admin.get(`/vm/v3/host?where=name EQ '${NAME}-r1'`)).body.list[0]
  await expect.poll(found, { timeout: 180_000 }).toMatchObject({ state: 'active', disabled: false, queue: [] })
  await page.goto(`/hosts/${(await found()).id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${NAME}-r1` })).toBeVisible()
  await shoot('real-restored')
  address = (await found()).ip4[0].ip
  expect(await sshSays(address, 'hostname')).toBe(`${NAME}-r1`)
  expect(await letterSum()).toBe(letter)
})

test('what was made is removed, and nothing is left on the node', async ({ rest }) => {
  const admin = await rest('admin')
  const gone = async (path: string) =>
    expect(await admin.ended((await admin.delete(path)).body.task)).toMatchObject({ status: 'complete' })
  const { list } = (await admin.get(`/vm/v3/host?where=cluster.id EQ ${slice.cluster}`)).body
  for (const host of list) await gone(`/vm/v3/host/${host.id}`)
  const backups = (await admin.get(`/vm/v3/backup?where=host_name EQ '${NAME}'`)).body.list
  for (const backup of backups) await gone(`/vm/v3/backup/${backup.id}`)
  expect((await inNode(lab, 1, ['sh', '-c', 'ls /vm; virsh -q list --all --name'])).stdout.trim()).toBe('')
  const nodes = (await admin.get(`/vm/v3/node?where=cluster.id EQ ${slice.cluster}`)).body.list
  for (const node of nodes) await gone(`/vm/v3/node/${node.id}`)
})
