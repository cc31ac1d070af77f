import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { guestSays } from '../../../../../e2e/support/guest-command.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// A real guest on a real node gets its system anew.
const { lab, node1, api, until, done, ended, host, attach, create, leftovers, close } = await hostLab()
afterAll(() => close())

const NEW_PASSWORD = 'Another-pass-2'
let id = 0
let address = ''

/** Waits until the guest lets one in with a password; answers what the command prints. */
const says = (password: string, command: string) =>
  until('the guest answers', async () => {
    const said = await guestSays(address, password, `${command}; echo .`).catch(() => '')
    // The change log is the clock of `until`.
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said.slice(0, -1).trim() || (said ? ' ' : false)
  })
const hostKey = async () =>
  (await promisify(execFile)('ssh-keyscan', ['-T', '5', address])).stdout
    .split('\n')
    .filter((line) => line[0] !== '#')
    .sort()
const filesOnNode = async () =>
  (await inNode(lab, node1.index, ['ls', '/vm'])).stdout
    .trim()
    .split('\n')
    .filter((name) => name.startsWith('dh-'))

beforeAll(async () => {
  await done(await attach(node1))
  id = (await done(await create({ name: 'anew', hdd_mib: 320 }))).id
  address = (await host(id)).ip4[0].ip
  await says(GUEST_PASSWORD, 'echo mine > /root/mark; sync')
})

it('a running guest is replaced: another password, other host keys, nothing of the old one left', async () => {
  const before = { key: await hostKey(), files: await filesOnNode() }
  const answer = await api.ann.post(`/vm/v3/host/${id}/reinstall`, { password: NEW_PASSWORD })
  expect(answer.body).toMatchObject({ recipe_task_list: [], recipe_task: null, spice_task: null })
  await done(answer)
  expect(await host(id)).toMatchObject({ state: 'active', fault: null, disk: { disk_mib: 320 } })
  expect(await says(NEW_PASSWORD, 'hostname; ls /root/mark 2>&1')).toMatch(/^anew\nls: .*No such file/)
  await expect(guestSays(address, GUEST_PASSWORD, 'true')).rejects.toThrow()
  expect(Number(await says(NEW_PASSWORD, 'cat /sys/block/vda/size')) / 2048).toBe(320)
  expect(await hostKey()).not.toEqual(before.key)
  const files = await filesOnNode()
  expect(files).toHaveLength(before.files.length)
  expect(files.filter((name) => before.files.includes(name))).toEqual([])
})

it('a guest whose new system cannot be made is as it was, and runs', async () => {
  await says(NEW_PASSWORD, 'echo kept > /root/mark; sync')
  const { rows } = await api.database.pool.query('select instance from host where id = $1', [id])
  // Something of another is where the new disk would be: numbers of tasks are the clock.
  const { rows: last } = await api.database.pool.query('select max(id)::int + 1 as next from task')
  const { internal_name, disk } = await host(id)
  const taken = `/vm/${internal_name}-${disk.id}-${last[0].next}.qcow2`
  await inNode(lab, node1.index, ['qemu-img', 'create', '-q', '-f', 'qcow2', taken, '1M'])
  const answer = await api.ann.post(`/vm/v3/host/${id}/reinstall`, { password: GUEST_PASSWORD })
  expect(await ended(answer.body.task)).toMatchObject({ status: 'failed' })
  expect(await host(id)).toMatchObject({ state: 'active', fault: { action: 'host_reinstall' } })
  expect(await says(NEW_PASSWORD, 'cat /root/mark')).toBe('kept')
  const after = await api.database.pool.query('select instance, unused_files from host where id = $1', [id])
  expect(after.rows[0]).toEqual({ instance: rows[0].instance, unused_files: [] })
})

it('leaves nothing on the node when it is deleted', async () => {
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  expect(await leftovers()).toMatchObject({ node1: '' })
})
