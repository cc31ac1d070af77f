import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let net: number
let other: number
let second: number
beforeAll(async () => {
  t = await testCluster()
  net = (await t.database.prisma.ipnet.findFirstOrThrow()).id
  second = (await t.admin.post('/vm/v3/userspace/public/ipnet', { name: '10.2.0.0/24', gateway: '10.2.0.1' })).body.id
  await t.admin.post(`/vm/v3/ippool/${t.pool}/range`, { name: '10.2.0.10-10.2.0.20' })
  const made = await t.admin.post('/vm/v3/cluster', {
    name: 'cl2',
    virtualization_type: 'dummy',
    os_storage_path: '/share',
    image_storage_path: '/images',
    interfaces: [{ interface: 0, ippool: [t.pool] }],
  })
  other = (await t.done(made)).id
  const node = { name: 'n3', cluster: other, ip: '198.51.100.3', ssh_port: 22, password: 'x' }
  await t.done(await t.admin.post('/vm/v3/node', node))
})
afterAll(() => t.close())

const connect = (clusters: number[], id = net) => t.admin.post(`/vm/v3/dc_network/${id}/cluster`, { clusters })
const ofCluster = async (id: number) => (await t.admin.get(`/vm/v3/cluster/${id}/dc_network`)).body.list
const setCluster = (id: number, dc_networks: number[]) =>
  t.admin.post(`/vm/v3/cluster/${id}/dc_network`, { dc_networks })
const addressOf = async (id: number): Promise<string> => (await t.host(id)).ip4[0].ip
const deleted = async (id: number) => t.done(await t.admin.delete(`/vm/v3/host/${id}`))
beforeEach(async () => {
  for (const id of [net, second]) expect((await connect([], id)).status).toBe(200)
})

it('offers a network only to the clusters that it is connected to', async () => {
  expect((await connect([other])).body).toEqual({})
  expect([await ofCluster(other), await ofCluster(t.cluster)]).toEqual([[net], []])
  expect((await t.admin.get(`/vm/v3/cluster/${other}`)).body.dc_networks).toEqual([net])
  const record = (await t.admin.get(`/ip/v3/ipnet/${net}`)).body
  expect(record.clusters).toEqual([{ id: other, name: 'cl2' }])
  const listed = (await t.admin.get(`/ip/v3/ipnet?where=cluster EQ ${other}`)).body.list
  expect(listed.map((one: { id: number }) => one.id)).toEqual([net])

  // The same pool gives each cluster addresses of its own network.
  const here = (await t.done(await t.create({ name: 'here' }))).id
  const there = (await t.done(await t.create({ name: 'there', cluster: other }))).id
  expect(await addressOf(here)).toMatch(/^10\.2\.0\./)
  expect(await addressOf(there)).toMatch(/^10\.1\./)
  const more = await t.done(await t.ann.post(`/vm/v3/host/${here}/ip`, { ipv4_number: 1 }))
  expect((await t.host(more.id)).ip4.map(({ ip }: { ip: string }) => ip.slice(0, 7))).toEqual(['10.2.0.', '10.2.0.'])
  const named = (who = t.admin) => t.create({ name: 'named', ip_addr: { name: '10.1.0.50' } }, who)
  expect((await named()).body.error).toMatchObject({
    value: 'ip_addr.name',
    msg: expect.stringContaining('10.1.0.0/16'),
  })
  expect((await named(t.ann)).body.error).toMatchObject({ value: 'ip_addr.name' })
  const [{ id: address }] = (await t.admin.get(`/vm/v3/host/${here}/ipv4`)).body.list
  const moved = await t.admin.post(`/vm/v3/ip/${address}`, { values: { ip_addr: '10.1.0.51' } })
  expect(moved.body.error).toMatchObject({ value: 'values.ip_addr' })
  await deleted(here)
  await deleted(there)
})

it('does not leave VMs behind that have addresses of it', async () => {
  const { id } = await t.done(await t.create({ name: 'holder' }))
  expect(await addressOf(id)).toMatch(/^10\.1\./)
  for (const answer of [await connect([other]), await setCluster(other, [net])]) {
    expect(answer.status).toBe(409)
    expect(answer.body.error.msg).toContain(
      '1 VMs or servers outside of these clusters have addresses of 10.1.0.0/16 (holder)',
    )
  }
  expect((await connect([t.cluster, other])).status).toBe(200)
  expect((await connect([other])).status).toBe(409)
  expect((await setCluster(t.cluster, [])).body.error).toMatchObject({ value: 'dc_networks' })
  await deleted(id)
  expect((await setCluster(t.cluster, [])).status).toBe(200)
  expect([await ofCluster(t.cluster), await ofCluster(other)]).toEqual([[], [net]])
})

it('connects networks to a cluster, and leaves what they are connected to besides', async () => {
  await connect([t.cluster])
  expect((await setCluster(other, [net, second])).body).toEqual({})
  expect([await ofCluster(t.cluster), await ofCluster(other)]).toEqual([[net], [net, second]])
  // A cluster whose networks are all elsewhere gets no address, and says so at once where a number is asked for.
  await setCluster(t.cluster, [])
  const refused = await t.create({ name: 'nowhere', ipv4_number: 1 })
  expect(refused.body.error).toMatchObject({ value: 'ipv4_number', msg: expect.stringContaining('no pool of IPv4') })
})

it('is refused for what does not exist, and to users', async () => {
  expect((await connect([999_999])).body.error).toMatchObject({ value: 'clusters' })
  expect((await connect([], 999_999)).status).toBe(404)
  expect((await setCluster(other, [999_999])).body.error).toMatchObject({ value: 'dc_networks' })
  expect((await setCluster(999_999, [])).status).toBe(404)
  expect((await t.admin.get('/vm/v3/cluster/999999/dc_network')).status).toBe(404)
  expect((await t.ann.post(`/vm/v3/dc_network/${net}/cluster`, { clusters: [] })).status).toBe(403)
})
