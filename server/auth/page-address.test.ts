import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { stampAddress, stampedAddress, unstamped } from './page-address.ts'

const incoming = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, url, headers: { host: 'panel.test', ...headers } }) as unknown as IncomingMessage

/** The request as Next hands it on: its own idea of the address, our headers. */
function throughNext(req: IncomingMessage, init: RequestInit = {}) {
  const headers = { 'x-forwarded-for': '203.0.113.66', ...(req.headers as Record<string, string>) }
  return new Request('http://localhost:3000/elsewhere', { ...init, headers })
}

it('gives back the request as it was sent: path, query, body, and no header of ours or of Next', async () => {
  const req = incoming('192.0.2.7', "/vm/v3/host/?where=name%20EQ%20'a+b'", { 'x-xsrf-token': 't' })
  stampAddress(req, [])
  const came = unstamped(throughNext(req, { method: 'POST', body: '{"a":1}' }))
  expect(came?.remoteAddress).toBe('192.0.2.7')
  expect(came?.request.url).toBe('http://panel.test/vm/v3/host/?where=name%20EQ%20%27a+b%27')
  expect(came?.request.method).toBe('POST')
  expect(Object.keys(Object.fromEntries(came?.request.headers ?? [])).sort()).toEqual([
    'content-type',
    'host',
    'x-xsrf-token',
  ])
  expect(await came?.request.text()).toBe('{"a":1}')
})

it('keeps what proxies wrote, for it is looked at again', () => {
  const req = incoming('10.0.0.1', '/', { 'x-forwarded-for': '198.51.100.1, 192.0.2.9' })
  stampAddress(req, ['10.0.0.1'])
  const given = throughNext(req)
  expect(stampedAddress(given.headers)).toBe('192.0.2.9')
  const came = unstamped(given)
  expect([came?.remoteAddress, came?.request.headers.get('x-forwarded-for')]).toEqual([
    '10.0.0.1',
    '198.51.100.1, 192.0.2.9',
  ])
})

it('rejects a request without a stamp, whatever its headers', () => {
  const lies = { 'x-datahall-client': 'x 127.0.0.1', 'x-datahall-peer': 'x 127.0.0.1', 'x-datahall-path': '/healthz' }
  const forged = new Request('http://panel.test/vm/v3/host', { headers: lies })
  expect(unstamped(forged)).toBeNull()
  expect(stampedAddress(forged.headers)).toBe('0.0.0.0')
})

it('never lets the path lead to another host', () => {
  const req = incoming('192.0.2.7', '//evil.example/vm/v3/host')
  stampAddress(req, [])
  expect(unstamped(throughNext(req))?.request.url).toBe('http://panel.test//evil.example/vm/v3/host')
  const absolute = incoming('192.0.2.7', 'http://evil.example/vm/v3/host')
  stampAddress(absolute, [])
  expect(unstamped(throughNext(absolute))).toBeNull()
})
