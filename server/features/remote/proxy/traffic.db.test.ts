import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sessionCookies } from '../../../auth/cookie.ts'
import { endSessions } from '../../../auth/sessions.ts'
import { transaction } from '../../../db/transaction.ts'
import { panelSettings, setPanelSettings } from '../../../settings.ts'
import { type FakePage, fakePage } from './fake-page.ts'
import { type ProxyFixture, proxyFixture } from './proxy-fixture.ts'

let lab: ProxyFixture
let page: FakePage
let here: { port: number; cookie: string; ipmi: number; server: number }

const BIG = 100 << 20
function answer(req: IncomingMessage, res: ServerResponse, body: Buffer) {
  const url = req.url ?? ''
  if (url === '/big') {
    const block = Buffer.alloc(64 * 1024, 1)
    let left = BIG
    res.setHeader('content-length', BIG)
    return void new Readable({
      read() {
        left -= block.length
        this.push(left >= 0 ? block : null)
      },
    }).pipe(res)
  }
  if (url === '/never') return
  if (url === '/switch')
    return void req.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: any\r\nconnection: upgrade\r\n\r\nraw')
  if (url === '/stall') return void res.write('first part')
  if (url.startsWith('/to?')) return void res.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end()
  if (url === '/login')
    return void res.writeHead(200, { 'set-cookie': ['SID=secret; Path=/; HttpOnly', 'ses6=evil; Path=/'] }).end('in')
  if (url === '/upload') return void res.end(String(body.length))
  if (url === '/page') return void res.setHeader('content-type', 'text/html').end('<html><head><title>x</title>')
  res.end(`${req.method} ${url}`)
}

beforeAll(async () => {
  lab = await proxyFixture({ first: 24020, last: 24039 })
  page = await fakePage(answer)
  lab.closing.push(() => page.close())
  const { ipmi, server } = await lab.addController('one', page)
  here = { ipmi, server, ...(await lab.opened(ipmi)) }
})
afterAll(() => lab.close())

const ask = (path: string, more: Parameters<ProxyFixture['ask']>[2] = {}) =>
  lab.ask(here.port, path, { ...more, headers: { cookie: here.cookie, ...more.headers } })
const own = () => `https://panel.test:${here.port}`
const last = () => page.seen.at(-1)

describe('who comes through a port', () => {
  it('is whoever has its cookie, or signed in to the panel, if he may use the controller', async () => {
    const { ann, bob, admin } = lab.api
    const as = async (cookie: string) => (await lab.ask(here.port, '/x', { headers: { cookie } })).status
    expect(await as('')).toBe(401)
    expect(await as(here.cookie)).toBe(200)
    expect(await as(`ses6=${ann.token}`)).toBe(200)
    expect(await as(`ses6=${admin.token}`)).toBe(200)
    expect(await as(`ses6=${bob.token}`)).toBe(404)
    expect(await as(`ses6=${ann.token}x`)).toBe(401)
    expect(await as(`${here.cookie.split('=')[0]}=${'A'.repeat(43)}`)).toBe(401)
    const audited = await lab.prisma.audit.findMany({
      where: { operation: 'ENTER /ipmiproxy/v3/proxy', entity_id: here.ipmi },
    })
    expect(audited.map(({ account_id }) => account_id)).toEqual([ann.id, admin.id])
  })

  it('gets in with a ticket once, and never with that of another session, or too late', async () => {
    const ticket = async (port: number) =>
      (await lab.api.ann.post('/ipmiproxy/v3/proxy/ticket', { listen_web_port: port })).body.ticket as string
    const give = async (port: number, body: string) =>
      (await lab.ask(port, '/.datahall/enter', { method: 'POST', body })).status
    const one = await ticket(here.port)
    expect([await give(here.port, one), await give(here.port, one), await give(here.port, 'x')]).toEqual([
      200, 401, 401,
    ])
    const other = await lab.opened((await lab.addController('two')).ipmi)
    expect(await give(other.port, await ticket(here.port))).toBe(401)
    const late = await ticket(here.port)
    await lab.api.database.pool.query(
      "update proxy_pass set expires_at = now() - interval '1 second' where kind = 'ticket'",
    )
    expect(await give(here.port, late)).toBe(401)
    expect((await lab.api.bob.post('/ipmiproxy/v3/proxy/ticket', { listen_web_port: here.port })).status).toBe(404)
    expect((await lab.ask(other.port, '/', { headers: { cookie: here.cookie } })).status).toBe(401)
    const entered = await lab.ask(here.port, '/.datahall/enter', { method: 'POST', body: await ticket(here.port) })
    expect(entered.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^__Host-Http-datahall-${here.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$`),
    )
    expect(entered.headers['clear-site-data']).toBe('"cache", "storage"')
  })

  it('is nobody while the plugin is disabled, or from an address his lists forbid', async () => {
    const { prisma } = lab
    await prisma.setting.create({ data: { name: 'remote_proxy', value: false } })
    expect((await ask('/')).status).toBe(403)
    expect((await lab.api.ann.post(`/ipmiproxy/v3/ipmi/${here.ipmi}/proxy/web`)).status).toBe(409)
    await prisma.setting.delete({ where: { name: 'remote_proxy' } })
    const list = await prisma.access_list.create({ data: { name: 'elsewhere', ip_list: ['192.0.2.0/24'] } })
    await prisma.access_list_member.create({ data: { access_list_id: list.id, account_id: lab.api.ann.id } })
    expect((await ask('/')).status).toBe(401)
    await prisma.access_list_member.deleteMany()
    expect((await ask('/')).status).toBe(200)
  })

  it('never is a page of somebody else that makes a browser ask', async () => {
    const from = async (headers: Record<string, string>, path = '/cgi', method = 'GET') =>
      (await ask(path, { headers, method })).status
    const visit = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const before = page.seen.length
    expect(await from({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await from(visit)).toBe(403)
    expect(await from({ origin: 'https://panel.test' }, '/cgi', 'POST')).toBe(403)
    expect(await from({ origin: `https://panel.test:${here.port + 1}` }, '/', 'POST')).toBe(403)
    expect(page.seen.length).toBe(before)
    expect(await from(visit, '/')).toBe(200)
    expect(await from({ 'sec-fetch-site': 'same-origin', origin: own() }, '/cgi', 'POST')).toBe(200)
  })
})

describe('what goes through', () => {
  it('has nothing of the panel in it, in either direction', async () => {
    await ask('/login', {
      headers: {
        cookie: `${here.cookie}; ses6=${lab.api.ann.token}; other=1`,
        'x-forwarded-for': '203.0.113.1',
        origin: own(),
        referer: `${own()}/`,
      },
    })
    const sent = last()!
    expect(sent.headers.cookie).toBeUndefined()
    expect(JSON.stringify(sent)).not.toMatch(/panel\.test|ses6|datahall|203\.0\.113|forwarded|127\.0\.0\.1:240/)
    expect(sent.headers).toMatchObject({ host: `127.0.0.1:${page.port}`, origin: `https://127.0.0.1:${page.port}` })
    const next = await ask('/next')
    expect(next.headers['set-cookie']).toBeUndefined()
    expect(last()!.headers.cookie).toBe('SID=secret; ses6=evil')
    await lab.ask(here.port, '/next', { headers: { cookie: `ses6=${lab.api.admin.token}` } })
    expect(last()!.headers.cookie).toBeUndefined()
    expect(next.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(next.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  })

  it('leads nowhere else, registers no service worker, knows its methods', async () => {
    const to = async (place: string) => {
      const { status, headers } = await ask(`/to?${encodeURIComponent(place)}`)
      return headers.location ?? `${status} ${headers['x-datahall-refused']}`
    }
    expect(await to('/in')).toBe(`${own()}/in`)
    expect(await to(`https://127.0.0.1:${page.port}/in`)).toBe(`${own()}/in`)
    for (const place of [
      'http://169.254.169.254/',
      'https://127.0.0.1/',
      '//evil.example',
      `https://127.0.0.1:${lab.options.panel}/`,
    ])
      expect(await to(place)).toBe('502 redirect')
    expect((await ask('/sw.js', { headers: { 'service-worker': 'script' } })).status).toBe(403)
    expect((await ask('/', { method: 'TRACE' })).status).toBe(405)
    expect((await ask('/', { method: 'PROPFIND' })).status).toBe(405)
    expect((await ask('http://169.254.169.254/')).status).toBe(405)
  })

  it("carries scripts' cookies in the panel's jar", async () => {
    const html = await ask('/page', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' } })
    expect(html.body).toBe('<html><script src="/.datahall/cookies.js"></script><head><title>x</title>')
    const set = await ask('/.datahall/cookie?path=%2F', { method: 'POST', body: 'lang=de; path=/' })
    expect(set.body).toContain('lang=de')
    expect(set.body).not.toContain('secret')
    await ask('/x')
    expect(last()!.headers.cookie).toContain('lang=de')
    expect((await lab.ask(here.port, '/.datahall/cookie')).status).toBe(401)
  })

  it('is 50 requests at once, bodies, and 100 MB in a stream that is not collected', async () => {
    const opened = page.watch()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`/many/${n}`)))
    expect(answers.map(({ body }) => body)).toEqual(answers.map((_, n) => `GET /many/${n}`))
    expect(opened()).toBeLessThanOrEqual(8)
    const body = randomBytes(3 << 20)
    expect((await ask('/upload', { method: 'POST', body })).body).toBe(String(body.length))
    let [size, most] = [0, 0]
    const rss = process.memoryUsage.rss()
    await new Promise<void>((done, fail) => {
      const headers = { host: `panel.test:${here.port}`, cookie: here.cookie }
      tlsRequest({ host: '127.0.0.1', port: here.port, path: '/big', headers, rejectUnauthorized: false }, (res) => {
        res.on('data', (chunk: Buffer) => {
          size += chunk.length
          most = Math.max(most, process.memoryUsage.rss() - rss)
        })
        res.on('end', done).on('error', fail)
      }).end()
    })
    expect(size).toBe(BIG)
    // Collected, it would take its own size besides what passing on takes.
    expect(most).toBeLessThan(BIG * 1.5)
  })

  it('waits when its reader waits', async () => {
    const headers = { host: `panel.test:${here.port}`, cookie: here.cookie }
    const res = await new Promise<IncomingMessage>((done) =>
      tlsRequest(
        { host: '127.0.0.1', port: here.port, path: '/big', headers, agent: false, rejectUnauthorized: false },
        done,
      ).end(),
    )
    res.pause()
    const before = process.memoryUsage.rss()
    await new Promise((go) => setTimeout(go, 400))
    expect(process.memoryUsage.rss() - before).toBeLessThan(40 << 20)
    res.destroy()
  })
})

describe('sockets', () => {
  const open = (headers: Record<string, string> = {}) =>
    new WebSocket(`wss://127.0.0.1:${here.port}/kvm?x=1`, ['binary'], {
      rejectUnauthorized: false,
      headers: { host: `panel.test:${here.port}`, cookie: here.cookie, origin: own(), ...headers },
    })
  const refused = (socket: WebSocket) =>
    new Promise<number>((done) => {
      socket.on('unexpected-response', (_req, res) => done(res.statusCode ?? 0))
      socket.on('error', () => {})
    })

  it('are relayed whole, and refused to strangers and foreign pages', async () => {
    const socket = open()
    await once(socket, 'open')
    expect(socket.protocol).toBe('binary')
    expect(last()).toMatchObject({
      url: '/kvm?x=1',
      headers: { origin: `https://127.0.0.1:${page.port}`, host: `127.0.0.1:${page.port}` },
    })
    expect(last()!.headers.cookie).not.toContain('datahall')
    const sent = randomBytes(2 << 20)
    socket.send(sent)
    const [got] = (await once(socket, 'message')) as [Buffer]
    expect(got.equals(sent)).toBe(true)
    socket.close()
    expect(await refused(open({ origin: 'https://panel.test' }))).toBe(403)
    expect(await refused(open({ origin: `https://panel.test:${here.port + 1}` }))).toBe(403)
    expect(await refused(open({ cookie: '' }))).toBe(401)
    expect(await refused(open({ cookie: `ses6=${lab.api.bob.token}` }))).toBe(404)
  })

  it('and downloads end with the sign-in, within a second', async () => {
    const sign = async () =>
      (
        await lab.api.request('POST', '/auth/v4/public/token', {
          body: { email: 'ann@example.com', password: 'Correct-horse-1' },
        })
      ).body
    const { token, id } = await sign()
    const cookie = `ses6=${token}`
    const socket = open({ cookie })
    await once(socket, 'open')
    const stalled = lab.ask(here.port, '/stall', { headers: { cookie } }).catch((fault: Error) => fault.message)
    await lab.until(async () => page.seen.some(({ url }) => url === '/stall'))
    const closed = once(socket, 'close')
    const at = performance.now()
    await transaction((work) => endSessions(work, { id: Number(id) }))
    await closed
    expect(await stalled).toMatch(/aborted|hang up|ECONNRESET/)
    expect(performance.now() - at).toBeLessThan(1_000)
    expect((await lab.ask(here.port, '/', { headers: { cookie } })).status).toBe(401)
  })

  it('end when the server gets another owner, and when the session is closed', async () => {
    const socket = open()
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await lab.made(lab.api.admin.post(`/dci/v3/server/${here.server}/owner`, { owner: lab.api.bob.id }))
    await closed
    await lab.made(lab.api.admin.post(`/dci/v3/server/${here.server}/owner`, { owner: lab.api.ann.id }))
    const again = open()
    await once(again, 'open')
    const over = once(again, 'close')
    await lab.done(lab.api.ann.delete(`/ipmiproxy/v3/ipmi/${here.ipmi}/proxy`))
    await over
    here = { ...here, ...(await lab.opened(here.ipmi)) }
  })
})

describe('a controller', () => {
  it('that shows another certificate is told nothing, until somebody trusts it', async () => {
    const first = await fakePage()
    const { ipmi } = await lab.addController('swapped', first)
    const { port, cookie } = await lab.opened(ipmi)
    const look = () => lab.ask(port, '/', { headers: { cookie, accept: 'text/html' } })
    expect((await look()).body).toBe('hello')
    await first.close()
    const second = await fakePage(undefined, { port: first.port })
    lab.closing.push(() => second.close())
    const alarm = await look()
    expect([alarm.status, alarm.headers['x-datahall-refused']]).toEqual([502, 'certificate'])
    expect(alarm.body).toContain('another certificate')
    expect([second.seen.length, second.connections() > 0]).toEqual([0, true])
    const { body } = await lab.api.ann.post(`/ipmiproxy/v3/ipmi/${ipmi}/proxy/web`, { reconnect: true })
    const task = await lab.ended(body.task)
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toMatch(/another certificate/)
    expect(JSON.stringify(task)).not.toContain('127.0.0.1')
    await lab.prisma.ipmi.update({ where: { id: ipmi }, data: { web_identity: null } })
    const again = await lab.opened(ipmi)
    expect((await lab.ask(again.port, '/', { headers: { cookie: again.cookie } })).body).toBe('hello')
  })

  it('at a place where none can be is not asked at all', async () => {
    const victim = await fakePage()
    lab.closing.push(() => victim.close())
    const { ipmi } = await lab.addController('inside', victim)
    setPanelSettings({ ...panelSettings(), proxyLoopback: false })
    const { body } = await lab.api.ann.post(`/ipmiproxy/v3/ipmi/${ipmi}/proxy/web`)
    const task = await lab.ended(body.task)
    setPanelSettings({ ...panelSettings(), proxyLoopback: true })
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toContain('address of the panel itself')
    expect(victim.connections()).toBe(0)
  })

  it('that changes protocols though nobody asked for it is said to speak nonsense', async () => {
    expect(await ask('/switch')).toMatchObject({ status: 502, headers: { 'x-datahall-refused': 'nonsense' } })
  })

  it('that is away is said to be away, in words without its address', async () => {
    const gone = await fakePage()
    const { ipmi } = await lab.addController('away', gone)
    const { port, cookie } = await lab.opened(ipmi)
    await gone.close()
    const said = await lab.ask(port, '/', { headers: { cookie, 'accept-language': 'ru' } })
    expect([said.status, said.headers['x-datahall-refused']]).toEqual([502, 'unreachable'])
    expect(said.body).toContain('не отвечает')
    expect(said.body).not.toContain('127.0.0.1')
  })
})

describe('slow and strange senders', () => {
  it('get no room: long headers, smuggled lengths, bodies of strangers', async () => {
    expect((await ask('/', { headers: { 'x-long': 'x'.repeat(40_000) } })).status).toBe(431)
    const before = page.seen.length
    const raw = (text: string) =>
      new Promise<string>((done) => {
        const socket = connectTls({ host: '127.0.0.1', port: here.port, rejectUnauthorized: false }, () =>
          socket.write(text),
        )
        let got = ''
        socket.on('data', (chunk: Buffer) => {
          got += chunk.toString()
        })
        socket.on('close', () => done(got)).on('error', () => {})
      })
    const head = `POST / HTTP/1.1\r\nHost: panel.test:${here.port}\r\nCookie: ${here.cookie}\r\n`
    expect(await raw(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toContain(' 400 ')
    expect(await raw(`${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`)).toContain(' 400 ')
    const stranger = `POST / HTTP/1.1\r\nHost: panel.test:${here.port}\r\nContent-Length: 1000000000\r\n\r\n`
    expect(await raw(stranger)).toMatch(/ 401 [\s\S]*connection: close/i)
    expect(page.seen.length).toBe(before)
  })
})

describe('several session cookies', () => {
  it('over HTTPS the one with the proof counts, whatever another page of the host has set', async () => {
    setPanelSettings({ ...panelSettings(), secure: true })
    const { ann, bob } = lab.api
    const [cookie, proof] = sessionCookies(ann.token).map((line) => line.split(';')[0] as string)
    const who = async (...cookies: string[]) => {
      const headers = { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' }
      return (await lab.api.request('GET', '/auth/v4/whoami', { headers })).body.email as string | undefined
    }
    expect(await who(cookie!, proof!)).toBe('ann@example.com')
    expect(await who(`ses6=${bob.token}`, cookie!, proof!)).toBe('ann@example.com')
    expect(await who(`ses6=${bob.token}`, proof!)).toBeUndefined()
    expect(await who(`ses6=${bob.token}`)).toBeUndefined()
    setPanelSettings({ ...panelSettings(), secure: false })
    expect(await who(cookie!)).toBe('ann@example.com')
    expect(await who(`ses6=${bob.token}`, cookie!)).toBeUndefined()
  })
})
