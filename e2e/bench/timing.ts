// npm run bench -- timing, S1 and S6: whether the time of an answer tells what its words do not. The API in this process, calls one
// after another and in turns: another account's server against one that does not exist, and a wrong password of an account against of none.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeApi } from '../../server/api/app.ts'
import { hashPassword } from '../../server/auth/password.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { openBus } from '../../server/events/bus.ts'
import { ADMIN } from '../support/panel-process.ts'
import { calm } from './calm.ts'
import { median, report } from './goals.ts'

const CALLS = Number(process.env.BENCH_CALLS ?? 500)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1)

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const server = await startEmbedded(folder)
await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
const database = openDatabase(server.url)
setDatabase(database)
openMasterKey(folder)
const messages = openBus(server.url)
const remoteAddress = (c: { env: unknown }) => (c.env as { remote: string }).remote
const app = makeApi({ trustedProxies: [], rateLimit: 0, remoteAddress })

type Asked = { body?: object | string; token?: string; remote?: string }
async function ask(method: string, place: string, { body, token, remote = '198.18.0.1' }: Asked = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { 'x-xsrf-token': token }) }
  const request = new Request(`http://panel.test${place}`, {
    method,
    headers,
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const from = performance.now()
  const answer = await app.fetch(request, { remote })
  const text = await answer.text()
  return { status: answer.status, ms: performance.now() - from, body: JSON.parse(text) }
}
async function refused(status: number, asked: ReturnType<typeof ask>): Promise<number> {
  const answer = await asked
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.ms
}

/** How far the medians of two kinds of calls in turns lie apart, and the median of the second, milliseconds. */
async function apart(calls: number, one: (n: number) => Promise<number>, other: (n: number) => Promise<number>) {
  const times: [number[], number[]] = [[], []]
  await calm()
  for (let n = 0; n < calls; n++)
    for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) times[side].push(await (side ? other : one)(n))
  return { apart: Math.abs(median(times[0]) - median(times[1])), typical: median(times[1]) }
}

const DOCUMENT = `location: [{ name: Oslo, ssh_address: 192.0.2.1, ssh_port: 22, ssh_user: root }]
cpu_socket: [{ name: LGA4677 }]
platform: [{ name: 1U, type: server, server_size: 1, cpu_socket: LGA4677, cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }]
rack: [{ name: A-01, location: Oslo, size: 42 }]
server: [{ name: web, platform: 1U, location: Oslo, rack: A-01, unit: 1, owner: bob@example.com }]
`

async function people() {
  const password_hash = await hashPassword(ADMIN.password)
  const token: Record<string, string> = {}
  for (const [email, role] of [
    [ADMIN.email, '@admin'],
    ['ann@example.com', '@user'],
    ['bob@example.com', '@user'],
  ] as const) {
    await database.prisma.account.create({ data: { email, roles: [role], password_hash } })
    token[email] = (
      await ask('POST', '/auth/v4/public/token', { body: { email, password: ADMIN.password } })
    ).body.token
  }
  const file = { token: token[ADMIN.email] as string, body: DOCUMENT }
  const made = await ask('POST', '/dci/v3/import?format=yaml&kind=all&dry_run=false', file)
  if (!made.body.applied) throw new Error(JSON.stringify(made.body))
  return token['ann@example.com'] as string
}

let network = 0
/** A wrong password from a network without earlier attempts. */
async function guess(email: string): Promise<number> {
  await database.pool.query('truncate sign_in_failure')
  const remote = `10.${(++network >> 8) & 255}.${network & 255}.7`
  return refused(403, ask('POST', '/auth/v4/public/token', { body: { email, password: 'wrong' }, remote }))
}

async function measure() {
  const token = await people()
  const id = (await database.prisma.server.findFirstOrThrow()).id
  const look = (server: number) => refused(404, ask('GET', `/dci/v3/server/${server}`, { token }))
  const objects: number[] = []
  const accounts: number[] = []
  const typical = { object: 0, account: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const found = await apart(
      CALLS,
      () => look(id),
      (n) => look(id + 1 + n),
    )
    const tried = await apart(
      CALLS,
      () => guess('bob@example.com'),
      (n) => guess(`nobody${round}-${n}@example.com`),
    )
    objects.push(found.apart)
    accounts.push(tried.apart)
    Object.assign(typical, { object: found.typical, account: tried.typical })
  }
  console.log(`a server ${typical.object.toFixed(1)} ms, a wrong password ${typical.account.toFixed(1)} ms`)
  const bound = { reference: objects.map(() => 0), better: 'above' as const, unit: 'ms', floor: 5, aim: 2 }
  return [
    { ...bound, id: 'S1', what: `another account's server against none, medians of ${CALLS}`, ours: objects },
    { ...bound, id: 'S6', what: `a known account against none, medians of ${CALLS}`, ours: accounts },
  ]
}

let holds = false
try {
  holds = report('timing', await measure())
} finally {
  await messages.close()
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
