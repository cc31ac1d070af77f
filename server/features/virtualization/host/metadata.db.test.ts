import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

let t: Awaited<ReturnType<typeof testCluster>>
let id = 0
const read = async (of: number) => (await t.admin.get(`/vm/v3/host/${of}/metadata`)).body.metadata
const restore = (body: object) => t.admin.post('/vm/v3/host/metadata', body)

beforeAll(async () => {
  t = await testCluster()
  const settings = { cpu_number: 2, ram_mib: 1024, cpu_weight: 2000, nesting: true, io_read_mbitps: 50 }
  const disks = [
    { size_mib: 4096, boot_order: 1 },
    { size_mib: 1024, boot_order: 2, name: 'data' },
  ]
  id = (await t.done(await t.create({ name: 'web', domain: 'web.example.com', comment: 'shop', ...settings, disks })))
    .id
})
afterAll(() => t.close())

it('says what a VM is made of, and no secret', async () => {
  const metadata = await read(id)
  expect(metadata).toMatchObject({
    name: 'web',
    domain: 'web.example.com',
    state: { disabled: false },
    os: { id: t.os },
    account: { id: t.ann.id },
    cluster: { id: t.cluster },
    base_resources: { cpu_number: 2, ram_mib: 1024 },
    tuned_resources: { cpu_weight: 2000, nesting: true, io_read_mbitps: 50, efi_boot: false },
    disks: [
      { size_mib: 4096, boot_order: 1 },
      { size_mib: 1024, boot_order: 2, name: 'data' },
    ],
    interfaces: [{ name: 'eth0', model: 'virtio' }],
    ipv4: [{ ippool_id: t.pool, interface: 'eth0' }],
    ipv6: [],
  })
  expect(t.nodes).toContain(metadata.node.id)
  const { vnc_password } = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  expect(JSON.stringify(metadata)).not.toMatch(/password/i)
  expect(vnc_password).not.toBeNull()
})

it('is for administrators', async () => {
  expect((await t.ann.get(`/vm/v3/host/${id}/metadata`)).status).toBe(403)
  expect((await t.ann.post('/vm/v3/host/metadata', {})).status).toBe(403)
})

it('makes the VM again once it is gone: size, settings, address and owner, with empty disks', async () => {
  const metadata = await read(id)
  await t.done(await t.admin.delete(`/vm/v3/host/${id}`))
  const { os: _, ...without } = metadata
  const made = await t.done(await restore({ metadata: without }))
  const again = await read(made.id)
  const { interfaces, ...kept } = metadata
  expect(again).toMatchObject({
    name: kept.name,
    domain: kept.domain,
    comment: 'shop',
    account: kept.account,
    base_resources: kept.base_resources,
    tuned_resources: kept.tuned_resources,
    ipv4: kept.ipv4,
    state: { name: 'stopped', disabled: true },
    os: { name: null },
  })
  expect(again.disks.map(({ size_mib }: { size_mib: number }) => size_mib)).toEqual([4096, 1024])
  expect(again.interfaces).toEqual(interfaces)
})

it('makes all interfaces again, with their names, cards and addresses, and every setting', async () => {
  const settings = { efi_boot: true, secure_boot: true, hot_plug: true, live_resize: true, anti_spoofing: true }
  const more = { spice_enabled: true, snapshot_ram: true, snapshot_limit: 3, snapshots_allowed: true }
  const custom_interfaces = [
    { name: 'wan', model: 'e1000', is_main_network: true, ip_name: '10.1.0.77' },
    { name: 'lan', dhcp: true, is_main_network: true },
    { name: 'spare', no_ip: true, is_main_network: true },
  ]
  const made = await t.done(await t.create({ name: 'whole', ...settings, ...more, custom_interfaces }, t.admin))
  const metadata = await read(made.id)
  expect(metadata).toMatchObject({
    tuned_resources: { ...settings, ...more },
    interfaces: [{ name: 'wan', model: 'e1000' }, { name: 'lan', dhcp: true }, { name: 'spare' }],
    ipv4: [{ ip_addr: '10.1.0.77', interface: 'wan' }],
  })
  await t.done(await t.admin.delete(`/vm/v3/host/${made.id}`))
  const { os: _, ...without } = metadata
  const again = await read((await t.done(await restore({ metadata: without }))).id)
  const { tuned_resources, interfaces, ipv4 } = metadata
  expect(again).toMatchObject({ tuned_resources, interfaces, ipv4 })
})

it('takes the fields by themselves, the spelling of the documents, and a system to install', async () => {
  const flat = { cluster: { id: t.cluster }, base_resources: { cpu_numer: 3, ram_mib: 512 } }
  const bare = await restore({ ...flat, domain: 'flat.example.com', disks: [{ size_mib: 1024 }] })
  await t.done(bare)
  expect(await t.host(bare.body.id)).toMatchObject({ name: 'flat', cpu_number: 3, ram_mib: 512, state: 'stopped' })
  const installed = await restore({ metadata: { ...flat, name: 'installed', os: { id: t.os } } })
  await t.done(installed)
  expect(await t.host(installed.body.id)).toMatchObject({ state: 'active', cpu_number: 3 })
})

it.each([
  [{ ipv4: [{ ip_addr: '10.1.0.20' }, { ip_addr: '10.1.0.21' }] }, 'ipv4'],
  [{ interfaces: [{}], ipv4: [{ ip_addr: '10.1.0.20' }, { ip_addr: '10.1.0.21' }] }, 'ipv4'],
  [{ interfaces: [{ name: 'eth0' }], ipv4: [{ ip_addr: '10.1.0.20', interface: 'eth1' }] }, 'ipv4'],
  [{ interfaces: [{}], ipv4: [{ ip_addr: '10.1.0.20' }], ipv6: [{ ip_addr: '2001:db8::1' }] }, 'ipv6'],
  [{ ipv6: [{ ip_addr: '2001:db8::1' }] }, 'ipv6'],
  [{ ipv6: { subnet: '2001:db8::/64' } }, 'ipv6'],
  [{ interfaces: [{ name: 'eth0', is_main_network: false, bridge: 'vmbr9' }] }, 'interfaces'],
  [{ tuned_resources: { cpu_weight: 'much' } }, 'tuned_resources.cpu_weight'],
  [{ metadata: { name: '???' } }, 'metadata.name'],
  [{ base_resources: { cpu_number: 0 } }, 'cpu_number'],
])('refuses %j', async (body, value) =>
  expect(await restore({ cluster: { id: t.cluster }, disks: [{ size_mib: 1024 }], ...body })).toMatchObject({
    status: 400,
    body: { error: { value } },
  }),
)
