import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../../e2e/support/api.ts'
import type { ConsoleGateway } from '../../../console/gateway.ts'
import { solRules, stopConsoleLines } from '../../../console/lines/here.ts'
import { LineHouse } from '../../../console/lines/house.ts'
import { startConsoles } from '../../../console/start.ts'
import { TalkingPage } from '../../../console/testing.ts'
import { derivedKey } from '../../../db/secrets.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import { startAmtPeer } from '../../../drivers/bmc/simulated/amt-peer.ts'
import { simulatedBmc } from '../../../drivers/bmc/simulated/bmc.ts'
import { SimulatedMachine } from '../../../drivers/bmc/simulated/machine.ts'
import { bus } from '../../../events/bus.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { openLeases } from '../../../tasks/leases.ts'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { checkConsole, lineOf, openConsole } from './open.ts'
import { serialEnableTask } from './service.ts'

// Serial consoles of servers through the panel's gateway, on controllers that really speak IPMI.

let lab: Awaited<ReturnType<typeof remoteFixture>>
let gateway: ConsoleGateway
let http: Server
let origin = ''
const pages: TalkingPage[] = []

beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask, serialEnableTask])
  await lab.addControlled('first') // makes what all servers share
  gateway = startConsoles({ open: openConsole, recheck: checkConsole, publicUrl: undefined })
  http = createServer()
  http.on('upgrade', (req, socket, head) => gateway.handleUpgrade(req, socket, head) || socket.destroy())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const page of pages) page.ws.terminate()
  gateway?.stop()
  await stopConsoleLines()
  http?.close()
  await lab?.close()
})

type Who = { token: string }
async function ticket(server: number, who: Who, body: object = {}) {
  const answer = await lab.api.request('POST', `/dci/v3/server/${server}/console`, { token: who.token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.ticket as string
}
async function open(server: number, who: Who, body: object = {}, query = '') {
  const page = new TalkingPage(
    `${origin.replace('http', 'ws')}/console/ws${query}`,
    await ticket(server, who, body),
    origin,
  )
  pages.push(page)
  return page
}
/** A server that is on, and its owner. */
async function owned(owner: { id: number } = lab.api.ann) {
  const made = await lab.addControlled(`srv-${randomUUID().slice(0, 8)}`, { on: true })
  await lab.made(lab.api.admin.post(`/dci/v3/server/${made.server}/owner`, { owner: owner.id }))
  return made
}
const soon = () => AbortSignal.timeout(10_000)

// Beside each other: one of them waits for a line to be found lost.
describe.concurrent('the serial console of a server', () => {
  it('carries a login, remembers it for who comes later, and lets only who watches watch', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ state: 'open', keyboard: 'yours', can_break: true })
    ann.type('root\rsimulated\rhostname\r')
    await ann.hears(':~# hostname\r\nsrv-')
    const watcher = await open(server, lab.api.admin, { mode: 'view' })
    await watcher.hears(':~# hostname\r\nsrv-') // what was said before he came
    await watcher.status({ keyboard: 'another', typist: lab.api.ann.id })
    watcher.type('never typed')
    watcher.command('break')
    ann.type('uptime\r')
    await watcher.hears('uptime: command not found')
    expect(ann.text()).not.toContain('never typed')
    expect(ann.text()).not.toContain('[break]')
    const viewers = await lab.api.ann.get(`/dci/v3/server/${server}/console`)
    expect(viewers.body).toMatchObject({
      controller: 'ipmi',
      offers: { sol: true, vnc: false, enable_serial: false },
      list: [
        { account: { email: 'ann@example.com' }, kind: 'sol', mode: 'control', self: true },
        { account: { email: 'admin@example.com' }, kind: 'sol', mode: 'view', self: false },
      ],
    })
  })

  it('says nothing to the next owner of what the last one saw', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ keyboard: 'yours' })
    ann.type('root\rsimulated\rhostname\r')
    await ann.hears(':~# hostname\r\nsrv-')
    await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.bob.id }))
    const bob = await open(server, lab.api.bob)
    await bob.status({ keyboard: 'yours' })
    bob.type('uptime\r')
    await bob.hears('uptime: command not found')
    expect(bob.text()).not.toContain('hostname')
  })

  it('passes the break on, and the keyboard to who asks for it', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ keyboard: 'yours' })
    ann.command('break')
    await ann.hears('[break]')
    const admin = await open(server, lab.api.admin)
    await admin.status({ keyboard: 'another' })
    admin.type('too early')
    admin.command('ask')
    await ann.status({ asked_by: lab.api.admin.id })
    ann.command('keep')
    expect(await admin.message('kept')).toBeTruthy()
    admin.command('ask')
    await ann.status({ asked_by: lab.api.admin.id })
    ann.command('give')
    await admin.status({ keyboard: 'yours' })
    ann.type('no longer')
    admin.type('boss\r')
    await ann.hears('boss\r\nPassword: ')
    expect(ann.text()).not.toMatch(/too early|no longer/)
  })

  it('goes on where a page was when it comes back', async () => {
    const { server } = await owned()
    const first = await open(server, lab.api.ann)
    await first.status({ keyboard: 'yours' })
    first.type('one\r\r')
    await first.hears('Login incorrect')
    const { line, at } = first.started()
    first.ws.close()
    await first.closed
    const heard = at + first.bytes()
    const back = await open(server, lab.api.ann, {}, `?after=${line}.${heard}`)
    await back.status({ keyboard: 'yours' })
    back.type('two\r\r')
    await back.hears('two\r\nPassword: \r\nLogin incorrect')
    expect(back.started()).toMatchObject({ line, at: heard })
    expect(back.text()).not.toContain('one')
    const anew = await open(server, lab.api.ann)
    await anew.hears('one\r\nPassword: \r\nLogin incorrect')
  })

  it('says that somebody outside has the console, takes it over when told to, and says when it is taken', async () => {
    const { server, peer } = await owned()
    const target = { address: '127.0.0.1', port: peer.port, username: 'admin', password: 'secret-of-bmc' }
    const outside = bmcDriver('ipmi').connect(target)
    const line = await outside.sol({ takeOver: false }, soon())
    const lost = once(line, 'error')
    const refused = await open(server, lab.api.ann)
    expect(await refused.closed).toEqual({ code: 4011, words: 'Somebody outside of the panel has the serial console' })
    const page = await open(server, lab.api.ann, { take_over: true })
    await page.status({ keyboard: 'yours' })
    expect((await lost)[0]).toMatchObject({ value: 'console_taken' })
    // Whoever lost it leaves it alone.
    page.command('break')
    await page.hears('[break]')
    const again = await outside.sol({ takeOver: true }, soon())
    expect(await page.closed).toMatchObject({ code: 4012 })
    again.destroy()
    await outside.close()
  })

  it('is one for all web processes: another one’s viewers sit at the line of the first', async () => {
    const { server, ipmi } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    page.type('one\r')
    await page.hears('Password: ')
    const key = derivedKey('console lines')
    const other = new LineHouse({ bus: bus(), leases: openLeases(15_000), leaseMs: 15_000, key })
    const never = async () => {
      throw new Error('The line was opened twice')
    }
    const of = await lineOf(await lab.prisma.ipmi.findUniqueOrThrow({ where: { id: ipmi } }), lab.api.ann.id)
    const line = { key: `ipmi ${ipmi}`, of, open: never, rules: solRules }
    const seat = await other.join(line, { account_id: lab.api.admin.id, mode: 'control' }, soon())
    let heard = ''
    seat.on('data', (chunk: Buffer) => {
      heard += chunk
    })
    await expect.poll(() => heard).toContain('Password: ')
    seat.command({ type: 'ask' })
    await page.status({ asked_by: lab.api.admin.id })
    page.command('give')
    await page.status({ keyboard: 'another', typist: lab.api.admin.id })
    seat.write('\r')
    await page.hears('Login incorrect')
    await other.stop()
    await page.status({ keyboard: 'free' })
  })

  it('is there over AMT too, which has no break, and can be switched on', async () => {
    const { server, ipmi } = await owned()
    const machine = new SimulatedMachine()
    const tls = selfSignedCertificate('amt')
    const user = { username: 'admin', password: 'secret-of-bmc' }
    // The redirection is two ports above the other, as the panel expects it.
    const httpPort = 22_000 + (process.pid % 5_000) * 2
    const peer = await startAmtPeer({ machine, tls, ...user, httpPort, redirectionPort: httpPort + 2 })
    lab.closing.push(() => peer.close())
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { type: 'amt', port: httpPort }))
    expect((await lab.api.ann.get(`/dci/v3/server/${server}/console`)).body.offers).toEqual({
      ...{ sol: true, vnc: true, enable_serial: true },
    })
    await lab.done(lab.api.admin.post(`/dci/v3/server/${server}/console/enable`, {}))
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console/enable`, {})).status).toBe(403)
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    machine.power(true, 'test')
    await page.hears('Booting from disk')
    page.command('break')
    const { words } = await page.message('fault')
    expect(words).toMatch(/refuses its console/)
    // Its screen greets, and is for one at a time.
    const screen = await open(server, lab.api.ann, { kind: 'vnc' })
    await screen.hears('RFB 003.008')
    const told = async (who: Who) => (await (await open(server, who, { kind: 'vnc' })).closed).words
    expect(await told(lab.api.ann)).toBe('The server shows its screen to one at a time, and somebody has it')
    expect(await told(lab.api.admin)).toMatch(/^The controller at 127\.0\.0\.1 shows its screen to one at a time/)
    screen.ws.terminate()
    machine.screenOff = true
    expect(await told(lab.api.ann)).toMatch(/^The management controller of the server refuses its console/)
    expect(await told(lab.api.admin)).toContain('switched off in its own settings')
  })

  it('closes when its controller is said to be elsewhere, and comes back there', async () => {
    const { server, ipmi, peer } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { port: peer.port, mac: '02:00:00:00:00:01' }))
    page.type('here\r')
    await page.hears('here')
    const machine = simulatedBmc({ name: 'elsewhere', username: 'admin', password: 'secret-of-bmc', on: true })
    const other = await lab.serve(machine)
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { port: other.port }))
    expect(await page.closed).toMatchObject({ code: 4000 })
    const back = await open(server, lab.api.ann)
    await back.status({ keyboard: 'yours' })
    back.type('\r')
    await back.hears('elsewhere login:')
    expect(back.text()).not.toContain('here\r')
  })

  it('tells that a line was lost, and goes on when it is found again', async () => {
    const { server, machine, peer } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ state: 'open', keyboard: 'yours' })
    const { port } = peer
    await peer.close()
    page.type('x')
    await page.status({ state: 'interrupted' })
    await lab.serve(machine, port)
    await page.status({ state: 'open' })
    page.type('back\r')
    await page.hears('back\r\n')
  }, 30_000)

  it('closes within a second of a sign-out, a new owner, a suspension, and of the end of the controller', async () => {
    const { server, ipmi } = await owned()
    const { body } = await lab.api.request('POST', '/auth/v4/public/token', {
      body: { email: lab.api.ann.email, password: PASSWORD },
    })
    const session = { token: body.token as string }
    const { id } = (await lab.api.request('GET', '/auth/v4/self/session', session)).body
    const closes = async (page: TalkingPage, deed: () => Promise<unknown>) => {
      await page.status({})
      await deed()
      const since = performance.now()
      const { code } = await page.closed
      expect(performance.now() - since).toBeLessThan(1_000)
      return code
    }
    const out = await open(server, session)
    expect(await closes(out, () => lab.api.request('DELETE', `/auth/v4/token/${id}`, session))).toBe(4001)
    const suspended = await open(server, lab.api.ann)
    const admin = await open(server, lab.api.admin)
    const suspend = () => lab.api.database.pool.query("update server set state = 'suspended' where id = $1", [server])
    expect(
      await closes(suspended, async () => {
        await suspend()
        await lab.made(lab.api.admin.post(`/dci/v3/server/${server}`, { note: 'unpaid' }))
      }),
    ).toBe(4003)
    expect(admin.ws.readyState).toBe(admin.ws.OPEN)
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console`, {})).status).toBe(409)
    await lab.api.database.pool.query("update server set state = 'active' where id = $1", [server])
    const passed = await open(server, lab.api.ann)
    const give = () => lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.bob.id }))
    expect(await closes(passed, give)).toBe(4004)
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console`, {})).status).toBe(404)
    expect(await closes(admin, () => lab.made(lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`)))).toBe(4004)
  })

  it('says in words why there is no console, and names no address to its owner', async () => {
    const { server, ipmi, peer } = await owned()
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { password: 'wrong' }))
    const words = async (who: Who) => (await (await open(server, who)).closed).words
    expect(await words(lab.api.admin)).toMatch(/127\.0\.0\.1 .*password/)
    expect(await words(lab.api.ann)).not.toMatch(/127|password/)
    await peer.close()
    await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { type: 'redfish', identity: null } })
    expect(await lab.refused(lab.api.ann.post(`/dci/v3/server/${server}/console`, {}), 400)).toContain('Redfish')
    expect((await lab.api.admin.post(`/dci/v3/server/${server}/console/enable`, {})).status).toBe(400)
    await lab.made(lab.api.admin.delete(`/dci/v3/ipmi/${ipmi}`))
    expect(await lab.refused(lab.api.ann.post(`/dci/v3/server/${server}/console`, {}), 409)).toContain('no management')
    expect((await lab.api.bob.get(`/dci/v3/server/${server}/console`)).status).toBe(404)
  })
})
