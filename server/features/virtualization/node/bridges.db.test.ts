import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const attach = (body: object) =>
  t.admin.post('/vm/v3/node', { cluster: t.cluster, ssh_port: 22, password: 'x', ip: '198.51.100.9', ...body })
const interfaces = async (node: number) =>
  Object.fromEntries(
    (await t.admin.get(`/vm/v3/node/${node}/network/iface`)).body.list.map((one: { name: string }) => [one.name, one]),
  )
const bridgeOf = async (host: number) =>
  (await t.database.prisma.host_interface.findFirstOrThrow({ where: { host_id: host } })).bridge

describe('an interface of a node', () => {
  it('counts the VMs that are on it, and a VM names it', async () => {
    for (const name of ['one', 'two']) await t.done(await t.create({ name, node: t.nodes[0] }, t.admin))
    const found = await interfaces(t.nodes[0])
    expect(found).toMatchObject({
      vmbr0: { host_count: 2, used: true, is_main_network: true },
      vmbr1: { host_count: 0, used: false, is_main_network: false },
      // Of the bridge.
      eno1: { host_count: 0, used: true },
    })
    const { list } = (await t.admin.get(`/vm/v3/host?where=node EQ ${t.nodes[0]}`)).body
    for (const host of list) expect(host.interfaces[0].node_interface).toBe(found.vmbr0.id)
    const elsewhere = (await t.admin.get(`/vm/v3/node/${t.nodes[1]}/network/iface?where=host_count GT 0`)).body
    expect(elsewhere.size).toBe(0)
  })
})

describe('the mapping of a node', () => {
  it.each([
    ['a bridge', 'vmbr1', '198.51.100.11'],
    ['what a bridge is over', 'eno2', '198.51.100.12'],
  ])('puts VMs where it says, by the name of %s', async (_, node_interface, ip) => {
    const mapping = [{ node_interface, cluster_interface: 0 }]
    const { id } = await t.done(await attach({ name: `by-${node_interface}`, ip, interfaces: mapping }))
    expect((await t.admin.get(`/vm/v3/node/${id}`)).body.main_bridge).toBe('vmbr1')
    const made = await t.done(await t.create({ name: `on-${node_interface}`, node: id }, t.admin))
    expect(await bridgeOf(made.id)).toBe('vmbr1')
    expect(await interfaces(id)).toMatchObject({
      vmbr1: { host_count: 1, used: true, is_main_network: true },
      vmbr0: { host_count: 0, used: false, is_main_network: false },
    })
  })

  it('ends the attachment in words when it leads nowhere, and is mended by attaching again', async () => {
    const wrong = await attach({ name: 'n9', interfaces: [{ node_interface: 'vmbr7', cluster_interface: 0 }] })
    expect(await t.ended(wrong.body.task)).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/no interface vmbr7, only eno1, eno2, vmbr0, vmbr1/) },
    })
    const again = {
      password: 'x',
      interfaces: [{ node_interface: 'vmbr1', cluster_interface: 0 }],
      comment: 'second',
      host_limit: 9,
    }
    await t.done(await t.admin.post('/vm/v3/node', { id: wrong.body.id, ...again }))
    expect((await t.admin.get(`/vm/v3/node/${wrong.body.id}`)).body).toMatchObject({
      state: 'active',
      main_bridge: 'vmbr1',
      comment: 'second',
      host_limit: 9,
    })
  })

  it('has no substitute when its bridge is gone', async () => {
    const [node] = await t.database.prisma.node.findMany({ where: { name: 'n9' } })
    const gone = [{ node_interface: 'vmbr8', cluster_interface: 0 }]
    await t.database.prisma.node.update({ where: { id: node!.id }, data: { interfaces: gone } })
    const answer = await t.create({ name: 'nowhere', node: node!.id }, t.admin)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { msg: expect.stringMatching(/n9 has no network bridge for VMs/) } },
    })
  })

  it.each([
    ['half of it', [{ node_interface: 'vmbr1' }], 'interfaces.0'],
    ['a path', [{ node_interface: '../x', cluster_interface: 0 }], 'interfaces.0.node_interface'],
    ['two for one network', [0, 1].map((n) => ({ node_interface: `vmbr${n}`, cluster_interface: 0 })), 'interfaces'],
  ])('is refused as %s', async (_, mapping, value) => {
    expect(await attach({ name: 'n10', interfaces: mapping })).toMatchObject({
      status: 400,
      body: { error: { value } },
    })
  })
})

describe('attaching a node again', () => {
  it('drops nothing in silence', async () => {
    const id = t.nodes[1]
    const other = await t.admin.post('/vm/v3/cluster', {
      name: 'cl2',
      virtualization_type: 'dummy',
      os_storage_path: '/share',
      image_storage_path: '/images',
    })
    const refused = (body: object) => t.admin.post('/vm/v3/node', { id, ...body })
    expect(await refused({ cluster: other.body.id })).toMatchObject({
      status: 400,
      body: { error: { value: 'cluster' } },
    })
    expect(await refused({ name: 'n1' })).toMatchObject({ status: 409, body: { error: { value: 'name' } } })
    expect(await refused({ ip: '198.51.100.1' })).toMatchObject({ status: 409, body: { error: { value: 'ip' } } })
    expect(await refused({ lvm_vg_rename: true })).toMatchObject({ status: 400 })
    await t.done(
      await refused({ cluster: t.cluster, name: 'n2-new', ipv6: '2001:db8::2', overselling: 2, vcpu_limit: 7 }),
    )
    expect((await t.admin.get(`/vm/v3/node/${id}`)).body).toMatchObject({
      name: 'n2-new',
      ipv6: '2001:db8::2',
      overselling: 2,
      vcpu_limit: 7,
    })
  })
})
