import { Secret, TOTP } from 'otpauth'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../e2e/support/dummy-cluster.ts'
import { allEndpoints } from '../../api/catalogue.ts'
import { basePath } from '../../api/endpoint.ts'
import { log } from '../../process/log.ts'

// Recognizable secrets are entered in every field that takes one, and noted where the panel makes one; then they are
// searched for in each table, the log, and the answer of each operation that reads.

const MARK = 'Planted7q'
let planted = 0
const plant = () => `${MARK}-${++planted}-Zz9`
/** What the panel made itself and handed to its owner, by what it is. */
const made = new Map<string, string>()
/** Lines of the log. */
const said: string[] = []

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  if (stream) stream.write = (line) => void said.push(line)
  log.level = 'trace'
  t = await testCluster()
})
afterAll(() => t.close())

/** As it is, and as encodings write it. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64'))
  return [secret, bytes.toString('hex'), ...base64.map((text) => text.slice(4, -4))]
}

type Reply = Promise<{ status: number; body: Record<string, unknown> }>
async function ok(answer: Reply) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const refused = async (answer: Reply) => expect((await answer).status).toBe(400)

async function plantInDevices() {
  const { admin, ended } = t
  const way = { ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' }
  const place = await ok(admin.post('/dci/v3/location', { name: 'Oslo', ...way, password: plant() }))
  const location = place.id as number
  const rack = (await ok(admin.post(`/dci/v3/location/${location}/rack`, { name: 'A', size: 42 }))).id
  await ok(admin.post(`/dci/v3/location/${location}`, { password: plant() }))
  const at = (unit: number) => ({ rack, unit, size: 1, ip: '127.0.0.1' })
  const v3 = {
    version: 'snmp_v3',
    security_username: 'u',
    security_level: 'auth_with_privacy',
    auth_protocol: 'SHA',
    privacy_protocol: 'AES',
    auth_password: plant(),
    privacy_password: plant(),
  }
  const v2 = { version: 'snmp_v2c', community: plant() }
  const net = { username: 'u', password: plant() }
  const one = await ok(admin.post('/dci/v3/switch', { name: 'one', device: 'snmp_common', ...at(1), snmp_params: v3 }))
  const ssh_params = { user: 'u', password: plant() }
  const more = { ssh_params, netconf_params: net, snmp_params: v2 }
  await ok(admin.post('/dci/v3/switch', { name: 'two', device: 'snmp_common', ...at(2), ...more }))
  await ok(admin.post(`/dci/v3/switch/${one.id}`, { snmp_params: { ...v3, auth_password: plant() } }))
  const pdu = { name: 'p', device: 'apc_snmp', ...at(5), snmp_params: { version: 'snmp_v2c', community: plant() } }
  await ok(admin.post('/dci/v3/pdu', pdu))
  const file = `location:
  - { name: Bergen, ssh_address: 192.0.2.1, ssh_port: 22, ssh_user: root, password: ${plant()} }
rack: [{ name: B-01, location: Bergen, size: 42 }]
cpu_socket: [{ name: LGA4677 }]
platform:
  - { name: 1U, type: server, server_size: 1, cpu_socket: LGA4677, cpu_socket_count: 2, ram_slot_count: 16, max_ram: 512, hdd_slot_count: 8, pci_slot_count: 2 }
server: [{ name: web, platform: 1U, location: Bergen, rack: B-01, unit: 10, owner: ann@example.com }]
pdu: [{ name: q, device: apc_snmp, ip: 192.0.2.20, location: Bergen, rack: B-01, unit: 1, size: 1, community: ${plant()} }]
`
  const asked = 'format=yaml&kind=all&on_error=skip'
  await ok(admin.post(`/dci/v3/import?${asked}`, file))
  await ended((await ok(admin.post(`/dci/v3/import/start?${asked}`, file))).task as number)
  const server = (await admin.get("/dci/v3/server?where=name EQ 'web'")).body.list[0].id as number
  for (const type of ['ipmi', 'redfish']) {
    const controller = { ip: '127.0.0.1', username: 'u', type, port: 9, password: plant() }
    const made = await admin.post(`/dci/v3/server/${server}/ipmi`, controller)
    if (made.status < 300 && type === 'redfish')
      await refused(admin.post(`/dci/v3/ipmi/${made.body.id}/iso`, { url: `http://u:${plant()}@192.0.2.1/a.iso` }))
  }
}

async function plantInMachines() {
  const { admin, ann, create, done } = t
  const host = (await done(await create({ name: 'vm1', password: plant() }))).id
  await ok(ann.post(`/vm/v3/host/${host}/password`, { password: plant() }))
  made.set('VNC password', 'Vn7qZ9x-')
  await ok(ann.post(`/vm/v3/host/${host}/vnc_settings`, { password: 'Vn7qZ9x-' }))
  const open = `select from task where ended_at is null and entity = 'host'`
  await expect.poll(async () => (await t.database.pool.query(open)).rowCount).toBe(0)
  await admin.post('/vm/v3/node', {
    name: 'n9',
    cluster: t.cluster,
    ip: '198.51.100.9',
    ssh_port: 22,
    password: plant(),
  })
  const address = `http://u:${plant()}@images.example.com/`
  await refused(admin.post('/vm/v3/repository', { name: 'r', url: address }))
}

async function plantInAccounts() {
  const { admin, ann, request } = t
  const password = plant()
  await ok(admin.post('/auth/v4/user', { email: 'carol@example.com', password, role: '@user' }))
  const signIn = () => request('POST', '/auth/v4/public/token', { body: { email: 'carol@example.com', password } })
  await request('POST', '/auth/v4/public/token', { body: { email: 'carol@example.com', password: plant() } })
  const { token } = await ok(signIn())
  made.set('session', token as string)
  const as = { token: token as string }
  const once = { headers: { 'idempotency-key': 'k1' }, ...as }
  const issued = await ok(request('POST', '/auth/v4/token', { body: { description: 'x' }, ...once }))
  made.set('token', issued.token as string)
  const key = (await ok(admin.post('/auth/v4/user/carol@example.com/key'))).key as string
  made.set('key', key)
  const { secret } = await ok(ann.post('/auth/v4/2fa'))
  made.set('second factor', secret as string)
  const code = new TOTP({ secret: Secret.fromBase32(secret as string) }).generate()
  for (const [n, recovery] of ((await ok(ann.post('/auth/v4/2fa', { code }))).recovery_codes as string[]).entries())
    made.set(`recovery code ${n}`, recovery)
}

/** Finds secrets in a text. A recovery code is eight digits: it counts as a word of its own alone. */
function leaks(text: string): string[] {
  const found = formsOf(MARK)
    .filter((form) => text.includes(form))
    .map(() => around(text, MARK))
  for (const [what, secret] of made) {
    const hit = /^\d{8}$/.test(secret)
      ? new RegExp(`"${secret}"`).test(text)
      : formsOf(secret).some((form) => text.includes(form))
    if (hit) found.push(what)
  }
  return found
}
const around = (text: string, mark: string) => {
  const at = text.indexOf(mark)
  return at < 0 ? 'in another encoding' : text.slice(Math.max(0, at - 60), at + 20)
}

/** The VNC password is given to all who may open the screen. */
const HANDS_OUT = ['GET /vm/v3/host/{host_id}/vnc_settings']

it('keeps and tells no secret in clear', async () => {
  await plantInMachines()
  await plantInDevices()
  await plantInAccounts()
  expect([planted > 15, made.size, said.length > 0]).toEqual([true, 15, true])
  // The search finds what it looks for.
  for (const text of [`{"a":"x${MARK}"}`, Buffer.from(`xy${plant()}`).toString('base64'), `"${made.get('token')}"`])
    expect(leaks(text)).toHaveLength(1)

  const { pool } = t.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select row_to_json(x)::text as line from ${name} x`)
    expect([name, leaks(rows.map(({ line }) => line).join('\n'))]).toEqual([name, []])
  }
  expect(leaks(said.join(''))).toEqual([])

  let read = 0
  for (const e of allEndpoints) {
    const path = `${basePath[e.service]}${e.path}`
    const operation = `${e.method} ${path}`
    if (e.method !== 'GET' || HANDS_OUT.includes(operation)) continue
    const ids = path.includes('{') ? [1, 2, 3] : [0]
    for (const who of [t.admin, t.bob])
      for (const id of ids) {
        const { status, body } = await who.get(path.replaceAll(/\{\w+\}/g, String(id)))
        if (status < 300) read++
        expect([operation, leaks(JSON.stringify(body))]).toEqual([operation, []])
      }
  }
  expect(read).toBeGreaterThan(100)
})
