import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { unseal } from '../../../db/secrets.ts'
import { transaction } from '../../../db/transaction.ts'
import { someReport } from '../../../domain/hardware-report/report-fixture.ts'
import { bmcDriver, bmcDrivers } from '../../../drivers/bmc/registry.ts'
import { passwordOf } from '../../remote/ipmi/open.ts'
import { controllerFixture } from './controller-fixture.ts'
import { endOperation } from './record.ts'

let t: Awaited<ReturnType<typeof controllerFixture>>
beforeAll(async () => {
  t = await controllerFixture()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const passwordFor = async (server: number) => {
  const row = await t.known(server)
  return row && { username: row.username, password: unseal(row.password, passwordOf(row.id)) }
}
const audited = (entity_id: number) =>
  t.api.database.prisma.audit.findMany({ where: { operation: 'CONTROLLER SETUP', entity_id } })
/** Tables in whose rows a word stands. */
async function placesOf(word: string) {
  const { pool } = t.api.database
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} x where x::text like $1 limit 1`, [`%${word}%`])
    if (rowCount) found.push(name)
  }
  return found
}

it('a user that works from outside becomes that of the record, and its password stands nowhere', async () => {
  const server = await t.server()
  const { machine } = await t.controller(server)
  const { id, key, user, job } = await t.jobOf(server)
  expect(user).toMatchObject({ name: 'datahall', password: expect.stringMatching(/^[A-Za-z0-9]{20}$/) })
  expect([job.get('mode'), job.has('controller_address')]).toEqual([['diag'], false])
  machine.users.push(user)
  expect(await t.done(key)).toEqual({ next: 'poweroff' })
  await t.follow(id)
  expect(await passwordFor(server)).toEqual({ username: 'datahall', password: user.password })
  const row = await t.known(server)
  expect(await audited(row?.id ?? 0)).toMatchObject([{ entity: 'ipmi', input: { server, username: 'datahall' } }])
  const changes = await t.api.database.prisma.change.findMany({ where: { entity: 'ipmi', entity_id: row?.id ?? 0 } })
  expect(changes.map(({ data }) => data)).toContainEqual({ login: true })
  await transaction((work) => endOperation(work, id, 'ok', null))
  expect(await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id } })).toMatchObject({ secrets: null })
  expect(await placesOf(user.password)).toEqual([])
})

it('the user that the panel has is never the one that is made', async () => {
  const server = await t.server()
  await t.controller(server)
  await t.api.database.prisma.ipmi.update({ where: { server_id: server }, data: { username: 'datahall' } })
  expect((await t.jobOf(server)).user.name).toBe('datahall-2')
})

it('a controller that keeps 16 characters is signed in to with these', async () => {
  const server = await t.server()
  const { machine } = await t.controller(server)
  const { id, key, user } = await t.jobOf(server)
  machine.users.push({ ...user, password: user.password.slice(0, 16) })
  await t.done(key)
  await t.follow(id)
  expect((await passwordFor(server))?.password).toBe(user.password.slice(0, 16))
})

it('what does not work from outside changes nothing', async () => {
  const server = await t.server()
  const { machine } = await t.controller(server)
  const before = await t.known(server)
  const { id, key, user } = await t.jobOf(server)
  machine.users.push({ ...user, password: 'of-somebody-else' })
  await t.done(key)
  const fault = await t.follow(id).catch((thrown: unknown) => thrown)
  expect(String(fault)).toMatch(
    /does not work over the network, and the panel keeps the one it has.*rejected the password/,
  )
  expect(String(fault)).not.toContain('127.0.0.1')
  expect(await t.known(server)).toEqual(before)
  expect(await audited(before?.id ?? 0)).toEqual([])
})

it('goes on with what a lost worker has done, and writes it once', async () => {
  const server = await t.server()
  const { machine } = await t.controller(server)
  const { id, key, user } = await t.jobOf(server)
  machine.users.push(user)
  await t.done(key)
  const journal = new Map<string, unknown>()
  await expect(t.follow(id, journal, 'controller_login')).rejects.toThrow('lost')
  expect(JSON.stringify([...journal])).not.toContain(user.password.slice(0, 16))
  expect((await passwordFor(server))?.username).toBe('admin')
  await t.follow(id, journal)
  await t.follow(id, journal)
  expect((await passwordFor(server))?.username).toBe('datahall')
  expect(await audited((await t.known(server))?.id ?? 0)).toHaveLength(1)
})

it.each<[string, (server: number, id: number) => Promise<unknown>, RegExp | null]>([
  [
    'that was moved meanwhile stays as it is',
    (server_id) => t.api.database.prisma.ipmi.update({ where: { server_id }, data: { port: 1 } }),
    /was changed meanwhile/,
  ],
  [
    'stays as it is when the operation was cancelled',
    (_, id) => transaction((work) => endOperation(work, id, 'cancelled', null)),
    null,
  ],
])('a controller %s', async (_, meanwhile, words) => {
  const server = await t.server()
  const { machine } = await t.controller(server)
  const { id, key, user } = await t.jobOf(server)
  machine.users.push(user)
  await t.done(key)
  const journal = new Map<string, unknown>()
  await expect(t.follow(id, journal, 'controller_login')).rejects.toThrow('lost')
  await meanwhile(server, id)
  if (words) await expect(t.follow(id, journal)).rejects.toThrow(words)
  else await t.follow(id, journal)
  expect((await passwordFor(server))?.username).toBe('admin')
})

it('a server without a controller has it afterwards, where it says that it is', async () => {
  const server = await t.server()
  const { machine, peer } = await t.controller()
  const { id, key, user } = await t.jobOf(server)
  machine.users.push(user)
  await t.done(key)
  const connect = bmcDriver('ipmi').connect
  const asked: string[] = []
  vi.spyOn(bmcDrivers.ipmi, 'connect').mockImplementation((target) => {
    asked.push(target.address)
    return connect({ ...target, address: '127.0.0.1', port: peer.port })
  })
  await t.follow(id)
  expect(asked).toEqual(['203.0.113.138'])
  expect(await t.known(server)).toMatchObject({
    type: 'ipmi',
    ip: '203.0.113.138',
    port: null,
    mac: '3c:ec:ef:51:0c:ff',
  })
  expect(await passwordFor(server)).toEqual({ username: 'datahall', password: user.password })
})

it.each(['', '0.0.0.0', '127.0.0.1', '169.254.169.254', 'fe80::1', '$(id)'])(
  'a controller that says it is at %j is not asked',
  async (address) => {
    const server = await t.server()
    const { id, key } = await t.jobOf(server)
    await t.done(key, { now: { address, mac: '', firmware: '' } })
    await expect(t.follow(id)).rejects.toThrow('The controller has no address')
    expect(await t.known(server)).toBeNull()
  },
)

it.each(['here', 'elsewhere'] as const)(
  'the address in the record, of a network %s, is given to it only where it is',
  async (where) => {
    const server = await t.server()
    await t.controller(server)
    const { prisma } = t.api.database
    const at = where === 'here' ? '10.20.30' : '10.20.31'
    await prisma.ipmi.update({ where: { server_id: server }, data: { ip: `${at}.40` } })
    const net = { name: where, family: 2, net: `${at}.0/26`, gateway: `${at}.1` }
    await prisma.ipnet.create({ data: { ...net, location_id: where === 'here' ? t.site : t.location } })
    const { job } = await t.jobOf(server)
    const given = ['address', 'netmask', 'gateway'].map((name) => job.get(`controller_${name}`)?.[0])
    expect(given).toEqual(
      where === 'here' ? ['10.20.30.40', '255.255.255.192', '10.20.30.1'] : [undefined, undefined, undefined],
    )
  },
)

it('nothing is told to a machine without a controller, or with another serial number', async () => {
  const { prisma } = t.api.database
  const server = await t.server()
  await t.diagnosed(server, await t.reportOf(server))
  for (const [more, words] of [
    [{ controller: null }, 'finds no management controller'],
    [{ serial: 'OTHER' }, 'Another machine has booted'],
  ] as const) {
    const { id, key } = await t.begun(server)
    expect(await t.desk.hello(key, await t.reportOf(server, more), t.asking)).toMatchObject({
      over: expect.stringContaining(words),
    })
    expect(await prisma.operation.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'fail', secrets: null })
  }
})

it('kinds of controllers that cannot be set up from inside are refused, with the field', async () => {
  const server = await t.server()
  await t.controller(server)
  await t.api.database.prisma.ipmi.update({ where: { server_id: server }, data: { type: 'amt' } })
  const body = { os_template_id: t.diag, clear_hdd: 'none', setup_ipmi: true }
  expect(await t.api.admin.post(`/dci/v3/server/${server}/diag`, body)).toMatchObject({
    status: 400,
    body: { error: { value: 'setup_ipmi', msg: expect.stringContaining('Intel AMT') } },
  })
})

it('of two at the same moment one begins, and owners are told nothing of the controller', async () => {
  const server = await t.server({ owner_id: t.api.ann.id })
  await t.controller(server)
  const body = { os_template_id: t.diag, clear_hdd: 'none', setup_ipmi: true }
  const both = await Promise.all([1, 2].map(() => t.api.admin.post(`/dci/v3/server/${server}/diag`, body)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { id } = await t.api.database.prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  const controller = { user: 'datahall', slot: 5, channel: 1, now: someReport().controller, steps: [] }
  await t.api.database.prisma.operation.update({ where: { id }, data: { result: { ok: true, controller } } })
  const seen = async (who: typeof t.api.ann) => (await who.get(`/dci/v3/operation/${id}`)).body
  expect(await seen(t.api.admin)).toMatchObject({ setup_ipmi: true, controller: { slot: 5 } })
  expect(await seen(t.api.ann)).toMatchObject({ setup_ipmi: true, controller: null })
})
