import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCookies } from '../../../auth/cookie.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { ask, here, lab, own, page, startTraffic } from './traffic-fixture.ts'

beforeAll(() => startTraffic(24060))
afterAll(() => lab.close())

describe('a client of a port', () => {
  it('is anyone with its cookie, or signed in to the panel, who may use the controller', async () => {
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
    // A refused try leaves the ticket as it is.
    const kept = await ticket(here.port)
    expect([await give(other.port, kept), await give(here.port, kept)]).toEqual([401, 200])
    const stranger = await ticket(here.port)
    const asBob = { method: 'POST', body: stranger, headers: { cookie: `ses6=${lab.api.bob.token}` } }
    expect((await lab.ask(here.port, '/.datahall/enter', asBob)).status).toBe(401)
    expect(await give(here.port, stranger)).toBe(200)
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

  it('is rejected while the plugin is disabled, or from an address outside of its access lists', async () => {
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

  it('never is a page of another site that makes a browser send requests', async () => {
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
