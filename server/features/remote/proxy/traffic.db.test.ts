import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { endSessions } from '../../../auth/sessions.ts'
import { transaction } from '../../../db/transaction.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { fakePage } from './fake-page.ts'
import { ask, BIG, here, lab, last, own, page, startTraffic } from './traffic-fixture.ts'

beforeAll(() => startTraffic(24020))
afterAll(() => lab.close())

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
    expect((await ask('http://169.254.169.254/')).status).toBe(400)
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

  it('and downloads end with the sign-in', async () => {
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
    await transaction((work) => endSessions(work, { id: Number(id) }))
    await closed
    expect(await stalled).toMatch(/aborted|hang up|ECONNRESET/)
    expect((await lab.ask(here.port, '/', { headers: { cookie } })).status).toBe(401)
  })

  it('end when the server is suspended, for its owner alone', async () => {
    const socket = open()
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await lab.prisma.server.update({ where: { id: here.server }, data: { state: 'suspended' } })
    await lab.made(lab.api.admin.post(`/dci/v3/server/${here.server}`, { note: 'unpaid' }))
    await closed
    expect(await refused(open())).toBe(403)
    expect((await lab.ask(here.port, '/', { headers: { cookie: here.cookie } })).status).toBe(403)
    const admin = open({ cookie: `ses6=${lab.api.admin.token}` })
    await once(admin, 'open')
    admin.close()
    await lab.prisma.server.update({ where: { id: here.server }, data: { state: 'active' } })
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
    Object.assign(here, await lab.opened(here.ipmi))
  })
})

describe('a controller', () => {
  it('that shows another certificate gets no request, until it is trusted', async () => {
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
    expect(alarm.body).toContain('other than the trusted one')
    expect([second.seen.length, second.connections() > 0]).toEqual([0, true])
    const { body } = await lab.api.ann.post(`/ipmiproxy/v3/ipmi/${ipmi}/proxy/web`, { reconnect: true })
    const task = await lab.ended(body.task)
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toMatch(/other than the trusted one/)
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

  it('that changes protocols without a request for it causes a protocol error', async () => {
    expect(await ask('/switch')).toMatchObject({ status: 502, headers: { 'x-datahall-refused': 'protocol_error' } })
  })

  it('that is away is reported as away, without its address', async () => {
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
