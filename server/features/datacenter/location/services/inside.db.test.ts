import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../../db/secrets.ts'
import { onBootHost } from '../../../../drivers/control-host/boot/find.ts'
import { ARTEFACTS } from '../../../../drivers/control-host/boot/places.ts'
import { unitName } from '../../../../drivers/control-host/boot/render-services.ts'
import { setUpBoot } from '../../../../drivers/control-host/boot/set-up.ts'
import { SimulatedDebian } from '../../../../simulation/peers/debian/debian.ts'
import { type DebianServer, serveDebian } from '../../../../simulation/peers/debian/serve.ts'
import { FileTree } from '../../../../simulation/peers/sftp/tree.ts'
import { datacenterFixture } from '../../fixture.ts'
import { countMinute } from './requests.ts'

const account = { login: 'root', password: 'sesame-77' }
const [KERNEL, HALF, LOST] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]
const MAC = '52:54:00:00:00:01'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let host: SimulatedDebian
let server: DebianServer
let ids: { server: number; network: number; template: number }
beforeAll(async () => {
  dc = await datacenterFixture()
  const tree = new FileTree()
  host = new SimulatedDebian({
    ...{ tree, name: 'ctl', speed: 0, packages: ['curl', 'ca-certificates', 'python3'] },
    interfaces: [
      { name: 'eth0', mac: '02:00:00:00:00:01', address: '203.0.113.10/24' },
      { name: 'eth1', mac: '02:00:00:00:00:02', address: '10.77.0.2/24' },
    ],
  })
  server = await serveDebian(host, account)
  ids = await records()
})
afterAll(async () => {
  await server.close()
  await dc.close()
})

const inside = () => dc.api.admin.get(`/dci/v3/location/${dc.location}/services`)

/** A location whose control host is the simulated one, with a server, a network and a template. */
async function records() {
  const { prisma } = dc.api.database
  const password = seal(account.password, { table: 'location', id: dc.location, column: 'ssh_password' })
  const way = { ssh_address: '127.0.0.1', ssh_port: server.port, ssh_user: account.login, ssh_password: password }
  await prisma.location.update({
    where: { id: dc.location },
    data: { ...way, host_key: null, status: 'ok', params_dhcp: { interfaces_4: ['eth1'] } },
  })
  const net = { name: '10.77.0.0/24', net: '10.77.0.0/24', family: 2, location_id: dc.location }
  const network = await prisma.ipnet.create({ data: net })
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const form = { cpu_socket: socket.id, cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1 }
  const platform = await prisma.platform.create({
    data: { ...form, name: 'P', type: 'server', server_size: 1, hdd_slot_count: 1, pci_slot_count: 1 },
  })
  const rack = { name: 'rack-1', type: 'server', platform_id: platform.id, location_id: dc.location, size: 1 }
  const made = await prisma.server.create({ data: rack })
  await prisma.server_mac.create({ data: { mac: MAC, server_id: made.id, position: 1 } })
  const repository = await prisma.repository.create({ data: { name: 'own', url: 'https://repo.example' } })
  const content = {
    kernel: { file: 'templates/vmlinuz', sha256: KERNEL, bytes: 5 },
    image: { file: 'templates/debian.raw', sha256: HALF, bytes: 9, format: 'raw' },
  }
  const template = await prisma.os_template.create({
    data: {
      ...{ repository_id: repository.id, name: 'Debian 13', filename: 'x', type: 'ostemplate' },
      ...about,
      content,
    },
  })
  await prisma.os_template_location.create({
    data: { template_id: template.id, location_id: dc.location, status: 'ok', content, sums: [KERNEL, HALF] },
  })
  return { server: made.id, network: network.id, template: template.id }
}
const about = { version: '13.1', arch: 'x86_64', firmware: ['bios'], ram_mib: 1, disk_mib: 1 }

it('of a location without services are refused in words, and not asked for at its control host', async () => {
  const { status, body } = await inside()
  expect(status).toBe(409)
  expect(body.error.msg).toBe('The location Frankfurt has no boot services: set them up first')
  expect((await dc.api.admin.get('/dci/v3/location/999999/services')).status).toBe(404)
})

it('are read from the control host, and named by what the panel knows', async () => {
  const target = { address: '127.0.0.1', port: server.port, username: account.login, hostKey: null }
  const signal = AbortSignal.timeout(60_000)
  await onBootHost({ ...target, auth: { password: account.password } }, signal, (boot) =>
    setUpBoot(
      boot,
      {
        web: { addresses: ['10.77.0.2'], port: 8080 },
        dhcp: {
          ...{ interfaces: ['eth1'], web: { address: '10.77.0.2', port: 8080 }, discovery: false },
          subnets: [
            {
              ...{ id: ids.network, cidr: '10.77.0.0/24', via: { interface: 'eth1' }, gateway: null, nameservers: [] },
              ranges: [{ first: '10.77.0.200', last: '10.77.0.250' }],
              reservations: [{ mac: MAC, ip: '10.77.0.11', hostname: 'rack-1' }],
            },
          ],
        },
      },
      signal,
    ),
  )
  const put = (name: string, text: string) => host.write(`${ARTEFACTS}/${name}`, Buffer.from(text), '644')
  put(KERNEL, '12345')
  put(`${HALF}.part`, '123')
  put(LOST, '1')
  put('by hand', '1')
  await dc.api.database.prisma.location.update({ where: { id: dc.location }, data: { dhcp4_conf: { Dhcp4: {} } } })
  const { status, body } = await inside()
  expect(status, JSON.stringify(body)).toBe(200)
  const templates = [{ id: ids.template, name: 'Debian 13' }]
  expect(body).toMatchObject({
    versions: { dhcp: '2.2.0-6', web: '1.22.1-9+deb12u3', tftp: '2.90-4~deb12u1' },
    interfaces: [
      { name: 'eth0', addresses: ['203.0.113.10/24'], link: true, dhcp: false, network: null },
      { name: 'eth1', link: true, dhcp: true, network: { id: ids.network, name: '10.77.0.0/24' } },
    ],
    disk: { bytes: host.tree.total, free_bytes: host.tree.free },
    files: {
      ...{ total: 3, bytes: 9 },
      list: [
        { sha256: KERNEL, bytes: 5, complete: true, file: 'templates/vmlinuz', templates },
        { sha256: HALF, bytes: 3, complete: false, file: 'templates/debian.raw', templates },
        { sha256: LOST, bytes: 1, complete: true, file: null, templates: [] },
      ],
    },
    leases: { fault: null, total: 2 },
  })
  expect(body.leases.list).toContainEqual(
    expect.objectContaining({ ip: '10.77.0.11', mac: MAC, server: { id: ids.server, name: 'rack-1', card: 1 } }),
  )
  expect(body.leases.list).toContainEqual(expect.objectContaining({ ip: '10.77.0.250', server: null, machine: null }))
})

it('name the machine that waits to be accepted, by any of its cards', async () => {
  const of = async () =>
    (await inside()).body.leases.list.find(({ ip }: { ip: string }) => ip === '10.77.0.250') as {
      mac: string
      machine: object | null
    }
  const { mac } = await of()
  const waiting = { location_id: dc.location, mac: '52:54:00:00:09:01', address: '10.77.0.250', serial: '5HV8N23' }
  const { prisma } = dc.api.database
  const { id } = await prisma.machine.create({ data: { ...waiting, macs: [mac] } })
  expect((await of()).machine).toEqual({ id, product: '', serial: '5HV8N23' })
  await prisma.machine.update({ where: { id }, data: { state: 'adopted', server_id: ids.server } })
  expect((await of()).machine).toBeNull()
})

it('show how many requests were answered, minute by minute, for an hour', async () => {
  expect((await inside()).body.requests).toEqual([])
  const signal = AbortSignal.timeout(60_000)
  const target = { address: '127.0.0.1', port: server.port, username: account.login, hostKey: null }
  const counted = await onBootHost({ ...target, auth: { password: account.password } }, signal, async (boot) => {
    const count = (before: { received: number; sent: number } | null) => countMinute(dc.location, boot, before, signal)
    // The first count has nothing to be compared with.
    const now = await count(null)
    await count({ received: now.received - 30, sent: now.sent - 20 })
    // What was started anew since counts from 0.
    host.packets = () => ({ received: 7, sent: 5 })
    return count(now)
  })
  expect(counted).toEqual({ received: 7, sent: 5 })
  // Counted within the last moment of a minute, they are shown when it is over.
  const shown = async () => {
    const { requests } = (await inside()).body
    const sum = (name: 'answered' | 'unanswered') =>
      requests.reduce((all: number, one: Record<typeof name, number | null>) => all + (one[name] ?? 0), 0)
    return [requests.length, sum('answered'), sum('unanswered')]
  }
  await expect.poll(shown).toEqual([60, 25, 12])
  const old = new Date(Date.now() - 3 * 3600_000)
  const { prisma } = dc.api.database
  await prisma.location_dhcp_minute.create({ data: { location_id: dc.location, at: old, answered: 1, unanswered: 1 } })
  await onBootHost({ ...target, auth: { password: account.password } }, signal, (boot) =>
    countMinute(dc.location, boot, { received: 7, sent: 5 }, signal),
  )
  expect(await prisma.location_dhcp_minute.count({ where: { at: old } })).toBe(0)
})

it('show the rest while the DHCP server does not run, and say why there are no leases', async () => {
  const unit = unitName('dhcp')
  host.state.active = host.state.active.filter((one) => one !== unit)
  const { body } = await inside()
  expect(body.leases).toMatchObject({ total: 0, list: [] })
  expect(body.leases.fault).toContain('No service on the control host listens at')
  expect(body.files.total).toBe(3)
})

it('are refused in words while the control host does not answer', async () => {
  await server.close()
  const { status, body } = await inside()
  expect(status).toBe(503)
  expect(body.error.msg).toContain('The control host does not answer')
})
