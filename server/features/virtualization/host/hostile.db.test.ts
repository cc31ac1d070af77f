import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let elsewhere: number

beforeAll(async () => {
  t = await testCluster()
  elsewhere = (await t.admin.post('/vm/v3/userspace/public/ippool', { name: 'of-nobody' })).body.id
  await t.admin.post('/vm/v3/userspace/public/ipnet', { name: '10.9.0.0/16', gateway: '10.9.0.1' })
  await t.admin.post(`/vm/v3/ippool/${elsewhere}/range`, { name: '10.9.0.10-10.9.0.250' })
})
afterAll(() => t.close())

let machines = 0
const name = () => `m${++machines}`

describe('a creation with numbers that no column holds', () => {
  const ids = ['cluster', 'node', 'storage', 'account', 'preset', 'os', 'image', 'recipe', 'ipv4_number']
  const sizes = ['ram_mib', 'hdd_mib', 'cpu_number', 'net_bandwidth_mbitps', 'snapshot_limit']
  const tuned = [
    'io_read_mbitps',
    'io_write_iops',
    'net_in_mbitps',
    'net_weight',
    'tcp_connections_in',
    'process_number',
  ]
  it.each([...ids, ...sizes, ...tuned])('is refused: %s', async (field) => {
    for (const value of [Number.MAX_SAFE_INTEGER, 2_147_483_648, -2_147_483_649]) {
      const answer = await t.create({ name: name(), [field]: value }, t.admin)
      expect({ value, status: answer.status, field: answer.body.error?.value }).toEqual({ value, status: 400, field })
    }
  })

  it('leaves other users their lists', async () => {
    expect((await t.admin.get('/vm/v3/host')).status).toBe(200)
  })

  it.each([
    { disks: [{ size_mib: 10_240, boot_order: Number.MAX_SAFE_INTEGER }] },
    { disks: [{ size_mib: 10_240, boot_order: 1, tags: [2 ** 40] }] },
    { ipv4_pool: [2 ** 40] },
    { ip_addr: { name: '10.1.0.77', ip_pool: 2 ** 40 } },
    { ipv4_number: -1 },
    { ipv4_number: 257 },
    { net_bandwidth_mbitps: -1 },
  ])('is refused: %j', async (body) => {
    expect((await t.create({ name: name(), ...body })).status).toBe(400)
  })
})

describe('a creation with texts that mean nothing good', () => {
  it.each([
    { comment: '\ud800' },
    { comment: 'x'.repeat(4001) },
    { expand_part: 'x'.repeat(256) },
    { cpu_custom_model: '<x/>' },
    { password: 'Guest\npass-1' },
    { password: 'Guest\u0007pass' },
    { name: 'a\n' },
    { domain: 'a\nb' },
    { ip_addr: { name: 'zz' } },
    { ip_addr: { name: '10.1.0.77/24' } },
    { ip_addr: { name: '10.1.0.077' } },
    { firewall_rules: [{ action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 9, portend: 2 }] },
  ])('is refused: %j', async (body) => {
    expect((await t.create({ name: name(), ...body })).status).toBe(400)
  })
})

describe('a user', () => {
  it('cannot take addresses outside of all pools', async () => {
    const asked = { ip_addr: { name: '203.0.113.9', without_allocation: true } }
    expect(await t.create({ name: name(), ...asked })).toMatchObject({ status: 403, body: { error: { code: 3001 } } })
    await t.done(await t.create({ name: name(), ...asked }, t.admin))
  })

  it('takes addresses of the pools of the cluster only, and cannot tell others from none', async () => {
    const other = await t.create({ name: name(), ipv4_pool: [elsewhere] })
    const none = await t.create({ name: name(), ipv4_pool: [99_999] })
    expect(other.status).toBe(400)
    expect(JSON.stringify(other.body).replaceAll(String(elsewhere), '#')).toBe(
      JSON.stringify(none.body).replaceAll('99999', '#'),
    )
    expect((await t.create({ name: name(), ip_addr: { name: '10.9.0.77' } })).status).toBe(400)
    await t.done(await t.create({ name: name(), ipv4_pool: [t.pool] }))
    await t.done(await t.create({ name: name(), ip_addr: { name: '10.1.3.77' } }))
    await t.done(await t.create({ name: name(), ipv4_pool: [elsewhere] }, t.admin))
  })

  it('does not learn who has a requested address', async () => {
    await t.done(await t.create({ name: 'secret-name', ip_addr: { name: '10.1.3.78' } }, t.ann))
    const { body } = await t.create({ name: name(), ip_addr: { name: '10.1.3.78' } }, t.bob)
    expect((await t.ended(body.task)).error?.msg).toBe('10.1.3.78 is already used')
    for (const path of ['/vm/v3/overview', '/vm/v3/problem'])
      expect(JSON.stringify((await t.bob.get(path)).body)).not.toContain('secret-name')
    const own = await t.create({ name: name(), ip_addr: { name: '10.1.3.78' } }, t.ann)
    expect((await t.ended(own.body.task)).error?.msg).toBe('10.1.3.78 is already used by the VM secret-name')
  })

  it('counts its own VMs only on a cluster', async () => {
    const { body: mine } = await t.bob.get('/vm/v3/host')
    const { body } = await t.bob.get(`/vm/v3/cluster/${t.cluster}`)
    expect(body.host_count).toBe(mine.size)
    expect((await t.bob.get('/vm/v3/cluster')).body.list[0].host_count).toBe(mine.size)
    expect((await t.admin.get(`/vm/v3/cluster/${t.cluster}`)).body.host_count).toBeGreaterThan(mine.size)
    const where = `where=host_count GT ${mine.size}`
    expect((await t.bob.get(`/vm/v3/cluster?${where}`)).body.size).toBe(0)
  })

  it('sees no nodes behind the available systems', async () => {
    expect((await t.admin.get('/vm/v3/os')).body.list[0].nodes).not.toEqual([])
    for (const path of ['/vm/v3/os', '/vm/v3/os/all'])
      for (const row of (await t.ann.get(path)).body.list) expect(row.nodes).toEqual([])
    expect((await t.ann.get(`/vm/v3/os/${t.os}`)).body.nodes).toEqual([])
    expect((await t.ann.get('/vm/v3/os?where=node.name EQ n1')).status).toBe(400)
  })

  it('cannot call off the copy of an image that others wait for', async () => {
    const copies = (await t.admin.get('/vm/v3/task?where=name EQ os_copy')).body.list
    expect(copies).not.toEqual([])
    for (const who of [t.ann, t.bob]) {
      expect((await who.get('/vm/v3/task?where=name EQ os_copy')).body.size).toBe(0)
      for (const { id } of copies) expect((await who.post(`/vm/v3/task/${id}/abort`)).status).toBe(404)
    }
  })

  it('does not learn the new name of a VM with another owner', async () => {
    const { id } = await t.done(await t.create({ name: 'handed-over' }, t.ann))
    await t.done(await t.admin.post(`/vm/v3/host/${id}/account`, { account: t.bob.id }))
    await t.bob.post(`/vm/v3/host/${id}`, { name: 'bobs-secret' })
    const tasks = await t.ann.get(`/vm/v3/task?where=entity EQ host AND registry_id EQ ${id}`)
    expect(tasks.body.size).toBeGreaterThan(0)
    expect(JSON.stringify(tasks.body)).not.toContain('bobs-secret')
    expect((await t.ann.get('/vm/v3/task?where=registry_name EQ bobs-secret')).body.size).toBe(0)
  })
})

describe('protection', () => {
  it('keeps a VM from being deleted; extended protection also from being stopped', async () => {
    const { id } = await t.done(await t.create({ name: name() }))
    const at = `/vm/v3/host/${id}`
    const refused = (value: string) => ({ status: 409, body: { error: { code: 9005, value } } })
    await t.ann.post(at, { is_protected: true })
    for (const who of [t.ann, t.admin])
      expect(await who.delete(`${at}?force=true`)).toMatchObject(refused('is_protected'))
    await t.done(await t.ann.post(`${at}/stop`, { force: true }))
    await t.done(await t.ann.post(`${at}/start`))
    await t.ann.post(at, { is_protected: false, extended_protection: true })
    for (const action of ['stop', 'restart'])
      expect(await t.ann.post(`${at}/${action}`)).toMatchObject(refused('extended_protection'))
    expect(await t.ann.delete(at)).toMatchObject(refused('extended_protection'))
    expect(await t.host(id)).toMatchObject({ state: 'active', disabled: false })
    await t.ann.post(at, { extended_protection: false })
    await t.done(await t.ann.delete(at))
  })
})

describe('an action with If-Match', () => {
  it('is done on the VM as it was read, and on no other', async () => {
    const { id } = await t.done(await t.create({ name: name() }))
    const at = `/vm/v3/host/${id}`
    const read = (await t.ann.get(at)).headers.get('etag') as string
    await t.ann.post(at, { comment: 'changed meanwhile' })
    for (const act of [
      t.ann.post(`${at}/stop`, {}, { headers: { 'if-match': read } }),
      t.ann.delete(at, { headers: { 'if-match': read } }),
    ])
      expect(await act).toMatchObject({ status: 409, body: { error: { code: 9006 } } })
    const now = (await t.ann.get(at)).headers.get('etag') as string
    await t.done(await t.ann.post(`${at}/stop`, { force: true }, { headers: { 'if-match': now } }))
  })
})
