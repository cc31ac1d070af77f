import { once } from 'node:events'
import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '../pinned-http/self-signed.ts'
import { PowerDnsClient } from './client.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const pair = selfSignedCertificate('localhost')
async function client(answer: RequestListener, { tls = false, certificate = '', host = '127.0.0.1' } = {}) {
  const server = tls ? createTls(pair, answer) : createPlain(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return new PowerDnsClient({ host, port, tls, certificate, key: 'the-key' })
}
const signal = () => AbortSignal.timeout(5_000)
const noZones: RequestListener = (_, answer) => void answer.end('[]')

describe('the API of PowerDNS', () => {
  it('gets the key, and gives zones', async () => {
    const seen: unknown[] = []
    const zone = { id: '0=2F26.2.0.192.in-addr.arpa.', name: '0/26.2.0.192.in-addr.arpa.', kind: 'Native', url: '/x' }
    const api = await client((request, answer) => {
      seen.push([request.method, request.url, request.headers['x-api-key']])
      answer.end(JSON.stringify([zone]))
    })
    expect(await api.zones(signal())).toEqual([{ id: zone.id, name: zone.name, kind: 'Native' }])
    expect(seen).toEqual([['GET', '/api/v1/servers/localhost/zones?dnssec=false', 'the-key']])
  })

  it.each([
    ['another status', 422, '{"error":"RRset 1.2.0.192.in-addr.arpa. IN PTR: not in zone"}', 'status 422: RRset 1.2'],
    ['no JSON', 200, '<html>', 'not that of the PowerDNS API'],
    ['other JSON', 200, '{"zones":[]}', 'not that of the PowerDNS API'],
    ['a redirect', 302, '', 'status 302'],
    ['a wrong key', 401, 'Unauthorized', 'does not accept the key'],
    ['too much', 200, `"${'x'.repeat(9 << 20)}"`, 'over 8388608 bytes'],
  ])('says in words that it answers %s', async (_, status, body, words) => {
    const api = await client((__, answer) => void answer.writeHead(status, { location: '/elsewhere' }).end(body))
    await expect(api.zones(signal())).rejects.toThrow(words)
  })

  it('is asked over TLS only when its certificate is accepted', async () => {
    const stranger = await client(noZones, { tls: true })
    await expect(stranger.zones(signal())).rejects.toMatchObject({ kind: 'certificate' })
    const known = await client(noZones, { tls: true, certificate: pair.cert, host: 'localhost' })
    expect(await known.zones(signal())).toEqual([])
    // Of another name than the certificate's.
    const misnamed = await client(noZones, { tls: true, certificate: pair.cert })
    await expect(misnamed.zones(signal())).rejects.toMatchObject({ kind: 'certificate' })
  })
})
