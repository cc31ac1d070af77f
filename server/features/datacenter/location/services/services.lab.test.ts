import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../../e2e/lab/api.ts'
import { until } from '../../../../../e2e/support/slice.ts'
import { ARTEFACTS, RUN } from '../../../../drivers/control-host/boot/places.ts'
import { startWorkerRole } from '../../../../worker.ts'
import { datacenterFixture } from '../../fixture.ts'

// A control host with nothing on it becomes one that serves machines, follows the records, is mended, and is empty again.

const [site] = labDevices(currentLab(), 'location')
if (!site?.host) throw new Error('These tests need a control host: lab.ts up --locations 1')
const { host } = site
const MAC = '52:54:00:77:00:01'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let stopWorker: () => Promise<void>
let id = 0
beforeAll(async () => {
  dc = await datacenterFixture()
  stopWorker = startWorkerRole()
})
afterAll(async () => {
  await stopWorker()
  await dc.close()
})

const on = async (...argv: string[]) => (await inDevice(site, argv)).stdout.trim()
const config = async () => JSON.parse((await on('cat', '/etc/datahall/boot/kea-dhcp4.conf')) || 'null')
const location = async () => (await dc.api.admin.get(`/dci/v3/location/${id}`)).body
async function ended(task: number) {
  const row = await until('the end of the task', async () => {
    const { rows } = await dc.api.database.pool.query(
      'select status, error from task where consul_id = $1 and ended_at is not null',
      [task],
    )
    return rows[0] ?? false
  })
  return row as { status: string; error: unknown }
}
const setUp = async (body: object = {}) => {
  const { status, body: answer } = await dc.api.admin.post(`/dci/v3/location/${id}/setup`, body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return ended(answer.task)
}
const traces = () =>
  on(
    'sh',
    '-c',
    'find /etc/datahall /var/lib/datahall /run/datahall 2>/dev/null; ps -eo args= | grep -E "kea|nginx|dnsmasq" | grep -v grep || :',
  )

it('is set up on the interface that was chosen, with a reservation for each server', async () => {
  expect(await traces()).toBe('')
  const made = await dc.api.admin.post('/dci/v3/location', {
    name: 'Lab',
    ssh_address: site.address,
    ssh_port: 22,
    ssh_user: 'root',
    password: host.password,
  })
  id = made.body.id
  await ended(made.body.task)
  const { setup_info, status } = await location()
  expect(status).toBe('need_setup')
  expect(setup_info.interfaces).toContain('prov0')
  const { prisma } = dc.api.database
  const net = await prisma.ipnet.create({
    data: { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2, location_id: id },
  })
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const form = {
    cpu_socket: socket.id,
    cpu_socket_count: 1,
    ram_slot_count: 1,
    max_ram: 1,
    hdd_slot_count: 1,
    pci_slot_count: 1,
  }
  const platform = await prisma.platform.create({ data: { name: 'P', type: 'server', server_size: 1, ...form } })
  const server = await prisma.server.create({
    data: { name: 'rack-1', domain: 'one.example', type: 'server', platform_id: platform.id, location_id: id, size: 1 },
  })
  await prisma.server_mac.create({ data: { mac: MAC, server_id: server.id } })
  const address = await prisma.ip.create({
    data: {
      ip_addr: '10.91.0.11',
      family: 2,
      ipnet_id: net.id,
      mask: '255.255.255.0',
      state: 'ok',
      server_id: server.id,
    },
  })
  await prisma.server.update({ where: { id: server.id }, data: { main_ip_id: address.id } })

  expect(
    await setUp({ dhcp: { interfaces_4: ['prov0'], ranges: [{ first: '10.91.0.200', last: '10.91.0.250' }] } }),
  ).toEqual({ status: 'complete', error: null })
  const now = await location()
  expect(now).toMatchObject({ status: 'ok', fault: null, params_dhcp: { interfaces_4: ['prov0'] } })
  expect(
    now.components.map(({ component, fault }: { component: string; fault: string | null }) => [component, fault]),
  ).toEqual(expect.arrayContaining(['dhcp', 'web', 'tftp', 'files', 'disk', 'segment'].map((one) => [one, null])))
  expect(now.container_compose).toContain('kea-dhcp4')
  const { subnet4 } = (await config()).Dhcp4
  expect(subnet4).toMatchObject([
    {
      subnet: '10.91.0.0/24',
      reservations: [{ 'hw-address': MAC, 'ip-address': '10.91.0.11', hostname: 'one.example' }],
    },
  ])
})

it('shows what is in the services now', async () => {
  const { status, body } = await dc.api.admin.get(`/dci/v3/location/${id}/services`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    versions: { dhcp: expect.any(String), web: expect.any(String), tftp: expect.any(String) },
    files: { total: 0, list: [] },
    leases: { fault: null, total: 0 },
  })
  expect(body.interfaces).toContainEqual(
    expect.objectContaining({
      name: 'prov0',
      link: true,
      dhcp: true,
      network: expect.objectContaining({ name: '10.91.0.0/24' }),
    }),
  )
  expect(body.disk.bytes).toBeGreaterThanOrEqual(body.disk.free_bytes)
})

it('follows a change of an address', async () => {
  const { prisma } = dc.api.database
  await prisma.ip.updateMany({ where: { ip_addr: '10.91.0.11' }, data: { ip_addr: '10.91.0.12' } })
  await prisma.change.create({ data: { entity: 'ip', entity_id: 0, event: 'update' } })
  await dc.api.database.pool.query(`select pg_notify('change', '')`)
  await until('the server has the new address', async () => {
    const found = (await config()).Dhcp4.subnet4[0].reservations[0]['ip-address']
    await dc.api.database.pool.query(`select pg_notify('change', '')`)
    return found === '10.91.0.12'
  })
})

it('says what is wrong, and is mended by setting it up again', async () => {
  await on('sh', '-c', 'echo "# by hand" >> /etc/datahall/boot/nginx.conf')
  await ended((await dc.api.admin.post(`/dci/v3/location/${id}/check`)).body.task)
  const words = '/etc/datahall/boot/nginx.conf was changed by hand'
  expect((await location()).components).toContainEqual(expect.objectContaining({ component: 'files', fault: words }))
  const { list } = (await dc.api.admin.get('/vm/v3/problem')).body
  expect(list).toContainEqual(expect.objectContaining({ kind: 'location_service', id, part: 'files', cause: words }))
  expect(await setUp()).toMatchObject({ status: 'complete' })
  expect((await location()).components.filter(({ fault }: { fault: string | null }) => fault !== null)).toEqual([])
  expect(await on('sh', '-c', 'cat /etc/datahall/boot/nginx.conf')).not.toContain('by hand')
})

it('removes files without a record, and brings damaged ones again', async () => {
  const path = `${ARTEFACTS}/${'0'.repeat(64)}`
  await on('sh', '-c', `echo damaged > ${path}`)
  await dc.api.database.prisma.location_component.upsert({
    where: { location_id_component: { location_id: id, component: 'artefacts' } },
    create: { location_id: id, component: 'artefacts', fault: 'damaged', fault_at: new Date(), checked_at: new Date() },
    update: { fault: 'damaged', fault_at: new Date() },
  })
  expect(await setUp()).toMatchObject({ status: 'complete' })
  expect((await location()).components).toContainEqual(expect.objectContaining({ component: 'artefacts', fault: null }))
  expect(await on('sh', '-c', `ls ${path} 2>/dev/null || :`)).toBe('')
})

it('starts services again that went with the host', async () => {
  await stopWorker()
  // As a restart does: supervisors first, or they would start what ends.
  await on(
    'sh',
    '-c',
    `kill -9 $(cat ${RUN}/*.supervisor.pid)
     for pid in $(cat ${RUN}/dhcp.pid ${RUN}/web.pid ${RUN}/tftp.pid); do kill "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; done
     rm -rf /run/datahall`,
  )
  const before = await dc.api.database.prisma.location_message.count({ where: { location_id: id } })
  stopWorker = startWorkerRole()
  const told = () =>
    dc.api.database.prisma.location_message.findMany({
      where: { location_id: id },
      orderBy: { id: 'asc' },
      skip: before,
      select: { stream: true, message: true },
    })
  const dhcp = async () => (await told()).filter(({ stream }) => stream === 'dhcp').map(({ message }) => message)
  const fault = 'The DHCP server does not run on the control host'
  await expect.poll(dhcp, { timeout: 60_000 }).toEqual([{ fault }, { fault: null }])
  const { components } = await location()
  expect(components.filter(({ fault }: { fault: string | null }) => fault !== null)).toEqual([])
})

it('one change among 5000 servers is live', { tags: 'long' }, async () => {
  const { pool } = dc.api.database
  await pool.query(
    `with s as (insert into server (name, type, platform_id, location_id, size)
                select 'many-' || n, 'server', (select min(id) from platform), $1, 1 from generate_series(1, 5000) n returning id, name)
     insert into server_mac (mac, server_id, position)
     select '02:00:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0'), id, 1
       from (select id, substr(name, 6)::int as n from s) x`,
    [id],
  )
  const written = async (words: string) =>
    (await on('sh', '-c', `grep -c ${words} /etc/datahall/boot/kea-dhcp4.conf || :`)) === '1'
  /** As a person renames a server: from the call to the DHCP server. */
  const renamed = async (n: number) => {
    const server = await dc.api.database.prisma.server.findFirstOrThrow({ where: { name: `many-${n}` } })
    const began = performance.now()
    await dc.made(dc.api.admin.post(`/dci/v3/server/${server.id}`, { name: `renamed-${n}` }))
    const called = performance.now()
    await until('the server has its new name', () => written(`renamed-${n}`))
    return `${Math.round(called - began)} ms for the call, live ${Math.round(performance.now() - called)} ms later`
  }
  // What was put into the tables past all services is found with the next change.
  await renamed(10)
  await until('all servers are known', () => written('many-5000'))
  for (const n of [11, 12, 13]) console.log(`one of 5000 servers renamed: ${await renamed(n)}`)
  await pool.query(`delete from server_mac where server_id in (select id from server where name ~ '^(many|renamed)-')`)
  await pool.query(`delete from server where name ~ '^(many|renamed)-'`)
})

it('cannot be deleted before its services are gone, and leaves nothing', async () => {
  expect(await dc.api.admin.delete(`/dci/v3/location/${id}`)).toMatchObject({ status: 409 })
  const { status, body } = await dc.api.admin.delete(`/dci/v3/location/${id}/setup`)
  expect(status).toBe(200)
  expect(await ended(body.task)).toMatchObject({ status: 'complete' })
  expect(await location()).toMatchObject({ status: 'need_setup', dhcp4_conf: {}, components: [] })
  expect(await traces()).toBe('')
})
