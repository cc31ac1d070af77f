import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '../../../db/secrets.ts'
import type { Lease } from '../../../protocols/kea/leases.ts'
import { deskServer } from '../../../protocols/netboot/desk-server.ts'
import { deskOfLocation } from '../machine/desk.ts'
import { installerFixture } from './installer-fixture.ts'
import { hashOf, newKey, newTicket } from './tickets.ts'

// Who is on the segment of a location reaches the desk through the location's web server, and may know names, addresses and what was good once.

/** The whole of it takes its time. */
const ROUNDS = [
  [1000, {}],
  [10_000, { tags: 'long' }],
] as const
const AT_ONCE = 32
let t: Awaited<ReturnType<typeof installerFixture>>
let server: Server
let web = ''
const faults: unknown[] = []
const leases: Lease[] = []

beforeAll(async () => {
  t = await installerFixture()
  const desk = deskServer([deskOfLocation(t.site, 'http://10.77.0.2:8080', async () => leases)], (fault) =>
    faults.push(fault),
  )
  server = createServer((socket) => desk.take(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await t.close()
})

/** An operation with a ticket, in a location. */
async function booting(location_id = t.site) {
  const { prisma } = t.api.database
  const server_id = await t.server()
  await t.api.admin.post(`/dci/v3/server/${server_id}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
  const { id } = await prisma.operation.findFirstOrThrow({ where: { server_id } })
  const [ticket, key] = [newTicket(), newKey()]
  const sealed = seal(ticket, { table: 'operation', id, column: 'ticket' })
  const data = { location_id, ticket: sealed, ticket_hash: hashOf(ticket), session_hash: hashOf(key) }
  const { mac } = await prisma.operation.update({ where: { id }, data })
  const address = `10.77.1.${leases.length + 1}`
  leases.push({ ip: address, mac, subnet: 1, hostname: '', expires: 1, state: 0 })
  return { id, ticket, key, address }
}

for (const [tries, options] of ROUNDS)
  it(`${tries} tries with guessed, used, late and foreign tickets and keys lead nowhere`, options, async () => {
    const { prisma } = t.api.database
    const [live, used, late, over, foreign] = await Promise.all([
      booting(),
      booting(),
      booting(),
      booting(),
      booting(t.location),
    ])
    await prisma.operation.update({ where: { id: used.id }, data: { ticket_used_at: new Date(), session_hash: null } })
    await prisma.operation.update({
      where: { id: late.id },
      data: { deadline_at: new Date(Date.now() - 1000), session_hash: null },
    })
    await t.api.admin.post(`/dci/v3/operation/${over.id}/fail`, {})
    const operations = () => prisma.operation.findMany({ orderBy: { id: 'asc' } })
    const before = await operations()

    const nearly = (word: string) => `${word.slice(0, -1)}${word.endsWith('A') ? 'B' : 'A'}`
    const guesses: (() => string)[] = [
      newTicket,
      () => randomBytes(8).toString('hex'),
      () => nearly(live.ticket),
      () => live.ticket.toLowerCase(),
      () => used.ticket,
      () => late.ticket,
      () => over.ticket,
      () => foreign.ticket,
      () => String(live.id),
      () => encodeURIComponent("' or 1=1 --"),
      () => '%2e%2e%2fa',
      () => 'x'.repeat(2000),
    ]
    // Whoever asks has an address of their own; the right ticket is good at that of its server alone.
    const tickets: [ticket: () => string, from: string][] = [
      ...guesses.map((ticket): [() => string, string] => [ticket, live.address]),
      ...[foreign.address, '10.77.9.9', ''].map((from): [() => string, string] => [() => live.ticket, from]),
    ]
    const keys: (() => string)[] = [
      newKey,
      () => nearly(live.key),
      () => live.key.toUpperCase(),
      () => foreign.key,
      () => over.key,
      () => live.ticket,
      () => hashOf(live.key),
      () => '',
    ]
    const asked = new Map<number, number>()
    const content: string[] = []
    const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T
    async function attack(n: number) {
      const key = { authorization: `Bearer ${pick(keys, n)()}` }
      const [ticket, from] = pick(tickets, n)
      const headers = { 'x-forwarded-for': from }
      const ask: Record<string, () => Promise<Response>> = {
        script: () => fetch(`${web}/boot/${ticket()}/script`, { headers }),
        session: () => fetch(`${web}/boot/${ticket()}/session`, { headers }),
        hello: () => fetch(`${web}/boot/hello`, { method: 'POST', headers: key, body: '{"version":1}' }),
        file: () => fetch(`${web}/boot/file/${pick(['answer', '..%2fanswer', 'preseed.cfg'], n)}`, { headers: key }),
        result: () => fetch(`${web}/boot/result`, { method: 'POST', headers: key, body: '{"ok":true}' }),
        progress: () => fetch(`${web}/boot/progress`, { method: 'POST', headers: key, body: 'step x\n' }),
      }
      // Not in step with the words: each kind of request meets each of them.
      const answer = await pick(Object.values(ask), Math.floor(n / 120))()
      asked.set(answer.status, (asked.get(answer.status) ?? 0) + 1)
      const text = await answer.text()
      if (text !== '' && answer.status !== 409) content.push(text)
      return answer.status
    }
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < tries) await attack(next++)
      }),
    )
    expect([...asked.keys()].filter((status) => status < 400)).toEqual([])
    expect(content.filter((text) => text !== '404 Not Found')).toEqual([])
    expect(faults).toEqual([])
    expect(await operations()).toEqual(before)
    // What was attacked is good still.
    const headers = { 'x-forwarded-for': live.address }
    expect((await fetch(`${web}/boot/${live.ticket}/script`, { headers })).status).toBe(200)
  })

for (const [tries, options] of ROUNDS)
  it(`${tries} tries for answer files of other servers lead nowhere`, options, async () => {
    const { prisma } = t.api.database
    const [own, others, early, done, over, late, foreign] = [
      await t.handed(),
      await t.handed(),
      await t.handed({}, false),
      await t.handed(),
      await t.handed(),
      await t.handed(),
      await t.handed(),
    ]
    await t.desk.installer(done.ticket, 'done', t.asking)
    await t.api.admin.post(`/dci/v3/operation/${over.id}/fail`, {})
    await prisma.operation.update({ where: { id: foreign.id }, data: { location_id: t.location } })
    await prisma.operation.update({ where: { id: late.id }, data: { deadline_at: new Date(Date.now() - 1000) } })
    const operations = () => prisma.operation.findMany({ orderBy: { id: 'asc' } })
    const before = await operations()
    // Who asks has a server of their own that is being installed, and asks from its address and from others.
    const mine = t.asking.address
    const tickets: [ticket: () => string, from: string][] = [
      [newTicket, mine],
      [() => `${others.ticket.slice(0, -1)}${others.ticket.endsWith('A') ? 'B' : 'A'}`, mine],
      [() => others.ticket.toLowerCase(), mine],
      [() => hashOf(others.ticket), mine],
      [() => others.ticket, '10.77.0.99'],
      [() => others.ticket, '127.0.0.1'],
      [() => own.ticket, '10.77.0.99'],
      ...[early, done, over, late, foreign].map(({ ticket }): [() => string, string] => [() => ticket, mine]),
      [() => String(others.id), mine],
      [() => others.key, mine],
      [() => '..%2f', mine],
    ]
    const names = [
      ...['preseed.cfg', 'user-data', 'meta-data', 'ks.cfg', '..%2fpreseed.cfg'],
      ...['report/done', 'report/failed', 'report/partition', 'report/reboot'],
    ]
    const statuses = new Set<number>()
    const content = new Set<string>()
    async function attack(n: number) {
      const [ticket, from] = tickets[n % tickets.length] as (typeof tickets)[number]
      const name = names[Math.floor(n / tickets.length) % names.length]
      const headers = { 'x-forwarded-for': from }
      const answer = await fetch(`${web}/boot/answer/${ticket()}/${name}`, { method: n % 2 ? 'GET' : 'POST', headers })
      statuses.add(answer.status)
      content.add(await answer.text())
    }
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < tries) await attack(next++)
      }),
    )
    expect([...statuses]).toEqual([404])
    expect([...content].filter((text) => text !== '404 Not Found')).toEqual([''])
    expect(faults).toEqual([])
    expect(await operations()).toEqual(before)
    const headers = { 'x-forwarded-for': mine }
    const good = await fetch(`${web}/boot/answer/${others.ticket}/preseed.cfg`, { headers })
    expect([good.status, (await good.text()).slice(0, 4)]).toEqual([200, 'd-i '])
  })
