import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { templateFixture } from '../../../../../e2e/support/os-templates.ts'
import { advisoryLocks } from '../../../../db/advisory.ts'
import { SimulatedDebian } from '../../../../simulation/peers/debian/debian.ts'
import { keaInForce } from '../../../../simulation/peers/debian/kea.ts'
import { type DebianServer, serveDebian } from '../../../../simulation/peers/debian/serve.ts'
import { webAnswer } from '../../../../simulation/peers/debian/web.ts'
import { FileTree } from '../../../../simulation/peers/sftp/tree.ts'

// What the panel does for a location that is set up, at each status that it can have.

const PASSWORD = 'sesame-77'
const account = { login: 'root', password: PASSWORD }
let t: Awaited<ReturnType<typeof templateFixture>>
let host: SimulatedDebian
let server: DebianServer
let id = 0
beforeAll(async () => {
  t = await templateFixture()
  host = new SimulatedDebian({
    ...{ tree: new FileTree(), name: 'ctl', speed: 0, packages: ['curl', 'ca-certificates', 'python3'] },
    interfaces: [{ name: 'eth1', mac: '02:00:00:00:00:01', address: '10.77.0.2/24' }],
  })
  server = await serveDebian(host, account)
  const way = { ssh_address: '127.0.0.1', ssh_port: server.port, ssh_user: 'root', password: account.password }
  const { body } = await t.api.admin.post('/dci/v3/location', { name: 'Site', ...way })
  id = body.id
  await t.ended(body.task)
  const net = { name: '10.77.0.0/24', net: '10.77.0.0/24', family: 2, location_id: id }
  await t.api.database.prisma.ipnet.create({ data: net })
  const answer = await t.api.admin.post(`/dci/v3/location/${id}/setup`, {})
  expect(await t.ended(answer.body.task)).toMatchObject({ status: 'complete' })
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const location = async () => (await t.api.admin.get(`/dci/v3/location/${id}`)).body
const stands = async (status: string) => {
  await t.api.database.prisma.location.update({ where: { id }, data: { status } })
  await told()
}
/** As a change of a record is told. */
async function told() {
  await t.api.database.prisma.change.create({ data: { entity: 'location', entity_id: id, event: 'update' } })
  await t.api.database.pool.query(`select pg_notify('change', '')`)
}
const reservations = () => JSON.stringify(keaInForce(host)?.Dhcp4.subnet4)
const nameOf = (n: number) => `srv-${n}.example`
let servers = 0
/** Another server, whose reservation the DHCP server should have; its name. */
async function another() {
  const { prisma } = t.api.database
  const n = ++servers
  const socket = await prisma.cpu_socket.create({ data: { name: `S${n}` } })
  const form = { cpu_socket: socket.id, cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1 }
  const platform = await prisma.platform.create({
    data: { ...form, name: `P${n}`, type: 'server', server_size: 1, hdd_slot_count: 1, pci_slot_count: 1 },
  })
  const data = { name: nameOf(n), type: 'server', platform_id: platform.id, location_id: id, size: 1 }
  const made = await prisma.server.create({ data })
  await prisma.server_mac.create({ data: { mac: `52:54:00:00:00:0${n}`, server_id: made.id, position: 1 } })
  await told()
  return nameOf(n)
}
const followed = (name: string) => expect.poll(() => reservations(), { timeout: 20_000 }).toContain(name)

/** What a server that boots gets from the panel through its control host: 404 is its answer to what it does not know. */
const asked = async () => {
  const url = new URL('http://10.77.0.2:8080/boot/alive')
  return (await webAnswer(host, { url, method: 'GET', signal: AbortSignal.timeout(10_000) }))?.status
}
const hostFault = async () =>
  (await location()).components.find((one: { component: string }) => one.component === 'host')?.fault
const problems = async () =>
  (await t.api.admin.get('/vm/v3/problem')).body.list.filter((one: { id: number }) => one.id === id)

/** Until when the location is followed, ms since 1970; 0: it is not. */
const lease = async () =>
  (await t.api.database.prisma.lease.findUnique({ where: { name: `location_services:${id}` } }))?.until.getTime() ?? 0

it('answers servers while a set-up is under way, and leaves the services to it until it has ended', async () => {
  await expect.poll(asked, { timeout: 20_000 }).toBe(404)
  await stands('setup')
  const name = await another()
  expect(await asked()).toBe(404)
  // What is not followed is let go when the others' leases are prolonged.
  const before = await lease()
  await expect.poll(lease, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(await asked()).toBe(404)
  expect(reservations()).not.toContain(name)
  await stands('ok')
  await followed(name)
  await expect.poll(asked, { timeout: 20_000 }).toBe(404)
})

it('leaves the services to a set-up that begins just before it would set them', async () => {
  const waiting = async () => {
    const held = "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted"
    return (await t.api.database.pool.query<{ n: number }>(held)).rows[0]?.n
  }
  const other = new pg.Client({ connectionString: t.api.database.url })
  await other.connect()
  await other.query('select pg_advisory_lock($1, hashtext($2))', [advisoryLocks.exclusively, `dhcp ${id}`])
  const name = await another()
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  await stands('setup')
  await other.end()
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  const before = await lease()
  await expect.poll(lease, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(reservations()).not.toContain(name)
  await stands('ok')
  await followed(name)
})

it('gives a composition file with the servers as they are now', async () => {
  const name = await another()
  const { status, body } = await t.api.admin.get(`/dci/v3/location/${id}/services/compose`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { configs } = parse(body.container_compose)
  const { Dhcp4 } = JSON.parse(configs.dhcp.content.replaceAll('$$', '$'))
  expect(Dhcp4.subnet4[0].reservations).toContainEqual(expect.objectContaining({ hostname: name }))
  expect((await t.api.ann.get(`/dci/v3/location/${id}/services/compose`)).status).toBe(403)
  const unchecked = await t.addLocation('Unchecked')
  expect(await t.refused(t.api.admin.get(`/dci/v3/location/${unchecked}/services/compose`), 409)).toContain(
    'check the location',
  )
})

it('follows the records after a set-up that failed, and its parts stay problems', async () => {
  await stands('setup_failed')
  await followed(await another())
  expect(await asked()).toBe(404)
  await t.api.database.prisma.location_component.updateMany({
    where: { location_id: id, component: 'disk' },
    data: { fault: 'full', fault_at: new Date() },
  })
  expect(await problems()).toContainEqual(expect.objectContaining({ kind: 'location_service', part: 'disk' }))
  await stands('ok')
})

it('a check that fails is noted of a location that is set up, which stays so and mends itself', async () => {
  account.password = 'another'
  server.cut()
  const { body } = await t.api.admin.post(`/dci/v3/location/${id}/check`)
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  expect(await location()).toMatchObject({ status: 'ok', fault: null })
  expect(await hostFault()).toContain('rejected the sign-in')
  expect(await problems()).toContainEqual(expect.objectContaining({ kind: 'location_service', part: 'host' }))
  account.password = PASSWORD
  await expect.poll(hostFault, { timeout: 60_000 }).toBeNull()
  await followed(await another())
})

it('a check that meets another host fails the location until a person has decided', async () => {
  const { prisma } = t.api.database
  const { host_key } = await prisma.location.findUniqueOrThrow({ where: { id } })
  const checked = async () => t.ended((await t.api.admin.post(`/dci/v3/location/${id}/check`)).body.task)
  await prisma.location.update({ where: { id }, data: { host_key: 'SHA256:of-another' } })
  expect(await checked()).toMatchObject({ status: 'failed' })
  const fault = expect.stringContaining('SSH key of the control host changed')
  expect(await location()).toMatchObject({ status: 'check_failed', fault })
  await prisma.location.update({ where: { id }, data: { host_key } })
  expect(await checked()).toMatchObject({ status: 'complete' })
  expect(await location()).toMatchObject({ status: 'ok', fault: null })
  await prisma.location.update({ where: { id }, data: { host_key: 'SHA256:of-another' } })
  expect(await checked()).toMatchObject({ status: 'failed' })
  const { body } = await t.api.admin.post(`/dci/v3/location/${id}`, { ssh_address: '127.0.0.1' })
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  // Nothing says that the services are there.
  expect(await location()).toMatchObject({ status: 'need_setup' })
  const again = await t.api.admin.post(`/dci/v3/location/${id}/setup`, {})
  expect(await t.ended(again.body.task)).toMatchObject({ status: 'complete' })
})

it('is set up as before when only the way to sign in was changed', async () => {
  const edited = await t.api.admin.post(`/dci/v3/location/${id}`, { password: account.password })
  expect(await t.ended(edited.body.task)).toMatchObject({ status: 'complete' })
  expect(await location()).toMatchObject({ status: 'ok' })
})
