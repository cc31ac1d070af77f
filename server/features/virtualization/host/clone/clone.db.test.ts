import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

/** What the simulation of its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const state = await dummyNode(node.ip).store.read()
  const files = Object.keys(state.files).filter((path) => path.includes(row.internal_name))
  return { row, domain: state.domains[row.internal_name], files }
}
/** Files of VMs on all nodes. */
const allFiles = async () =>
  (await Promise.all(['198.51.100.1', '198.51.100.2'].map((ip) => dummyNode(ip).store.read()))).flatMap(({ files }) =>
    Object.keys(files).filter((path) => path.startsWith('/vm/')),
  )
const clone = (id: number, body: object = {}, who = t.ann) => who.post(`/vm/v3/host/${id}/clone`, body)

it('is another VM of the same kind, with an identity of its own', async () => {
  const id = (await t.done(await t.create({ name: 'web', cpu_number: 2, comment: 'shop', cpu_weight: 300 }))).id
  const rules = [{ action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 23, portend: 23 }]
  await t.done(await t.ann.post(`/vm/v3/host/${id}/packet_rules`, { rules }))
  expect((await t.ann.post(`/vm/v3/host/${id}`, { is_protected: true })).status).toBe(200)
  const before = await onNode(id)
  const made = await t.done(await clone(id, { password: 'Clone-pass-1' }))
  const [source, copy] = [await t.host(id), await t.host(made.id)]
  expect(copy).toMatchObject({
    name: 'web-clone',
    state: 'active',
    is_built: true,
    cpu_number: 2,
    comment: 'shop',
    cpu_weight: 300,
    is_protected: false,
    os_name: source.os_name,
    queue: [],
    account: { email: 'ann@example.com' },
    node: { id: source.node.id },
  })
  expect(copy.ip4).toHaveLength(1)
  expect(copy.ip4[0].ip).not.toBe(source.ip4[0].ip)
  expect(copy.interfaces[0].mac).not.toBe(source.interfaces[0].mac)
  const after = await onNode(made.id)
  expect(after.files).toHaveLength(2)
  expect(after.domain?.spec.interfaces[0]?.filter?.firewall_rules).toMatchObject(rules)
  expect(after.domain?.guest).toMatchObject({ hostname: 'web-clone', instance_id: `${after.row.uuid}-1` })
  expect(after.domain?.guest.passwords).not.toEqual(before.domain?.guest.passwords)
  expect(after.row).toMatchObject({ guest_password: null })
  // Without a password the guest keeps those it has; the next name that is free.
  const second = await t.done(await clone(id))
  expect(await t.host(second.id)).toMatchObject({ name: 'web-clone-2' })
  expect((await onNode(second.id)).domain?.guest.passwords).toEqual(before.domain?.guest.passwords)
  expect((await onNode(id)).domain?.guest).toEqual(before.domain?.guest)
})

it('that cannot be made leaves nothing behind, and the VM says why', async () => {
  const id = (await t.done(await t.create({ name: 'source' }))).id
  const files = await allFiles()
  const { rows } = await t.database.pool.query('select count(*)::int as n from ip')
  const { row } = await onNode(id)
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const path = files.find((one) => one.includes(`${row.internal_name}-`) && one.endsWith('.qcow2')) ?? ''
  const taken = await dummyNode(node.ip).store.update((state) => {
    const file = state.files[path]
    delete state.files[path]
    return file
  })
  const answer = await clone(id)
  expect(answer.status).toBe(200)
  expect(await t.ended(answer.body.task)).toMatchObject({ status: 'failed' })
  expect((await t.admin.get(`/vm/v3/host/${answer.body.id}`)).status).toBe(404)
  expect(await t.host(id)).toMatchObject({ state: 'active', queue: [], fault: { action: 'host_clone', step: 'copy' } })
  expect(await allFiles()).toEqual(files.filter((one) => one !== path))
  expect((await t.database.pool.query('select count(*)::int as n from ip')).rows).toEqual(rows)
  await dummyNode(node.ip).store.update((state) => {
    if (taken) state.files[path] = taken
  })
})

it('is refused in words where it cannot be', async () => {
  const id = (await t.done(await t.create({ name: 'refuses' }))).id
  expect((await clone(id, {}, t.bob)).status).toBe(404)
  expect(await clone(id, { name: 'web' })).toMatchObject({ status: 409, body: { error: { value: 'name' } } })
  expect(await clone(id, { name: '-' })).toMatchObject({ status: 400, body: { error: { value: 'name' } } })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: true, password: 'Rescue-pass-1' }))
  expect(await clone(id)).toMatchObject({ status: 409, body: { error: { value: 'rescue_mode' } } })
})

it('counts the addresses of clones that wait for their turn', async () => {
  const id = (await t.done(await t.create({ name: 'counted' }, t.bob))).id
  const limits = `/vm/v3/user_limits/account/${t.bob.id}`
  expect((await t.admin.post(limits, { ipv4_number_total: 2 })).status).toBe(200)
  await t.stopWorker()
  const first = await clone(id, {}, t.bob)
  expect(first.status).toBe(200)
  expect(await clone(id, {}, t.bob)).toMatchObject({
    status: 409,
    body: { error: { value: 'ipv4_number_total', msg: expect.stringContaining('2 of 2 IPv4 addresses') } },
  })
  t.startWorker()
  await t.done(first)
  expect((await clone(id, {}, t.bob)).status).toBe(409)
  await t.admin.delete(limits)
})

it('goes on with another worker wherever the one before was killed', async () => {
  const places = ['seed', 'copy', 'define', 'start'].flatMap((step) => [`after begin ${step}`, `before end ${step}`])
  const all = [...places, 'before outcome', 'before finish']
  const sources: number[] = []
  for (const n of all.keys()) sources.push((await t.done(await t.create({ name: `killed-${n}` }))).id)
  await t.stopWorker()
  const holds: Record<number, string> = {}
  const clones: { id: number; task: number }[] = []
  for (const [n, id] of sources.entries()) {
    const { body } = await clone(id, { name: `survives-${n}` })
    expect(body).toMatchObject({ task: expect.any(Number) })
    holds[body.task] = all[n] ?? ''
    clones.push(body)
  }
  await killedAt({ url: t.database.url, masterKey: t.database.masterKey, holds })
  t.startWorker()
  for (const [n, { id, task }] of clones.entries()) {
    expect([all[n], (await t.ended(task)).status]).toEqual([all[n], 'complete'])
    const { domain, files, row } = await onNode(id)
    expect([all[n], domain?.state, files.length, row.state]).toEqual([all[n], 'running', 2, 'active'])
    expect(domain?.guest.hostname).toBe(`survives-${n}`)
    expect((await t.host(id)).ip4).toHaveLength(1)
    expect(await t.host(sources[n] ?? 0)).toMatchObject({ state: 'active', queue: [], fault: null })
  }
})
