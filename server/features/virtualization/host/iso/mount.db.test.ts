import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { isoOf, ownDataFolder, send } from '../../iso/fixture.ts'

const data = ownDataFolder()
const image = isoOf('MOUNTED')
let t: Awaited<ReturnType<typeof testCluster>>
let library: number
beforeAll(async () => {
  t = await testCluster()
  await t.database.prisma.cluster.updateMany({ data: { iso_enabled: true } })
  library = await upload('library.iso')
})
afterAll(async () => {
  await t.close()
  data.remove()
})

async function upload(name: string, who = t.ann): Promise<number> {
  const begun = await who.post('/vm/v3/os/iso/upload', {
    iso_file_name: name,
    size_bytes: image.length,
    os_type: 'bsd',
  })
  await send(t.api, who, begun.body.upload, image)
  return (await t.done(begun)).id
}
const mount = (id: number, body: object = {}, who = t.ann) =>
  who.post(`/vm/v3/host/${id}/iso/mount`, { image: library, reboot: false, ...body })
const cancel = (id: number, who = t.ann) => who.post(`/vm/v3/host/${id}/iso/cancel`)
const finish = (id: number) => t.ann.post(`/vm/v3/host/${id}/iso/finish`)
const make = async (name: string, who = t.ann) => (await t.done(await t.create({ name }, who))).id

/** What the simulation of its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const state = await dummyNode(node.ip).store.read()
  const domain = state.domains[row.internal_name]
  return { drive: domain?.running?.medium, next: domain?.spec.medium ?? null, started: domain?.started_at, state }
}

it('puts an image into the drive while the VM runs, and takes it out again', async () => {
  const id = await make('live')
  const before = await onNode(id)
  await t.done(await mount(id))
  const during = await onNode(id)
  expect(during.drive).toMatch(/^\/share\/[0-9a-f]{64}\.iso$/)
  expect(during).toMatchObject({ next: { path: during.drive, boot: false }, started: before.started })
  expect(await t.host(id)).toMatchObject({
    ...{ state: 'active', iso_mounted: true, iso_reboot: false, iso_status: 'mounted', queue: [] },
    iso: { id: library, name: 'library.iso', waits: null, leaving: false },
  })
  const record = (await t.ann.get(`/vm/v3/os/iso/${library}`)).body
  expect(record).toMatchObject({ current_mounts: 1, mounts: [{ id, name: 'live' }] })
  expect(await mount(id)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/eject it first/) } },
  })
  await t.done(await cancel(id))
  expect(await onNode(id)).toMatchObject({ drive: null, next: null, started: before.started })
  expect(await t.host(id)).toMatchObject({ iso_mounted: false, iso_status: null, iso: null, queue: [] })
  expect(await cancel(id)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/no ISO image/) } },
  })
})

it('starts from it this once, and names the system after it when that was installed', async () => {
  const id = await make('installed')
  const before = await onNode(id)
  await t.done(await mount(id, { reboot: true }))
  const during = await onNode(id)
  expect(during.drive).not.toBeNull()
  // Its next start is from the disks.
  expect(during.next).toMatchObject({ boot: false })
  expect(during.started).not.toBe(before.started)
  expect(await t.host(id)).toMatchObject({ state: 'active', iso_reboot: true, iso_mounted: true })
  await t.done(await finish(id))
  const after = await onNode(id)
  expect(after).toMatchObject({ drive: null, next: null })
  expect(after.started).not.toBe(during.started)
  expect(await t.host(id)).toMatchObject({ state: 'active', os_name: 'library.iso', os_group: 'bsd', iso: null })
})

it('a VM that is off gets it into its definition, and is started when it is to start from it', async () => {
  const id = await make('off')
  await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  await t.done(await mount(id))
  expect(await t.host(id)).toMatchObject({ state: 'stopped', iso_mounted: true })
  expect((await onNode(id)).next).toMatchObject({ boot: false })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/start`))
  expect((await onNode(id)).drive).not.toBeNull()
  await t.done(await cancel(id))
  await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
  await t.done(await mount(id, { reboot: true }))
  expect(await t.host(id)).toMatchObject({ state: 'active', iso_reboot: true })
  await t.done(await cancel(id))
  expect(await t.host(id)).toMatchObject({ state: 'active', iso_reboot: false })
})

it('is refused in words', async () => {
  const id = await make('refused')
  const other = await upload('of-bob.iso', t.bob)
  const refusals: [object, number, RegExp, typeof t.ann?][] = [
    [{ image: other }, 400, /does not exist/],
    [{ image: 99_999 }, 400, /does not exist/],
    [{ image: undefined }, 400, /either/],
    [{ url: 'http://images.example/a.iso' }, 400, /either/],
    [{ name: 'x' }, 400, /in the library/],
    [{ image: undefined, url: 'file:///etc/passwd' }, 400, /address/],
    [{ image: undefined, url: 'http://images.example/a.iso', repository_id: 1 }, 403, /administrators/],
    [{}, 404, /VM/, t.bob],
  ]
  for (const [body, status, words, who] of refusals)
    expect([body, await mount(id, body, who)]).toMatchObject([
      body,
      { status, body: { error: { msg: expect.stringMatching(words) } } },
    ])
  await t.database.prisma.cluster.updateMany({ data: { iso_enabled: false } })
  expect(await mount(id)).toMatchObject({ status: 403, body: { error: { value: 'iso_enabled' } } })
  await t.database.prisma.cluster.updateMany({ data: { iso_enabled: true, virtualization_type: 'lxd' } })
  expect(await mount(id)).toMatchObject({
    status: 400,
    body: { error: { msg: expect.stringMatching(/Containers have no drive/) } },
  })
  await t.database.prisma.cluster.updateMany({ data: { virtualization_type: 'dummy' } })
  await t.done(await mount(id))
  expect(await t.ann.delete(`/vm/v3/os/iso/${library}`)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/refused/) } },
  })
  await t.done(await cancel(id))
})

it('is uploaded for a VM, and put into its drive as soon as it is there', async () => {
  const id = await make('announced')
  const who = { user_id: t.ann.id, admin_role: false }
  const status = await t.ann.get(`/vm/v3/host/${id}/iso/status?iso_size_mib=700`)
  expect(status.body).toEqual({ host_id: id, iso_status: 'available', ...who })
  expect((await t.ann.get(`/vm/v3/host/${id}/iso/status?iso_size_mib=99999999`)).status).toBe(413)
  expect((await t.bob.get(`/vm/v3/host/${id}/iso/status?iso_size_mib=1`)).status).toBe(404)
  const announce = (body: object) =>
    t.ann.post(`/vm/v3/host/${id}/iso/upload/announce`, { iso_file_name: 'later.iso', reboot: false, ...who, ...body })
  expect(await announce({ admin_role: true })).toMatchObject({ status: 400, body: { error: { value: 'admin_role' } } })
  expect(await announce({ user_id: t.bob.id })).toMatchObject({ status: 400, body: { error: { value: 'user_id' } } })
  const { body } = await announce({ name: 'Later' })
  expect(await t.host(id)).toMatchObject({
    iso_status: 'downloading',
    iso: { id: body.os_id, name: 'Later' },
    queue: [],
  })
  expect((await t.ann.get(`/vm/v3/host/${id}/iso/status?iso_size_mib=1`)).status).toBe(409)
  await send(t.api, t.ann, body.path, image, 1 << 20, { 'upload-length': String(image.length) })
  await expect.poll(async () => (await t.host(id)).iso_status).toBe('mounted')
  expect((await onNode(id)).drive).not.toBeNull()
  await t.done(await cancel(id))
  // What is called off before it is there leaves the VM as it was.
  const again = (await announce({})).body
  const off = await cancel(id)
  expect(off.status).toBe(200)
  await t.ended(off.body.task)
  expect(await t.host(id)).toMatchObject({ iso: null, iso_status: null })
  expect((await t.ann.get(`/vm/v3/os/iso/${again.os_id}`)).body.state).toBe('uploading')
})

it('that fails is undone', async () => {
  const id = await make('unlucky')
  await t.done(await mount(id))
  await t.done(await cancel(id))
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  await dummyNode(node.ip).store.update((state) => {
    for (const file of Object.keys(state.files))
      if (file.endsWith('.iso') && file.startsWith('/share')) delete state.files[file]
  })
  const answer = await mount(id)
  expect(await t.ended(answer.body.task)).toMatchObject({ status: 'failed' })
  expect(await t.host(id)).toMatchObject({
    state: 'active',
    iso: null,
    fault: { action: 'host_iso_mount', step: 'insert' },
  })
  expect(await onNode(id)).toMatchObject({ drive: null, next: null })
  await t.database.prisma.iso_node.deleteMany({})
})

it('goes on with another worker wherever the one before was killed', async () => {
  const steps = { insert: false, off: true, define: true, start: true, next_start: true }
  const places = Object.entries(steps).flatMap(([step, reboot]) => [
    { at: `after begin ${step}`, reboot },
    { at: `before end ${step}`, reboot },
  ])
  const ids: number[] = []
  for (const n of places.keys()) ids.push(await make(`killed-${n}`))
  const warm = await make('warm')
  await t.done(await mount(warm))
  // On the other node as well.
  for (const id of ids) await t.done(await mount(id)).then(async () => t.done(await cancel(id)))
  await t.stopWorker()
  const tasks: number[] = []
  for (const [n, id] of ids.entries()) tasks.push((await mount(id, { reboot: places[n]?.reboot })).body.task)
  const holds = Object.fromEntries(tasks.map((task, n) => [task, places[n]?.at ?? '']))
  await killedAt({ url: t.database.url, masterKey: t.database.masterKey, holds })
  t.startWorker()
  for (const [n, id] of ids.entries()) {
    expect([places[n]?.at, (await t.ended(tasks[n] ?? 0)).status]).toEqual([places[n]?.at, 'complete'])
    expect(await t.host(id)).toMatchObject({ state: 'active', iso_mounted: true, queue: [], fault: null })
    expect((await onNode(id)).next).toMatchObject({ boot: false })
  }
})
