import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import type { DomainSpec } from '../../../drivers/hypervisor/domain-types.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

let machines = 0
const name = () => `tuned-${++machines}`
const firewall_rules = [{ action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 }]

/** The spec that the VM's node received. */
async function told(id: number): Promise<DomainSpec> {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const domain = (await dummyNode(node.ip).store.read()).domains[row.internal_name]
  if (!domain) throw new Error('The node does not know the machine')
  return domain.spec
}

const sources = async (id: number) => (await told(id)).interfaces[0]?.filter?.anti_spoofing

/** Disconnects the VM's node, and reconnects it. */
async function nodeOf(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  return (reachable: boolean) =>
    dummyNode(node.ip).store.update((state) => {
      state.offline = !reachable
    })
}

describe('limits of a VM', () => {
  it('reaches its node', async () => {
    const body = {
      cpu_weight: 2000,
      io_weight: 500,
      io_read_mbitps: 80,
      io_write_mbitps: 40,
      io_read_iops: 300,
      io_write_iops: 200,
      net_in_mbitps: 100,
      net_out_mbitps: 10,
      cpu_mode: 'custom',
      cpu_custom_model: 'EPYC',
      nesting: true,
      anti_spoofing: true,
      firewall_rules,
    }
    const { id } = await t.done(await t.create({ name: name(), ...body }))
    expect(await t.host(id)).toMatchObject(body)
    const { limits, ...spec } = await told(id)
    expect(limits).toEqual({
      cpu_weight: 2000,
      io_weight: 500,
      io_read_mbitps: 80,
      io_write_mbitps: 40,
      io_read_iops: 300,
      io_write_iops: 200,
      net_in_mbitps: 100,
      net_out_mbitps: 10,
    })
    expect(spec).toMatchObject({ cpu_mode: 'custom', cpu_custom_model: 'EPYC', nesting: true })
    const [{ ip }] = (await t.host(id)).ip4
    expect(spec.interfaces[0]?.filter).toMatchObject({ firewall_rules, anti_spoofing: { addresses: [ip] } })
  })

  it('is nothing where nothing was asked for, and where the value says so', async () => {
    const none = {
      cpu_weight: 0,
      io_weight: 0,
      io_read_mbitps: -1,
      io_write_iops: -1,
      io_read_iops: 0,
      net_in_mbitps: 0,
      net_weight: 0,
      tcp_connections_in: 0,
      tcp_connections_out: 0,
      process_number: -1,
      anti_spoofing: false,
      firewall_rules: [],
      cpu_mode: 'default',
      cpu_custom_model: '',
      anti_spoofing_settings: { vlan: false },
      net_bandwidth_mbitps: 0,
    }
    for (const body of [{}, none, Object.fromEntries(Object.keys(none).map((field) => [field, null]))]) {
      const { id } = await t.done(await t.create({ name: name(), ...body }))
      const spec = await told(id)
      expect(spec.limits).toEqual({})
      expect(spec.interfaces[0]?.filter).toBeNull()
    }
  })

  it('connections are limited at each interface, with nothing else filtered', async () => {
    const { id } = await t.done(await t.create({ name: name(), tcp_connections_in: 20 }))
    const connections = { in: 20, out: 0 }
    expect((await told(id)).interfaces[0]?.filter).toEqual({ firewall_rules: [], anti_spoofing: null, connections })
    expect((await t.admin.get(`/vm/v3/host/${id}`)).body).toMatchObject({
      tcp_connections_in: 20,
      tcp_connections_out: null,
    })
    // A node whose kernel cannot any more takes the other rules, which it would not with this one among them.
    const { node_id } = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
    const where = { id: node_id ?? 0 }
    const { capabilities } = await t.database.prisma.node.findUniqueOrThrow({ where })
    const less = capabilities.filter((one) => one !== 'tcp_connections')
    await t.database.prisma.node.update({ where, data: { capabilities: less } })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/resource`, { anti_spoofing: true }))
    expect((await told(id)).interfaces[0]?.filter).not.toHaveProperty('connections')
    await t.database.prisma.node.update({ where, data: { capabilities } })
  })

  it('the lower of two limits of the network counts', async () => {
    const { id } = await t.done(
      await t.create({ name: name(), net_bandwidth_mbitps: 50, net_in_mbitps: 100, net_out_mbitps: 20 }),
    )
    expect((await told(id)).limits).toEqual({ net_in_mbitps: 50, net_out_mbitps: 20 })
  })

  it.each([
    [{ tcp_connections_in: 65_536 }, 'tcp_connections_in', /at most 65535/],
    [{ process_number: 100 }, 'process_number', /inside a VM cannot be limited/],
    [{ net_weight: 3 }, 'net_weight', /limit VMs with net_in_mbitps/],
    [{ cpu_mode: 'custom' }, 'cpu_custom_model', /give the model/],
    [{ cpu_mode: 'custom', cpu_custom_model: '.EPYC' }, 'cpu_custom_model', /the name of a CPU model/],
    [{ cpu_custom_model: 'EPYC' }, 'cpu_custom_model', /only when cpu_mode is custom/],
    [{ io_read_mbitps: 1_000_001 }, 'io_read_mbitps', /at most 1000000/],
    [{ net_bandwidth_mbitps: 1_000_001 }, 'net_bandwidth_mbitps', /at most 1000000/],
    [{ firewall_rules: Array(65).fill(firewall_rules[0]) }, 'firewall_rules', /at most 64/],
  ])('is refused when no node can do it: %j', async (body, value, words) => {
    const before = await t.database.prisma.host.count()
    expect(await t.create({ name: name(), ...body })).toMatchObject({
      status: 400,
      body: { error: { value, msg: expect.stringMatching(words) } },
    })
    expect(await t.database.prisma.host.count()).toBe(before)
  })

  it('a VM that needs what not every node can do goes to a node that can', async () => {
    const { capabilities } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: t.nodes[0] } })
    expect(capabilities).toEqual(expect.arrayContaining(['host_cpu', 'nesting', 'efi_boot']))
    await t.database.prisma.node.update({ where: { id: t.nodes[0] }, data: { capabilities: [] } })
    try {
      for (const [body, words] of [
        [{ cpu_mode: 'host-model' }, /emulated/],
        [{ nesting: true }, /cannot run VMs here/],
        [{ efi_boot: true }, /no UEFI firmware/],
      ] as const) {
        const { id } = await t.done(await t.create({ name: name(), ...body }))
        expect((await t.host(id)).node.id).toBe(t.nodes[1])
        const chosen = await t.create({ name: name(), node: t.nodes[0], ...body }, t.admin)
        const field = Object.keys(body)[0]
        expect(chosen).toMatchObject({
          status: 400,
          body: { error: { value: field, msg: expect.stringMatching(words) } },
        })
      }
    } finally {
      await t.database.prisma.node.update({ where: { id: t.nodes[0] }, data: { capabilities } })
    }
  })
})

describe('a VM that may send with its own addresses only', () => {
  const made = async () => {
    const { id } = await t.done(await t.create({ name: name(), anti_spoofing: true, ipv4_number: 2 }))
    const ips = await t.database.prisma.ip.findMany({ where: { host_id: id }, orderBy: { id: 'asc' } })
    return { id, ips }
  }

  it('follows an address that is moved, at once', async () => {
    const { id, ips } = await made()
    const answer = await t.admin.post(`/vm/v3/ip/${ips[0]?.id}`, { values: { ip_addr: '10.1.3.200' } })
    await t.done(answer)
    expect(await sources(id)).toEqual({ addresses: ['10.1.3.200', ips[1]?.ip_addr] })
  })

  it('loses an address before it is allocated again', async () => {
    const { id, ips } = await made()
    await t.done(await t.admin.delete(`/vm/v3/ip/${ips[0]?.id}`))
    expect(await sources(id)).toEqual({ addresses: [ips[1]?.ip_addr] })
  })

  it('keeps an address that could not be taken from it', async () => {
    const { id, ips } = await made()
    const reachable = await nodeOf(id)
    await reachable(false)
    try {
      await expect.poll(async () => (await t.host(id)).state).toBe('unknown')
      const { status, body } = await t.admin.delete(`/vm/v3/ip/${ips[0]?.id}`)
      expect({ status, body }).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/node/) } } })
      expect(await t.database.prisma.ip.findMany({ where: { host_id: id } })).toHaveLength(2)
    } finally {
      await reachable(true)
    }
  })

  it('is brought in line when its node comes back', async () => {
    const { id, ips } = await made()
    const reachable = await nodeOf(id)
    await expect.poll(async () => (await t.host(id)).state).toBe('active')
    await reachable(false)
    try {
      await expect.poll(async () => (await t.host(id)).state).toBe('unknown')
      await t.database.prisma.ip.update({ where: { id: ips[0]?.id ?? 0 }, data: { host_id: null } })
    } finally {
      await reachable(true)
    }
    await expect.poll(() => sources(id)).toEqual({ addresses: [ips[1]?.ip_addr] })
    await expect.poll(async () => (await t.host(id)).state).toBe('active')
  })

  it('is brought in line when it starts', async () => {
    const { id, ips } = await made()
    await t.done(await t.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await t.database.prisma.ip.update({ where: { id: ips[0]?.id ?? 0 }, data: { host_id: null } })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/start`))
    expect(await sources(id)).toEqual({ addresses: [ips[1]?.ip_addr] })
  })

  it('with DHCP is watched by its MAC', async () => {
    const { id } = await t.done(await t.create({ name: name(), anti_spoofing: true, ipv4_number: 0 }))
    expect(await sources(id)).toEqual({ addresses: null })
  })

  it('costs others no task when its addresses change', async () => {
    const { id } = await t.done(await t.create({ name: name(), firewall_rules }))
    const [ip] = await t.database.prisma.ip.findMany({ where: { host_id: id } })
    const answer = await t.admin.post(`/vm/v3/ip/${ip?.id}`, { values: { ip_addr: '10.1.3.201' } })
    expect(answer).toMatchObject({ status: 200, body: { id: ip?.id } })
    expect(answer.body).not.toHaveProperty('task')
  })
})

describe('folders of a node', () => {
  const attach = (body: object) =>
    t.admin.post('/vm/v3/node', {
      ...{
        name: `n-${++machines}`,
        cluster: t.cluster,
        ip: `198.51.100.${100 + machines}`,
        ssh_port: 22,
        password: 'x',
      },
      ...body,
    })

  it('are those of its cluster', async () => {
    await t.done(await attach({ host_storage: { path: '/vm/' }, image_storage_path: '/images' }))
    await t.done(await attach({ host_storage: {}, image_storage_path: '' }))
    const id = t.nodes[0]
    for (const [body, value, words] of [
      [
        { host_storage: { path: '/data' } },
        'host_storage',
        /is not a storage of the cluster cl1, whose VMs are in \/vm/,
      ],
      [{ host_storage: { path: '/vm', tags: [1] } }, 'host_storage', /tags/],
      [{ image_storage_path: '/other' }, 'image_storage_path', /keeps its images in \/images/],
    ] as const)
      for (const answer of [await attach(body), await t.admin.post('/vm/v3/node', { id, ...body })])
        expect(answer).toMatchObject({ status: 400, body: { error: { value, msg: expect.stringMatching(words) } } })
  })
})
