import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killedAt } from '../../../../../e2e/support/host-worker.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { historyOf, hold, startCluster, t } from '../queue-fixture.ts'

const OTHER = 2
beforeAll(startCluster)
afterAll(() => t.close())

let made = 0
const create = async (more: object = {}) =>
  (await t.done(await t.create({ name: `again-${++made}`, hdd_mib: 20480, ram_mib: 2048, ...more }))).id
const reinstall = (id: number, body: object = {}, who = t.ann) => who.post(`/vm/v3/host/${id}/reinstall`, body)
const systems = async () => (await t.admin.get('/vm/v3/os?orderby=id')).body.list

/** What the simulation of its node has of a VM. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const state = await dummyNode(node.ip).store.read()
  const files = Object.keys(state.files).filter((path) => path.includes(row.internal_name))
  return { row, domain: state.domains[row.internal_name], files: files.sort(), all: state.files }
}

describe('a VM that gets another system', () => {
  it('has it on a new disk of the same size, with a new identity inside, and nothing of the old one is left', async () => {
    const id = await create({ send_email_mode: 'saas_only' })
    expect((await t.host(id)).send_email_mode).toBe('saas_only')
    const before = await onNode(id)
    const other = (await systems())[OTHER - 1]
    const free = await hold(id)
    const answer = await reinstall(id, {
      os: other.id,
      password: 'Another-pass-2',
      comment: 'second life',
      send_email_mode: 'default',
    })
    expect(await t.host(id)).toMatchObject({ state: 'creating', action: 'host_reinstall', disabled: true })
    await free()
    await t.done(answer)
    expect(await t.host(id)).toMatchObject({
      state: 'active',
      os_name: other.name,
      os_group: other.os_group,
      login_user: other.login_user,
      comment: 'second life',
      send_email_mode: 'default',
      disk: { id: (await t.host(id)).disk.id, disk_mib: 20480, disk_mib_new: null },
      fault: null,
      disabled: false,
    })
    const after = await onNode(id)
    expect(after.domain?.state).toBe('running')
    expect(after.domain?.guest.instance_id).not.toBe(before.domain?.guest.instance_id)
    expect(Object.keys(after.domain?.guest.passwords ?? {})).toEqual([other.login_user])
    expect(after.files).toHaveLength(2)
    expect(after.files.filter((path) => before.files.includes(path))).toEqual([])
    expect(after.row.unused_files).toEqual([])
    expect((await historyOf(id)).at(-1)).toBe('host_reinstall complete')
    expect(await t.database.prisma.host_password.count({ where: { host_id: id } })).toBe(0)
  })

  it('gets its own anew without one, and the size that waits', async () => {
    const id = await create()
    const { disk, os_name } = await t.host(id)
    await t.done(await t.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 30720, live_resize: false }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.done(await reinstall(id))
    expect(await t.host(id)).toMatchObject({ state: 'active', os_name, disk: { disk_mib: 30720, disk_mib_new: null } })
  })

  it('keeps its other disks', async () => {
    const disks = [
      { size_mib: 20480, boot_order: 1 },
      { size_mib: 4096, boot_order: 2 },
    ]
    const id = await create({ hdd_mib: undefined, disks })
    const [, data] = (await t.ann.get(`/vm/v3/host/${id}/disk?orderby=boot_order`)).body.list
    const { path } = await t.database.prisma.disk.findUniqueOrThrow({ where: { id: data.id } })
    await t.done(await reinstall(id))
    expect((await onNode(id)).files).toContain(path)
    expect((await onNode(id)).domain?.spec.disks).toHaveLength(2)
  })

  it('runs the scripts that are asked for after it, in order and with their values', async () => {
    const id = await create()
    const scripted = async (name: string) =>
      (await t.ann.post('/vm/v3/recipe', { name, script: `echo "${name} $WHO"`, params: [{ name: 'WHO' }] })).body.id
    const recipe_list = [
      { recipe: await scripted('one'), recipe_params: [{ name: 'WHO', value: 'Ann' }] },
      { recipe: await scripted('two') },
    ]
    const answer = await reinstall(id, { recipe_list })
    await t.done(answer)
    expect(answer.body.recipe_task_list).toHaveLength(2)
    const ended = []
    for (const task of answer.body.recipe_task_list) {
      await t.ended(task)
      ended.push((await t.ann.get(`/vm/v3/task/${task}`)).body)
    }
    expect(ended).toMatchObject([
      { name: 'host_recipe', status: 'complete', log: { text: 'one Ann\n' } },
      { name: 'host_recipe', status: 'complete', log: { text: 'two \n' } },
    ])
    expect(ended[1].started_at >= ended[0].finished_at).toBe(true)
  })
})

describe('a reinstallation', () => {
  it('that fails before the change leaves the VM running as it was', async () => {
    const id = await create()
    const before = await onNode(id)
    const [{ next }] = (await t.database.pool.query('select max(id)::int + 1 as next from task')).rows
    const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: before.row.node_id ?? 0 } })
    const main = before.files.find((path) => path.endsWith('.qcow2'))
    const taken = main?.replace('.qcow2', `-${next}.qcow2`) ?? ''
    await dummyNode(node.ip).store.update((state) => {
      state.files[taken] = { kind: 'volume', size_mib: 1, backing: null }
    })
    const answer = await reinstall(id, { os: (await systems())[OTHER - 1].id })
    expect((await t.ended(answer.body.task)).status).toBe('failed')
    const after = await onNode(id)
    expect(after.files).toEqual(before.files)
    expect(after.domain).toMatchObject({ state: 'running', started_at: before.domain?.started_at })
    expect(after.row).toMatchObject({ state: 'active', os_name: before.row.os_name, instance: 1, unused_files: [] })
    expect(after.row.fault).toMatchObject({ action: 'host_reinstall', step: 'disk' })
  })

  it('that is called off before its turn leaves the state as it is', async () => {
    const id = await create()
    const free = await hold(id)
    const answer = await reinstall(id)
    expect((await t.host(id)).state).toBe('creating')
    expect((await t.admin.post(`/vm/v3/task/${answer.body.task}/abort`)).status).toBe(200)
    await t.ended(answer.body.task)
    await free()
    await expect.poll(async () => (await t.host(id)).state).toBe('active')
    expect(await t.host(id)).toMatchObject({ disabled: false, fault: null })
  })

  it('that fails forgets the values of its scripts', async () => {
    const id = await create()
    const recipe = (await t.ann.post('/vm/v3/recipe', { name: 'kept', script: 'echo' })).body.id
    const free = await hold(id)
    const answer = await reinstall(id, { recipe })
    await t.admin.post(`/vm/v3/task/${answer.body.task}/abort`)
    expect(await t.ended(answer.body.recipe_task)).toMatchObject({ status: 'aborted' })
    await free()
    const { secret } = await t.database.prisma.script_run.findUniqueOrThrow({
      where: { task: answer.body.recipe_task },
    })
    expect(secret).toBeNull()
  })

  it('is refused in words where it cannot be', async () => {
    const id = await create()
    const [first, second] = await systems()
    const refused = async (body: object, status: number, error: object, who = t.ann) =>
      expect(await reinstall(id, body, who)).toMatchObject({ status, body: { error } })
    await refused({ os: 9999 }, 400, { value: 'os', msg: expect.stringMatching(/does not exist/) })
    await refused({ image: 1 }, 400, { value: 'image' })
    await refused({ recipe: 9999 }, 400, { value: 'recipe' })
    await t.admin.post(`/vm/v3/os/${second.id}`, { adminonly: true })
    await refused({ os: second.id }, 400, { value: 'os' })
    await t.admin.post(`/vm/v3/os/${second.id}`, { adminonly: false })
    await t.database.prisma.os.update({ where: { id: second.id }, data: { hdd_mib_required: 99999 } })
    await refused({ os: second.id }, 400, { value: 'os', msg: expect.stringMatching(/grow it first/) })
    await t.database.prisma.os.update({ where: { id: second.id }, data: { hdd_mib_required: 1, min_ram_mib: 99999 } })
    await refused({ os: second.id }, 400, { value: 'os', msg: expect.stringMatching(/MiB/) })
    await t.database.prisma.os.update({ where: { id: second.id }, data: { min_ram_mib: 1 } })
    await refused({ os: first.id }, 404, {}, t.bob)
    await t.ann.post(`/vm/v3/host/${id}`, { is_protected: true })
    await refused({}, 409, { value: 'is_protected' })
    await t.ann.post(`/vm/v3/host/${id}`, { is_protected: false })
    expect((await t.host(id)).state).toBe('active')
  })
})

it('goes on with another worker wherever the one before was killed, as a change of processors and memory does', async () => {
  const again = ['after begin disk', 'before end seed', 'after begin stop', 'before begin switch', 'after begin switch']
  const more = ['before end define', 'after begin start', 'before outcome']
  const size = ['before begin store', 'after begin change', 'before end change', 'before outcome']
  const cases = [
    ...[...again, ...more].map((place) => ({ place, path: 'reinstall', body: { password: 'Another-2' } })),
    ...size.map((place) => ({ place, path: 'resource', body: { cpu_number: 2, ram_mib: 1024 } })),
  ]
  const ids: number[] = []
  for (const _ of cases) ids.push(await create({ ram_mib: 512 }))
  await t.stopWorker()
  const holds: Record<number, string> = {}
  const tasks: number[] = []
  for (const [n, { place, path, body }] of cases.entries()) {
    const { task } = (await t.ann.post(`/vm/v3/host/${ids[n]}/${path}`, body)).body
    const [row] = await t.database.prisma.task.findMany({ where: { consul_id: task } })
    holds[row?.id ?? 0] = place
    tasks.push(task)
  }
  await killedAt({ url: t.database.url, masterKey: t.database.masterKey, holds })
  t.startWorker()
  for (const [n, { place, path, body }] of cases.entries()) {
    const [id, where] = [ids[n] ?? 0, `${path} ${place}`]
    expect(await t.ended(tasks[n] ?? 0), where).toMatchObject({ status: 'complete' })
    const { row, domain, files } = await onNode(id)
    expect(row, where).toMatchObject({ state: 'active', queue: [], fault: null, unused_files: [] })
    expect([domain?.state, files.length], where).toEqual(['running', 2])
    expect(row.instance > 1, where).toBe(path === 'reinstall')
    if (path === 'reinstall') expect(domain?.guest.instance_id, where).toBe(`${row.uuid}-${row.instance}`)
    else {
      await t.done(await t.ann.post(`/vm/v3/host/${id}/restart`, { force: true }))
      expect(await t.host(id), where).toMatchObject({ ...body, cpu_number_new: null, ram_mib_new: null })
    }
  }
})
