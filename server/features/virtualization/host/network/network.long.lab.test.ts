import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// A real guest on a real node: interfaces and addresses that come and go while it runs, shown by packets.
const run = promisify(execFile)
const { lab, node1, api, until, done, host, attach, create, close } = await hostLab()
afterAll(() => close())

let id = 0
let address = ''
let mainPool = 0

/** What a shell in the guest answers. */
async function inGuest(command: string, at = address): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=3']
  const ssh = ['ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${at}`, command]
  return (await run('sshpass', ['-p', GUEST_PASSWORD, ...ssh], { timeout: 30_000 })).stdout.trim()
}
const onNode = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout
/** Whether an address answers to pings of the panel host, or of the node. */
const answers = (at: string, from: 'panel' | 'node' = 'panel') => {
  const argv = ['ping', '-n', '-c', '3', '-i', '0.2', '-W', '2', at]
  const sent =
    from === 'panel'
      ? run(argv[0]!, argv.slice(1)).then(
          () => 0,
          () => 1,
        )
      : inNode(lab, node1.index, argv).then(
          ({ code }) => code,
          () => 1,
        )
  return sent.then((code) => code === 0)
}
const faces = async () => (await api.ann.get(`/vm/v3/host/${id}/iface?orderby=id`)).body.list
const addressesOf = async () => (await api.ann.get(`/vm/v3/ip?where=host EQ ${id}&orderby=id`)).body.list

beforeAll(async () => {
  await done(await attach(node1))
  mainPool = (await api.database.prisma.ippool.findFirstOrThrow()).id
  const net = await api.database.prisma.ipnet.create({
    data: { name: 'fd90::/32', net: 'fd90::/32', gateway: 'fd90::1', family: 10, need_reserve: true },
  })
  await api.database.prisma.iprange.create({
    data: {
      ippool_id: mainPool,
      ipnet_id: net.id,
      name: 'fd90:0:1::/48',
      first: 'fd90:0:1::',
      last: 'fd90:0:1:ffff:ffff:ffff:ffff:ffff',
      size: '1208925819614629174706176',
      frontier: 'fd90:0:1::',
      family: 10,
    },
  })
  const made = await done(await create({ name: 'linked', anti_spoofing: true }))
  id = made.id
  address = (await host(id)).ip4[0].ip
  await until('the guest answers', async () => {
    const said = await inGuest('hostname').catch(() => '')
    // The change log is the clock of `until`.
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said === 'linked'
  })
})

it('a running guest gets an interface and uses it', async () => {
  const added = await done(await api.ann.post(`/vm/v3/host/${id}/iface`, { is_main_network: true, ip_count: 1 }))
  const [, second] = await faces()
  expect(second).toMatchObject({ id: added.id, name: 'eth1', model: 'virtio', state: 'ok', ip: [expect.any(String)] })
  expect(await host(id)).toMatchObject({ network_waits: null, waits_for_start: [], state: 'active', fault: null })
  expect(await inGuest('cat /sys/class/net/eth1/address')).toBe(second.mac)
  expect(await inGuest('ip -4 addr show dev eth1')).toContain(`inet ${second.ip[0]}/24`)
  await expect.poll(() => answers(second.ip[0]), { timeout: 20_000 }).toBe(true)
  // Its filter came with it: it sends with its own address, and with no other.
  const { internal_name } = await host(id)
  expect(await onNode('virsh', '-q', 'domiflist', internal_name)).toContain(second.mac)
  expect(await inGuest(`ping -c 1 -W 2 -I eth1 ${lab.panel.address} > /dev/null && echo pong`)).toBe('pong')
  await inGuest('ip addr add 10.90.0.250/24 dev eth1')
  expect(await inGuest(`ping -c 2 -W 1 -I 10.90.0.250 ${lab.panel.address} > /dev/null || echo silent`)).toBe('silent')
  await inGuest('ip addr del 10.90.0.250/24 dev eth1')
})

it('it gets another address, and loses it', async () => {
  const before = await addressesOf()
  await done(await api.ann.post(`/vm/v3/host/${id}/ip`, { ipv4_number: 1 }))
  const more = (await addressesOf()).find(
    (one: { id: number }) => !before.some((old: { id: number }) => old.id === one.id),
  )
  expect(more).toMatchObject({ state: 'ok', family: 2 })
  expect(await inGuest('ip -4 addr show dev eth0')).toContain(` ${more.ip_addr}/24`)
  await expect.poll(() => answers(more.ip_addr), { timeout: 20_000 }).toBe(true)
  await done(await api.ann.delete(`/vm/v3/ip/${more.id}`))
  expect(await addressesOf()).toHaveLength(before.length)
  expect(await inGuest('ip -4 addr show dev eth0')).not.toContain(more.ip_addr)
  expect(await answers(more.ip_addr)).toBe(false)
  expect(await answers(address)).toBe(true)
})

it('it gets a subnet of IPv6, and answers in it', async () => {
  await onNode('ip', '-6', 'addr', 'replace', 'fd90::1/32', 'dev', 'vmbr0', 'nodad')
  await done(await api.ann.post(`/vm/v3/host/${id}/ip`, { ipv6_enabled: true, ipv6_prefix: 64 }))
  const [, , six] = await addressesOf()
  expect(six).toMatchObject({ family: 10, prefix: 'fd90:0:1::/64', ip_addr: 'fd90:0:1::1', state: 'ok' })
  expect((await api.ann.get(`/vm/v3/host/${id}/ipv6`)).body).toMatchObject({ ipv6_enabled: true, ipv6_prefix: 64 })
  expect(await inGuest('ip -6 addr show dev eth0')).toContain('fd90:0:1::1/32')
  await expect.poll(() => answers('fd90:0:1::1', 'node'), { timeout: 20_000 }).toBe(true)
  // Any address of its subnet is its own.
  await inGuest('ip -6 addr add fd90:0:1::77/128 dev eth0')
  await expect.poll(() => answers('fd90:0:1::77', 'node'), { timeout: 20_000 }).toBe(true)
})

it('after a restart it has the same by its seed', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/restart`, {}))
  await until('the guest answers again', async () => {
    const said = await inGuest('hostname').catch(() => '')
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said === 'linked'
  })
  const [, second] = await faces()
  expect(await inGuest('ip -4 addr show dev eth1')).toContain(`inet ${second.ip[0]}/24`)
  await expect.poll(() => answers('fd90:0:1::1', 'node'), { timeout: 20_000 }).toBe(true)
})

it('it gets another model, and loses the interface again', async () => {
  const [, second] = await faces()
  await done(await api.ann.post(`/vm/v3/host/${id}/iface/${second.id}`, { model: 'e1000' }))
  const { internal_name } = await host(id)
  expect(await onNode('virsh', '-q', 'domiflist', internal_name)).toMatch(new RegExp(`e1000\\s+${second.mac}`))
  await done(await api.ann.delete(`/vm/v3/host/${id}/iface/${second.id}`))
  expect(await faces()).toHaveLength(1)
  expect(await onNode('virsh', '-q', 'domiflist', internal_name)).not.toContain(second.mac)
  expect(await onNode('virsh', '-q', 'domiflist', '--inactive', internal_name)).not.toContain(second.mac)
  expect(await answers(second.ip[0])).toBe(false)
  expect(await answers(address)).toBe(true)
})

it('without an answer of its agent the change is there, and waits for its next start', async () => {
  await inGuest('rm -f /usr/sbin/qemu-ga; killall qemu-ga || true')
  await done(await api.ann.post(`/vm/v3/host/${id}/ip`, { ipv4_number: 1 }))
  expect(await host(id)).toMatchObject({ waits_for_start: ['network'], network_waits: expect.stringMatching(/agent/) })
  const given = (await addressesOf()).at(-1)
  expect(given).toMatchObject({ state: 'ok' })
  await done(await api.ann.post(`/vm/v3/host/${id}/restart`, {}))
  expect(await host(id)).toMatchObject({ waits_for_start: [], network_waits: null })
  await until('the new address answers', async () => {
    const there = await answers(given.ip_addr)
    if (!there) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return there
  })
})
