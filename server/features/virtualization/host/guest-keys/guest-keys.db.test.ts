import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let host: number
const keys: number[] = []
beforeAll(async () => {
  t = await testCluster()
  for (const [n, key] of [FIRST, SECOND].entries())
    keys.push((await t.ann.post(`/auth/v4/user/${t.ann.id}/sshkey`, { name: `key ${n}`, ssh_pub_key: key })).body.id)
  host = (await t.done(await t.create({ name: 'open' }))).id
})
afterAll(() => t.close())

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBhA4GhP0n3XQ2mP7S5gPpEw8Gz3tYkqL1l9dH0eZ1xS ann@laptop'
const SECOND = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPqf4tWbq7o2R1kN3mXc9u5vJ8sD6yT0hZ4wL2gB7eKa ann@desk'
const FOREIGN = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ5mK8vQ2xR7tY1cN4bL6pH9wS3dF0gZ8jU5eA2oV7iM \u202eevil'

const at = (id = host) => `/vm/v3/host/${id}/ssh_key`
const read = async (who = t.ann) => (await who.get(at())).body
const add = (ids: number[], who = t.ann, id = host) => who.post(at(id), { ssh_keys: ids })
const remove = (fingerprints: string[], who = t.ann) => who.post(`${at()}/remove`, { fingerprints })
/** What the simulated guest has. */
async function inGuest(lines?: string[]) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: host } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const { store } = dummyNode(node.ip)
  if (lines)
    await store.update(({ domains }) => {
      const guest = domains[row.internal_name]?.guest
      if (guest) guest.ssh_keys = { [row.login_user]: lines }
    })
  return (await store.read()).domains[row.internal_name]?.guest.ssh_keys?.[row.login_user] ?? []
}
beforeEach(() => inGuest([]))

it('adds keys of the owner, once, and shows what the guest has', async () => {
  await t.done(await add(keys))
  await t.done(await add(keys.slice(0, 1)))
  expect(await inGuest()).toEqual([FIRST, SECOND])
  const { user, list } = await read()
  expect(user).toBe('root')
  expect(list).toMatchObject([
    { key: keys[0], type: 'ssh-ed25519', comment: 'ann@laptop', fingerprint: expect.stringMatching(/^SHA256:.{43}$/) },
    { key: keys[1], comment: 'ann@desk' },
  ])
  const history = (await t.ann.get(`/vm/v3/host/${host}/history?where=name EQ host_change_ssh_keys`)).body.list
  expect(history[0]).toMatchObject({ state: 'complete', params: { added: ['key 0', 'key 1'] } })
})

it('removes a key whosever it is, and leaves all else in the file as it is', async () => {
  const line = 'command="/bin/backup",no-pty ssh-rsa AAAA backup'
  await inGuest([line, FOREIGN, FIRST])
  const { list } = await read()
  expect(list).toMatchObject([
    { fingerprint: null, key: null, comment: line },
    { key: null, comment: ' evil' },
    { key: keys[0] },
  ])
  await t.done(await remove([list[1].fingerprint, list[2].fingerprint]))
  expect(await inGuest()).toEqual([line])
  // What is not there is removed already.
  await t.done(await remove([list[1].fingerprint]))
})

it('is refused in words where it cannot be done', async () => {
  const bobs = (
    await t.admin.post(`/auth/v4/user/${t.admin.id}/sshkey`, { name: 'k', ssh_pub_key: FOREIGN.slice(0, 80) })
  ).body.id
  const asked: [number, unknown, { status: number; body: { error?: { value: unknown } } }][] = [
    [400, 'ssh_keys', await add([bobs])],
    [400, 'ssh_keys', await add([999_999])],
    [404, '999999', await add(keys, t.ann, 999_999)],
    [400, 'fingerprints.0', await remove(['nonsense'])],
  ]
  for (const [status, value, answer] of asked)
    expect([answer.status, answer.body.error?.value]).toEqual([status, value])
  await t.admin.post(`/vm/v3/host/${host}`, { extended_protection: true })
  expect((await add(keys)).status).toBe(409)
  await t.admin.post(`/vm/v3/host/${host}`, { extended_protection: false })
  await t.done(await t.ann.post(`/vm/v3/host/${host}/stop`, {}))
  expect((await t.ann.get(at())).body.error.msg).toContain('while the VM runs')
  expect((await add(keys)).status).toBe(409)
  await t.done(await t.ann.post(`/vm/v3/host/${host}/start`, {}))

  const deaf = (await t.done(await t.create({ name: 'deaf-failagent' }))).id
  const task = await t.ended((await add(keys, t.ann, deaf)).body.task)
  expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringContaining('agent') } })
  expect((await t.ann.get(at(deaf))).body.error.value).toBe('guest_agent')
})

it("is the owner's and the administrator's", async () => {
  await t.done(await add(keys, t.admin))
  expect((await read(t.admin)).list).toHaveLength(2)
  const { id } = await t.done(await t.create({ name: 'other' }, t.admin))
  expect((await t.ann.get(at(id))).status).toBe(404)
  expect((await add(keys, t.ann, id)).status).toBe(404)
})
