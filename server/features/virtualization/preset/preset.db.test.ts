import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

let presets = 0
const small = { virtualization_type: 'kvm', cpu_number: 2, ram_mib: 2048, hdd_mib: 20_480 }
const make = (body: object = {}) => t.admin.post('/vm/v3/preset', { name: `p-${++presets}`, ...small, ...body })
const made = async (body: object = {}): Promise<number> => {
  const answer = await make(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const read = async (id: number) => (await t.admin.get(`/vm/v3/preset/${id}`)).body
const firewall_rules = [{ action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 }]

describe('a preset', () => {
  it('is made, read, changed and deleted by administrators, and read by users', async () => {
    const limits = { cpu_weight: 500, io_read_iops: 300, net_out_mbitps: 100, anti_spoofing: true, firewall_rules }
    const id = await made({
      name: 'Web',
      comment: 'for shops',
      ...limits,
      cpu_mode: 'custom',
      cpu_custom_model: 'EPYC',
    })
    expect(await read(id)).toMatchObject({ id, name: 'Web', ...small, ...limits, disks: null, host_count: 0 })
    const { host_count: _, ...open } = await read(id)
    expect((await t.ann.get(`/vm/v3/preset/${id}`)).body).toEqual(open)
    expect((await t.ann.get("/vm/v3/preset?where=name EQ 'Web'")).body).toMatchObject({ size: 1, list: [open] })

    expect(
      (await t.admin.post(`/vm/v3/preset/${id}`, { ram_mib: 4096, cpu_weight: 0, cpu_mode: 'default' })).status,
    ).toBe(200)
    expect(await read(id)).toMatchObject({
      ...small,
      ...limits,
      ram_mib: 4096,
      cpu_weight: 0,
      cpu_mode: 'default',
      cpu_custom_model: null,
      comment: 'for shops',
      version: 2,
    })
    for (const answer of [
      await t.ann.post('/vm/v3/preset', { name: 'mine', ...small }),
      await t.ann.post(`/vm/v3/preset/${id}`, { ram_mib: 1 }),
      await t.ann.delete(`/vm/v3/preset/${id}`),
    ])
      expect(answer.status).toBe(403)
    expect((await t.admin.delete(`/vm/v3/preset/${id}`)).body).toEqual({ id })
    expect((await t.admin.get(`/vm/v3/preset/${id}`)).status).toBe(404)
  })

  it('has one disk or several', async () => {
    const disks = [
      { size_mib: 4096, boot_order: 2, name: 'data' },
      { size_mib: 10_240, boot_order: 1 },
    ]
    const id = await made({ hdd_mib: undefined, disks })
    const bare = { name: null, expand_part: null, storage: null, tags: [] }
    expect(await read(id)).toMatchObject({
      hdd_mib: 14_336,
      disks: disks.map((disk) => ({ ...bare, ...disk })),
    })
    await t.admin.post(`/vm/v3/preset/${id}`, { hdd_mib: 8192 })
    expect(await read(id)).toMatchObject({ hdd_mib: 8192, disks: null })
  })

  it.each<[object, string, RegExp]>([
    [{ cpu_number: 0 }, 'cpu_number', /from 1 to 512/],
    [{ ram_mib: -1 }, 'ram_mib', /at least 1 MiB/],
    [{ hdd_mib: 0 }, 'hdd_mib', /at least 1 MiB/],
    [{ hdd_mib: 65 * 1024 * 1024 }, 'hdd_mib', /at most 64 TiB/],
    [{ hdd_mib: undefined }, 'hdd_mib', /hdd_mib or disks is required/],
    [{ disks: Array.from({ length: 9 }, () => ({ size_mib: 1024, boot_order: 1 })) }, 'disks', /at most 8/],
    [{ disks: [{ size_mib: 1024, boot_order: 1, storage: 4711 }] }, 'disks', /Storage 4711 does not exist/],
    [{ cpu_mode: 'custom' }, 'cpu_custom_model', /give the model/],
    [{ cpu_custom_model: 'EPYC' }, 'cpu_custom_model', /only when cpu_mode is custom/],
    [{ net_weight: 3 }, 'net_weight', /not supported/],
    [{ net_weight: 11 }, 'net_weight', /10/],
    [{ process_number: 5 }, 'process_number', /cannot be limited/],
    [{ io_read_iops: 2_000_000_000 }, 'io_read_iops', /at most/],
    [{ cpu_weight: null }, 'cpu_weight', /./],
    [{ name: '' }, 'name', /./],
    [{ virtualization_type: 'dummy' }, 'virtualization_type', /./],
  ])('is refused with %j, naming %s', async (body, value, words) => {
    const id = await made()
    const { hdd_mib: size, ...change } = body as { hdd_mib?: number }
    const answer = await make(body)
    expect(answer).toMatchObject({ status: 400, body: { error: { value } } })
    expect(answer.body.error.msg).toMatch(words)
    if (size === undefined && Object.keys(change).length === 0) return
    expect(await t.admin.post(`/vm/v3/preset/${id}`, body)).toMatchObject({ status: 400, body: { error: { value } } })
    expect(await read(id)).toMatchObject({ ...small, version: 1 })
  })

  it('has a name of its own, and a version', async () => {
    const id = await made({ name: 'Twice' })
    expect(await make({ name: 'Twice' })).toMatchObject({ status: 409, body: { error: { value: 'name' } } })
    const stale = await t.admin.post(`/vm/v3/preset/${id}`, { ram_mib: 1024 }, { headers: { 'if-match': '"7"' } })
    expect(stale.status).toBe(409)
    expect(await read(id)).toMatchObject({ ram_mib: 2048 })
  })
})

describe('a VM with a preset', () => {
  it('takes over its size, disks, limits and settings, remembers it, and is found by it', async () => {
    const disks = [
      { size_mib: 10_240, boot_order: 1 },
      { size_mib: 4096, boot_order: 2 },
    ]
    const limits = { cpu_weight: 500, io_write_mbitps: 40, anti_spoofing: true, firewall_rules, nesting: true }
    const flags = { hot_plug: true, snapshots_allowed: false, snapshot_limit: 3 }
    const preset = await made({ name: 'All', hdd_mib: undefined, disks, ...limits, ...flags })
    const { id } = await t.done(await t.create({ name: 'with-all', preset }))
    const { hdd_mib: _, virtualization_type: __, ...size } = small
    expect(await t.host(id)).toMatchObject({
      ...size,
      ...limits,
      ...flags,
      preset: { id: preset, name: 'All' },
      disk_count: 2,
    })
    expect((await t.admin.get(`/vm/v3/host/${id}/disk?orderby=boot_order`)).body.list).toMatchObject(
      disks.map(({ size_mib }) => ({ size_mib })),
    )
    const found = await t.ann.get(`/vm/v3/host?where=preset EQ ${preset}`)
    expect(found.body.list.map((host: { id: number }) => host.id)).toEqual([id])
    expect(await read(preset)).toMatchObject({ host_count: 1 })
    expect((await t.admin.get(`/vm/v3/host/${id}/history`)).body.list[0].params).toMatchObject({ preset: 'All' })
  })

  it('has what the request says as well instead', async () => {
    const preset = await made({ cpu_weight: 500, io_read_iops: 100 })
    const asked = { cpu_number: 1, hdd_mib: 10_240, io_read_iops: 0, cpu_weight: null, firewall_rules: [] }
    const { id } = await t.done(await t.create({ name: 'with-own', preset, ...asked }))
    expect(await t.host(id)).toMatchObject({
      cpu_number: 1,
      ram_mib: small.ram_mib,
      disk: { disk_mib: 10_240 },
      cpu_weight: 500,
      io_read_iops: 0,
    })
  })

  it('keeps its size and forgets the preset when that is deleted or changed', async () => {
    const preset = await made({ name: 'Passing' })
    const { id } = await t.done(await t.create({ name: 'outlives', preset }))
    await t.admin.post(`/vm/v3/preset/${preset}`, { name: 'Passed', ram_mib: 8192 })
    expect(await t.host(id)).toMatchObject({ ram_mib: small.ram_mib, preset: { id: preset, name: 'Passed' } })
    expect((await t.admin.delete(`/vm/v3/preset/${preset}`)).status).toBe(200)
    expect(await t.host(id)).toMatchObject({ ram_mib: small.ram_mib, cpu_number: small.cpu_number, preset: null })
  })

  it('meets the limits of its owner, and the rules of its system', async () => {
    const large = await made({ cpu_number: 8, ram_mib: 8192 })
    await t.admin.post(`/vm/v3/user_limits/account/${t.ann.id}`, { cpu_number: 4 })
    expect(await t.create({ name: 'too-large', preset: large })).toMatchObject({ status: 409 })
    await t.admin.post(`/vm/v3/user_limits/account/${t.ann.id}`, { cpu_number: null })
    const tiny = await made({ ram_mib: 64 })
    expect(await t.create({ name: 'too-small', preset: tiny })).toMatchObject({
      status: 400,
      body: { error: { value: 'ram_mib' } },
    })
  })

  it.each<[string, () => Promise<number>, RegExp]>([
    ['no preset', async () => 4711, /Preset 4711 does not exist/],
    [
      'one for containers',
      () => made({ virtualization_type: 'lxd' }),
      /is for containers, and the cluster cl1 runs VMs/,
    ],
  ])('is not made with %s', async (_, preset, words) => {
    const answer = await t.create({ name: 'never', preset: await preset() })
    expect(answer).toMatchObject({ status: 400, body: { error: { value: 'preset' } } })
    expect(answer.body.error.msg).toMatch(words)
  })

  it('goes where the host filters take it', async () => {
    const [here, there] = [await made(), await made()]
    const filter = (n: 0 | 1, host_filter: object[]) => t.admin.post(`/vm/v3/node/${t.nodes[n]}`, { host_filter })
    await filter(0, [{ entity: 'preset', expression: `${here}` }])
    await filter(1, [{ entity: 'complex', expression: `preset IS NULL OR preset NE ${here}` }])
    const nodeOf = async (name: string, body: object) =>
      (await t.host((await t.done(await t.create({ name, ...body }))).id)).node.id
    expect(await nodeOf('filtered-1', { preset: here })).toBe(t.nodes[0])
    expect(await nodeOf('filtered-2', { preset: there })).toBe(t.nodes[1])
    expect(await nodeOf('filtered-3', {})).toBe(t.nodes[1])
    await filter(0, [])
    await filter(1, [])
  })
})
