import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProxyFixture, proxyFixture } from './proxy-fixture.ts'

// What a port bounds: strangers, slow senders, time; and that any process of the panel may end what another one holds.

let lab: ProxyFixture
beforeAll(async () => {
  lab = await proxyFixture({ first: 24040, last: 24059, rateLimit: 300 })
})
afterAll(() => lab.close())

const garbage = () => randomBytes(32).toString('base64url')

it('charges invalid cookies and tickets to their sender, not to clients that are in', async () => {
  const { ipmi } = await lab.addController('guessed')
  const { port, cookie } = await lab.opened(ipmi)
  const name = cookie.split('=')[0]
  expect((await lab.ask(port, '/', { headers: { cookie } })).status).toBe(200)
  const seen: number[] = []
  // Thirty points a minute for all strangers of a network, some of which the entrance has used.
  for (let n = 0; n < 40; n++)
    seen.push((await lab.ask(port, '/', { headers: { cookie: `${name}=${garbage()}` } })).status)
  expect(seen[0]).toBe(401)
  const refused = await lab.ask(port, '/', { headers: { cookie: `ses6=${lab.api.ann.token.replace(/.$/, 'x')}` } })
  expect([seen.at(-1), refused.status, refused.headers['retry-after']]).toEqual([429, 429, '10'])
  const enter = { method: 'POST', body: garbage() }
  expect((await lab.ask(port, '/.datahall/enter', enter)).status).toBe(429)
  expect((await lab.ask(port, '/')).status).toBe(401)
  expect((await lab.ask(port, '/', { headers: { cookie } })).status).toBe(200)
})

it('keeps no one out because of hundreds of unfinished requests', async () => {
  const { ipmi } = await lab.addController('slow')
  await lab.restart({ rateLimit: 0 })
  const { port, cookie } = await lab.opened(ipmi)
  const slow: TLSSocket[] = []
  let open = 0
  for (let n = 0; n < 300; n++) {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    socket.on('error', () => {}).once('close', () => open--)
    await once(socket, 'secureConnect')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    open++
    slow.push(socket)
  }
  await lab.until(async () => open <= 256)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => lab.ask(port, '/', { headers: { cookie } }).then(({ status }) => status)),
  )
  expect(answers).toEqual(Array(20).fill(200))
  expect(open).toBeGreaterThan(200)
  for (const socket of slow) socket.destroy()
})

it('closes what is unused, and what has lasted long enough', async () => {
  const { ipmi } = await lab.addController('left')
  await lab.restart({ rateLimit: 0, idleMs: 1_200, lookMs: 50 })
  const closed = (port: number, fault: string) =>
    lab.until(() =>
      lab.prisma.proxy_session.findFirst({
        where: { listen_web_port: port, state: 'closed', fault, released_at: { not: null } },
      }),
    )
  const left = await lab.opened(ipmi)
  await closed(left.port, 'idle')
  await expect(lab.ask(left.port, '/')).rejects.toThrow('ECONNREFUSED')

  await lab.restart({ rateLimit: 0, lookMs: 50 })
  const long = await lab.opened(ipmi)
  const { cookie } = long
  expect((await lab.ask(long.port, '/', { headers: { cookie } })).status).toBe(200)
  await lab.prisma.proxy_session.updateMany({
    where: { listen_web_port: long.port, state: 'open' },
    data: { expires_at: new Date(Date.now() - 1) },
  })
  await closed(long.port, 'expired')
  await expect(lab.ask(long.port, '/')).rejects.toThrow('ECONNREFUSED')
})

it('closes in one process what another one holds, at once', async () => {
  const { ipmi } = await lab.addController('apart')
  await lab.stopPorts()
  const { url, masterKey } = lab.api.database
  const given = [url, masterKey, JSON.stringify({ ...lab.options, rateLimit: 0 })]
  const file = new URL('other-process.ts', import.meta.url).pathname
  const other = spawn(process.execPath, [file, ...given], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    await once(other.stdout, 'data')
    const { port, cookie } = await lab.opened(ipmi)
    expect((await lab.ask(port, '/', { headers: { cookie } })).body).toBe('hello')
    await lab.api.ann.delete(`/ipmiproxy/v3/ipmi/${ipmi}/proxy`)
    await expect
      .poll(() => lab.ask(port, '/', { headers: { cookie } }).then(({ status }) => status, String))
      .toContain('ECONNREFUSED')
  } finally {
    const over = once(other, 'exit')
    other.stdin.end()
    await over
  }
})
