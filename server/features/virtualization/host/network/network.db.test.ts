import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { renewNetworkRules } from '../network-rules.ts'
import { at, create, free, historyOf, startCluster, t } from '../queue-fixture.ts'

let six = 0
beforeAll(async () => {
  await startCluster()
  six = (await t.admin.post('/vm/v3/userspace/public/ippool', { name: 'six' })).body.id
  await t.admin.post('/vm/v3/userspace/public/ipnet', { name: '2001:db8::/32', gateway: '2001:db8::1' })
  await t.admin.post(`/vm/v3/ippool/${six}/range`, { name: '2001:db8:50::/48' })
  const pools = [{ interface: 0, ippool: [t.pool, six] }]
  expect((await t.admin.post(`/vm/v3/cluster/${t.cluster}`, { interfaces: pools })).status).toBe(200)
  // vmbr1 carries the second network of the cluster, on both nodes.
  const interfaces = [0, 1].map((n) => ({ node_interface: `vmbr${n}`, cluster_interface: n }))
  await t.database.prisma.node.updateMany({ data: { interfaces } })
})
afterAll(() => t.close())

const faces = async (id: number) => (await t.ann.get(`${at(id)}/iface?orderby=id`)).body.list
const addresses = async (id: number) => (await t.ann.get(`/vm/v3/ip?where=host EQ ${id}&orderby=id`)).body.list
const add = (id: number, body: object, who = t.ann) => who.post(`${at(id)}/iface`, { is_main_network: true, ...body })

/** What the node of a VM has of it, in its simulation. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  return (await dummyNode(node.ip).store.read()).domains[row.internal_name]!
}

describe('an interface of a running VM', () => {
  it('is added with addresses, changed, and removed with them', async () => {
    const id = await create()
    const { id: iface } = await t.done(await add(id, { ip_count: 2, model: 'e1000' }))
    const [first, second] = await faces(id)
    expect(first).toMatchObject({ name: 'eth0', bridge: 'vmbr0', cluster_interface: 0, state: 'ok' })
    expect(second).toMatchObject({ id: iface, name: 'eth1', model: 'e1000', dhcp: false, state: 'ok', vxlan: null })
    expect(second.ip).toHaveLength(2)
    expect((await onNode(id)).spec.interfaces.map(({ mac }) => mac)).toEqual([first.mac, second.mac])
    expect((await t.host(id)).ip4.map((one: { interface: string }) => one.interface)).toEqual(['eth0', 'eth1', 'eth1'])
    const bridges = await t.database.prisma.node_interface.findMany({ where: { name: 'vmbr1' } })
    const { node } = await t.host(id)
    const other = bridges.find(({ node_id }) => node_id === node.id)!.id
    await t.done(await t.ann.post(`${at(id)}/iface/${iface}`, { bridge_id: other, model: 'virtio' }))
    expect((await faces(id))[1]).toMatchObject({
      bridge: 'vmbr1',
      bridge_id: other,
      model: 'virtio',
      cluster_interface: 1,
    })
    const { body } = await t.ann.delete(`${at(id)}/iface/${iface}`)
    expect(body).toEqual({ task: expect.any(Number) })
    expect(await t.ended(body.task)).toMatchObject({ name: 'iface_delete', status: 'complete' })
    expect(await faces(id)).toHaveLength(1)
    expect(await addresses(id)).toHaveLength(1)
    expect((await onNode(id)).spec.interfaces).toHaveLength(1)
    expect((await historyOf(id)).slice(-3)).toEqual([
      'iface_create complete',
      'iface_edit complete',
      'iface_delete complete',
    ])
  })

  it('is gone with its addresses when the node refuses it', async () => {
    const id = await create()
    const node = (await t.host(id)).node.id
    await t.database.prisma.node_interface.create({ data: { node_id: node, name: 'vmbr9', type: 'bridge' } })
    const body = { is_main_network: false, bridge: 'vmbr9', ip_count: 1, ippool: t.pool }
    const { task } = (await add(id, body, t.admin)).body
    expect(await t.ended(task)).toMatchObject({ status: 'failed', error: { msg: expect.stringContaining('vmbr9') } })
    await free(id)
    expect(await faces(id)).toHaveLength(1)
    expect(await addresses(id)).toHaveLength(1)
    expect((await onNode(id)).spec.interfaces).toHaveLength(1)
    expect((await t.host(id)).fault).toMatchObject({ action: 'iface_create' })
  })

  it('is refused in words', async () => {
    const id = await create()
    const no = async (answer: Promise<{ status: number; body: { error?: { value: string } } }>) => {
      const { status, body } = await answer
      return `${status} ${body.error?.value}`
    }
    expect(await no(add(id, {}))).toMatch(/^400/)
    expect(await no(add(id, { vxlan: 1 }))).toBe('400 vxlan')
    expect(await no(add(id, { no_ip: true, mac: '52:54:00:00:00:09' }))).toBe('403 mac')
    expect(await no(add(id, { no_ip: true, mac: '53:54:00:00:00:09' }, t.admin))).toBe('400 mac')
    expect(await no(add(id, { no_ip: true, bridge: 'nothing' }))).toBe('400 bridge')
    expect(await no(add(id, { no_ip: true, name: 'eth0' }))).toBe('409 name')
    expect(await no(add(id, { no_ip: true, name: '-rf' }))).toMatch(/^400 name/)
    expect(await no(add(id, { ip_name: '192.0.2.99' }))).toBe('400 ip_name')
    expect(await no(add(id, { ip_count: 1, ippool: 99_999 }))).toBe('400 ippool')
    expect(await no(add(id, { ip_count: 1 }, t.bob))).toMatch(/^404/)
    expect(await no(t.ann.delete(`${at(id)}/iface/999999`))).toMatch(/^404/)
    await t.ann.post(at(id), { extended_protection: true })
    expect(await no(add(id, { no_ip: true }))).toBe('409 extended_protection')
    expect(await faces(id)).toHaveLength(1)
    expect((await t.host(id)).queue).toEqual([])
  })

  it('is on another network of the cluster where the node carries it', async () => {
    const id = await create()
    await t.done(await add(id, { is_main_network: false, no_ip: true }))
    expect((await faces(id))[1]).toMatchObject({ bridge: 'vmbr1', cluster_interface: 1, no_ip: true, ip: [] })
  })
})

describe('addresses of a VM', () => {
  it('come and go while it lives, and its filter with them', async () => {
    const id = (await t.done(await t.create({ name: 'filtered', anti_spoofing: true }))).id
    await t.done(await t.ann.post(`${at(id)}/ip`, { ipv4_number: 2 }))
    const given = await addresses(id)
    expect(given.map((one: { state: string }) => one.state)).toEqual(['ok', 'ok', 'ok'])
    const allowed = async () => (await onNode(id)).spec.interfaces[0]?.filter?.anti_spoofing?.addresses
    expect(await allowed()).toEqual(given.map((one: { ip_addr: string }) => one.ip_addr))
    await t.done(await t.ann.delete(`/vm/v3/ip/${given[1].id}`))
    expect(await allowed()).toEqual([given[0].ip_addr, given[2].ip_addr])
    expect((await t.host(id)).ip_summary).toBe(`${given[0].ip_addr}, ${given[2].ip_addr}`)
    expect(await t.database.prisma.ip.count({ where: { id: given[1].id } })).toBe(0)
  })

  it('are whole subnets of IPv6, which nothing else gets an address in', async () => {
    const [one, other] = [await create(), await create()]
    for (const id of [one, other]) await t.done(await t.ann.post(`${at(id)}/ip`, { ipv6_prefix: 64, ipv6_pool: [six] }))
    const prefixes = (await Promise.all([one, other].map(addresses))).map((list) => list.at(-1).prefix)
    expect(prefixes).toEqual(['2001:db8:50::/64', '2001:db8:50:1::/64'])
    expect((await t.ann.get(`${at(one)}/ipv6`)).body).toMatchObject({ ipv6_enabled: true, ipv6_prefix: 64 })
    expect((await faces(one))[0].ip.at(-1)).toBe('2001:db8:50::/64')
    // By name it is taken for another VM, and free for the one that has it.
    const named = (id: number) => t.admin.post(`${at(id)}/ip`, { ip_addr: { name: '2001:db8:50::77' } })
    expect((await named(other)).status).toBe(409)
    await t.done(await named(one))
    // A single one lies behind them.
    await t.done(await t.ann.post(`${at(one)}/ip`, { ipv6_enabled: true, ipv6_pool: [six] }))
    expect((await addresses(one)).at(-1).ip_addr).toMatch(/^2001:db8:50:2:/)
    await t.done(await t.ann.post(`${at(other)}/ip`, { ipv6_prefix: 64 }))
    expect((await addresses(other)).at(-1).prefix).toBe('2001:db8:50:3::/64')
    expect((await t.ann.get(`${at(await create())}/ipv6`)).body).toMatchObject({
      ipv6_enabled: false,
      ipv6_prefix: null,
    })
  })

  it('keep to the limits of their account', async () => {
    const id = await create()
    const limits = `/vm/v3/user_limits/account/${t.ann.id}`
    const used = await t.database.prisma.ip.count({
      where: { host_id: { not: null }, account_id: t.ann.id, family: 2 },
    })
    expect((await t.admin.post(limits, { ipv4_number_total: used + 1 })).status).toBe(200)
    expect((await t.ann.post(`${at(id)}/ip`, { ipv4_number: 2 })).body.error).toMatchObject({
      value: 'ipv4_number_total',
    })
    expect((await add(id, { ip_count: 2 })).body.error).toMatchObject({ value: 'ipv4_number_total' })
    await t.done(await add(id, { ip_count: 1 }))
    expect((await t.create({ name: 'over' })).status).toBe(409)
    await t.admin.delete(limits)
    expect((await t.ann.post(`${at(id)}/ip`, {})).status).toBe(400)
  })

  it('are configured in the way that is chosen', async () => {
    const id = await create()
    expect((await t.ann.post(`${at(id)}/ip_automation`, { ip_automation_type: 'magic' })).status).toBe(400)
    await t.done(await t.ann.post(`${at(id)}/ip_automation`, { ip_automation_type: 'cloud_init' }))
    expect(await t.host(id)).toMatchObject({ ip_automation: 'cloud_init', waits_for_start: ['network'] })
    await t.done(await t.ann.post(`${at(id)}/restart`, {}))
    expect(await t.host(id)).toMatchObject({ network_waits: null, waits_for_start: [] })
  })
})

describe('a new VM', () => {
  it('has the interfaces and addresses that it was asked for', async () => {
    const made = await t.done(
      await t.create(
        {
          name: 'custom',
          custom_interfaces: [
            { is_main_network: true, ip_count: 2, mac: '52:54:00:aa:bb:01' },
            { is_main_network: false, name: 'lan0', no_ip: true, model: 'e1000e' },
            { is_main_network: true, ippool: six, ipv6_prefix: 120 },
          ],
        },
        t.admin,
      ),
    )
    const list = (await t.admin.get(`${at(made.id)}/iface?orderby=id`)).body.list
    expect(list).toMatchObject([
      { name: 'eth0', mac: '52:54:00:aa:bb:01', bridge: 'vmbr0', ip: [expect.any(String), expect.any(String)] },
      { name: 'lan0', model: 'e1000e', bridge: 'vmbr1', no_ip: true, dhcp: false, ip: [] },
      { name: 'eth1', bridge: 'vmbr0', dhcp: false, ip: [expect.stringMatching(/\/120$/)] },
    ])
    expect((await onNode(made.id)).spec.interfaces).toHaveLength(3)
  })

  it('is on the networks of its cluster, with IPv6', async () => {
    const { id } = await t.done(
      await t.create({
        name: 'networks',
        ipv6_enabled: true,
        ipv6_prefix: 64,
        interfaces: [{ cluster_interface: 1, ipv4_number: 1, ipv4_pool: [t.pool] }],
      }),
    )
    expect(await faces(id)).toMatchObject([
      { bridge: 'vmbr0', ip: [expect.stringMatching(/\/64$/), expect.stringMatching(/^10\./)] },
      { bridge: 'vmbr1', ip: [expect.stringMatching(/^10\./)] },
    ])
    expect(
      (await t.create({ name: 'twice', interfaces: [1, 2].map(() => ({ cluster_interface: 1, ipv4_number: 0 })) }))
        .status,
    ).toBe(400)
    expect((await t.create({ name: 'v', custom_interfaces: [{ vxlan: 1 }] })).body.error).toMatchObject({
      value: 'custom_interfaces',
    })
  })
})

describe('packet rules of a VM', () => {
  const rule = { action: 'accept', direction: 'in', protocols: ['tcp'], portstart: 22, portend: 22 }
  const change = (id: number, rules: object[], who = t.ann) => who.post(`${at(id)}/packet_rules`, { rules })

  it('come behind the documented ones, and are what its node is given', async () => {
    const documented = { action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 }
    const { id } = await t.done(await t.create({ name: 'ruled', firewall_rules: [documented] }))
    const own = { ...rule, peers: ['203.0.113.0/24', '2001:db8::/32'], rate: 10, note: 'office' }
    const rest = { action: 'drop', direction: 'in', protocols: ['any'] }
    await t.done(await change(id, [own, { ...rule, enabled: false }, rest]))
    const { body } = await t.ann.get(`${at(id)}/packet_rules`)
    expect(body).toMatchObject({ anti_spoofing: false, fixed: 1, forged: { packets: 0 } })
    expect(body.list).toMatchObject([
      { action: 'drop', portstart: 25, met: { packets: 0 } },
      { note: 'office', rate: 10, met: { packets: 0 } },
      { enabled: false, met: null },
      { protocols: ['any'], portstart: null, met: { packets: 0 } },
    ])
    const given = (await onNode(id)).spec.interfaces[0]?.filter?.firewall_rules
    expect(given?.map(({ action, protocols, rate }) => [action, protocols[0], rate])).toEqual([
      ['drop', 'tcp', undefined],
      ['accept', 'tcp', 10],
      ['drop', 'any', undefined],
    ])
    // The documented field shows the documented rules alone.
    expect((await t.host(id)).firewall_rules).toEqual([documented])
    await t.done(await change(id, []))
    expect((await onNode(id)).spec.interfaces[0]?.filter?.firewall_rules).toHaveLength(1)
  })

  it('reject where the kernel of the node can, and are refused where it cannot', async () => {
    const id = await create()
    const told = { ...rule, action: 'reject' }
    await t.done(await change(id, [told]))
    const inForce = async () =>
      (await onNode(id)).spec.interfaces[0]?.filter?.firewall_rules.map(({ action }) => action)
    const read = async () => (await t.ann.get(`${at(id)}/packet_rules`)).body
    expect(await inForce()).toEqual(['reject'])
    expect((await read()).actions).toEqual(['accept', 'drop', 'reject'])
    const { node } = await t.host(id)
    await t.database.pool.query("update node set capabilities = array_remove(capabilities, 'reject') where id = $1", [
      node.id,
    ])
    try {
      expect((await change(id, [told])).body.error).toMatchObject({
        value: 'rules',
        msg: expect.stringMatching(/nft_reject_bridge/),
      })
      // One that it has stays closed, and says what becomes of it.
      await renewNetworkRules(id, AbortSignal.timeout(10_000))
      expect(await inForce()).toEqual(['drop'])
      expect(await read()).toMatchObject({ actions: ['accept', 'drop'], list: [{ action: 'reject' }] })
      await t.done(await change(id, [{ ...told, enabled: false }]))
    } finally {
      await t.database.pool.query("update node set capabilities = array_append(capabilities, 'reject') where id = $1", [
        node.id,
      ])
    }
  })

  it('are refused where they are none', async () => {
    const id = await create()
    for (const wrong of [
      { ...rule, action: 'refuse' },
      { ...rule, portend: null },
      { ...rule, portstart: 23 },
      { ...rule, protocols: ['icmp'] },
      { ...rule, protocols: ['any', 'tcp'], portstart: null, portend: null },
      { ...rule, peers: ['0.0.0.0/33'] },
      { ...rule, peers: ['1.2.3.4; flush ruleset'] },
      { ...rule, rate: 0 },
      { ...rule, note: 'a\nb' },
    ])
      expect([wrong, (await change(id, [wrong])).status]).toEqual([wrong, 400])
    expect((await change(id, Array(101).fill(rule))).status).toBe(400)
    expect((await change(id, [rule], t.bob)).status).toBe(404)
    expect((await t.bob.get(`${at(id)}/packet_rules`)).status).toBe(404)
  })
})
