import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

type Who = typeof t.ann
const make = (host: number, body: object = {}, who: Who = t.ann) =>
  who.post(`/vm/v3/host/${host}/image/create`, { name: 'golden', cleared: false, ...body })
const image = async (id: number, who: Who = t.admin) => (await who.get(`/vm/v3/image/${id}`)).body
const nodeState = async (id: number) => {
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id } })
  return dummyNode(node.ip).store.read()
}
const filesOn = async (id: number) =>
  Object.keys((await nodeState(id)).files).filter((path) => path.startsWith('/images/'))
const onNode = (id: number) => t.host(id).then(({ node }) => node.id as number)
const vm = async (name: string, body: object = {}) => (await t.done(await t.create({ name, ...body }))).id

it('is made of a running VM, which goes on, and another VM is made of it', async () => {
  const source = await vm('source', { hdd_mib: 8192 })
  const answer = await make(source, { comment: 'first' })
  const { id } = await t.done(answer)
  const node = await onNode(source)
  const made = await image(id)
  expect(made).toMatchObject({
    name: 'golden',
    comment: 'first',
    state: 'active',
    account: 'ann@example.com',
    for_all: false,
    is_local: true,
    type: 'qcow2',
    cleared: false,
    size_mib: 8192,
    size_bytes: expect.any(Number),
    frozen: true,
    host: { id: source, name: 'source' },
    linked_clones: [],
    nodes: [{ id: node, state: 'ready', disabled: false }],
    storage: null,
    fault: null,
  })
  expect(await t.host(source)).toMatchObject({ state: 'active', queue: [], fault: null })
  const [path] = await filesOn(node)
  const copy = await vm('from-image', { os: undefined, image: id, node: undefined, hdd_mib: 10240 })
  const its = await t.host(copy)
  expect(its).toMatchObject({ state: 'active', os_name: (await t.host(source)).os_name, linked_clone_image: null })
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id: copy } })
  expect(row).toMatchObject({ image_id: id, image_name: 'golden' })
  const state = await nodeState(await onNode(copy))
  expect(state.domains[row.internal_name]?.guest).toMatchObject({ hostname: 'from-image' })
  const main = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: copy } })
  // Not on the image: a copy of it.
  expect(state.files[main.path ?? '']).toMatchObject({ backing: null, size_mib: 10240 })
  expect(path).toMatch(/^\/images\/[0-9a-f-]{36}\.qcow2$/)
})

it('a linked clone stands on it, and the image stays as long as it does', async () => {
  const source = await vm('base')
  const { id } = await t.done(await make(source))
  const clone = await vm('linked', { os: undefined, image: id, linked_clone: true })
  expect((await t.host(clone)).linked_clone_image).toEqual({ id, name: 'golden' })
  expect((await image(id)).linked_clones).toEqual([{ id: clone, name: 'linked' }])
  const node = await onNode(clone)
  const [path] = (await filesOn(node)).slice(-1)
  const refused = { status: 409, body: { error: { msg: expect.stringMatching(/linked clones.*linked/) } } }
  expect(await t.ann.delete(`/vm/v3/image/${id}`)).toMatchObject(refused)
  expect(await t.admin.post(`/vm/v3/image/${id}/relocate`, { destination: null })).toMatchObject(refused)
  await t.done(await t.ann.delete(`/vm/v3/host/${clone}`))
  const gone = await t.ann.delete(`/vm/v3/image/${id}`)
  expect((await t.ended(gone.body.task)).status).toBe('complete')
  expect(await filesOn(node)).not.toContain(path)
  expect((await t.ann.get(`/vm/v3/image/${id}`)).status).toBe(404)
})

it('is copied to, moved between and removed from nodes, and used where it is enabled', async () => {
  const source = await vm('nomad')
  const { id } = await t.done(await make(source))
  const node = await onNode(source)
  const other = t.nodes.find((one) => one !== node) ?? 0
  const at = `/vm/v3/image/${id}`
  const before = [await filesOn(node), await filesOn(other)]
  await t.done(await t.admin.post(`${at}/copy`, { node: other }))
  expect((await image(id)).nodes).toMatchObject([{ state: 'ready' }, { state: 'ready' }])
  expect(await filesOn(other)).toHaveLength((before[1]?.length ?? 0) + 1)
  expect(await t.admin.post(`${at}/copy`, { node: other })).toMatchObject({ status: 409 })
  for (const one of t.nodes) expect((await t.admin.post(`${at}/node/${one}/disable`)).status).toBe(200)
  const off = await t.create({ name: 'nowhere', os: undefined, image: id })
  expect(off).toMatchObject({ status: 409, body: { error: { value: 'image' } } })
  expect((await t.admin.post(`${at}/node/${other}/enable`)).status).toBe(200)
  expect(await onNode(await vm('somewhere', { os: undefined, image: id }))).toBe(other)
  await t.done(await t.admin.delete(`${at}/node/${node}`))
  expect(await filesOn(node)).toHaveLength((before[0]?.length ?? 0) - 1)
  expect(await t.admin.delete(`${at}/node/${other}`)).toMatchObject({ status: 409 })
  await t.done(await t.admin.post(`${at}/move`, { source: other, destination: node }))
  expect(await image(id)).toMatchObject({ state: 'active', nodes: [{ id: node, state: 'ready' }] })
  expect(await filesOn(other)).toHaveLength(before[1]?.length ?? 0)
})

it('keeps its storage, and the only node that has it, from being removed', async () => {
  const { id: storage } = (await t.admin.post('/vm/v3/storage', { name: 'pictures', type: 'file', storage_params: {} }))
    .body
  const at = `/vm/v3/cluster/${t.cluster}/storage/${storage}`
  await t.done(await t.admin.post(at, { virt_pool: { vm_storage_path: '/pictures' } }))
  const source = await vm('keeper')
  const node = await onNode(source)
  const { id } = await t.done(await make(source, { name: 'kept' }))
  await t.done(await t.admin.post(`/vm/v3/image/${id}/relocate`, { destination: storage }))
  const there = (await t.admin.get(`/vm/v3/image?where=storage EQ ${storage}`)).body
  expect(there).toMatchObject({ size: 1, list: [{ id, is_local: true, nodes: [{ id: node }] }] })
  const inUse = (words: RegExp) => ({ status: 409, body: { error: { msg: expect.stringMatching(words) } } })
  expect(await t.admin.delete(at)).toMatchObject(inUse(/1 image is on the storage pictures \(kept\)/))
  expect(await t.admin.delete(`/vm/v3/storage/${storage}`)).toMatchObject(inUse(/1 image is on the storage/))
  for (const { id: one } of (await t.admin.get(`/vm/v3/host?where=node EQ ${node}`)).body.list)
    await t.done(await t.admin.delete(`/vm/v3/host/${one}`))
  expect(await t.admin.delete(`/vm/v3/node/${node}`)).toMatchObject(inUse(/alone \(.*kept.*\)/))
  expect((await image(id)).state).toBe('active')
  await t.done(await t.admin.delete(`/vm/v3/image/${id}`))
  expect((await t.admin.delete(at)).status).toBe(200)
})

it('of a VM are together no larger than they may be, and any number without a limit', async () => {
  const source = await vm('limited')
  const limit = (image_gib: number, who = t.admin) =>
    who.post(`/vm/v3/host/${source}/bill_option/image_gib`, { image_gib })
  expect(await limit(5, t.ann)).toMatchObject({ status: 403 })
  expect(await limit(-2)).toMatchObject({ status: 400 })
  expect(await limit(0)).toMatchObject({ status: 200, body: { image_gib: 0 } })
  expect(await make(source)).toMatchObject({
    status: 409,
    body: { error: { value: 'image_gib', msg: expect.stringMatching(/may have 0 GiB together/) } },
  })
  expect(await t.database.prisma.image.count({ where: { host_id: source } })).toBe(0)
  expect((await limit(-1)).status).toBe(200)
  const { id } = await t.done(await make(source))
  // Those that are there stay when less is allowed.
  expect((await limit(0)).status).toBe(200)
  expect((await image(id)).state).toBe('active')
  expect(await make(source)).toMatchObject({ status: 409, body: { error: { value: 'image_gib' } } })
})

it('is seen by others once it is for all, without its nodes and the clones of others', async () => {
  const source = await vm('shared')
  const { id } = await t.done(await make(source))
  const at = `/vm/v3/image/${id}`
  expect((await t.bob.get(at)).status).toBe(404)
  expect(await t.create({ name: 'too-early', os: undefined, image: id }, t.bob)).toMatchObject({ status: 400 })
  expect((await t.ann.post(at, { for_all: true })).status).toBe(403)
  expect((await t.admin.post(at, { for_all: true })).status).toBe(200)
  const clone = (await t.done(await t.create({ name: 'his', os: undefined, image: id, linked_clone: true }, t.bob))).id
  const its = await image(id)
  expect(its).toMatchObject({ for_all: true, linked_clones: [{ id: clone, name: 'his' }] })
  const seen = await image(id, t.bob)
  expect(seen).toMatchObject({ account: 'ann@example.com', nodes: [{ ip_addr: '', ssh_port: 0 }] })
  expect((await image(id, t.ann)).linked_clones).toEqual([])
  const listed = (await t.bob.get('/vm/v3/image')).body.list
  expect(listed.map((one: { id: number }) => one.id)).toEqual([id])
  expect((await t.bob.post(at, { name: 'mine' })).status).toBe(403)
  expect((await t.bob.delete(at)).status).toBe(403)
  expect((await t.admin.post(at, { for_all: false })).status).toBe(200)
  expect((await t.bob.get(at)).status).toBe(404)
})

it('is not used while an administrator says that it is broken', async () => {
  const source = await vm('doubtful')
  const { id } = await t.done(await make(source))
  const state = (value: string, who = t.admin) => who.post(`/vm/v3/image/${id}/change_state`, { state: value })
  const use = (name: string) => t.create({ name, os: undefined, image: id })
  expect((await state('crashed', t.ann)).status).toBe(403)
  expect((await state('gone')).status).toBe(400)
  expect((await state('crashed')).status).toBe(200)
  expect(await image(id, t.ann)).toMatchObject({ state: 'crashed' })
  const refused = { status: 409, body: { error: { value: 'image', msg: expect.stringMatching(/not ready/) } } }
  expect(await use('no')).toMatchObject(refused)
  const again = { image: id, password: 'Again-pass-3' }
  expect((await t.ann.post(`/vm/v3/host/${source}/reinstall`, again)).status).toBe(409)
  expect((await state('active')).status).toBe(200)
  await t.done(await use('yes'))
})
