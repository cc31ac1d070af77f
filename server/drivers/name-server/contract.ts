import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAddress } from '../../domain/ip/address.ts'
import type { ErrorCode } from '../../domain/shared/errors.ts'
import { soon } from '../../shared/testing/soon.ts'
import type { NameServerConnection, NameServerDriver, NameServerTarget, ReverseAddress } from './types.ts'

export type NameServerContractEnv = {
  driver: NameServerDriver
  target: (over?: Partial<NameServerTarget>) => NameServerTarget
  /** Records of a name as another program reads them, without the dot at the end. */
  dig: (name: string) => Promise<string[]>
  refusals: { what: string; over: Partial<NameServerTarget>; code: ErrorCode; words: RegExp }[]
}
const at = (text: string): ReverseAddress => parseAddress(text)!

/** An address of each kind of zone: where its record lies, and the name that the world asks for. */
const places = [
  ['a zone of whole numbers', '192.0.2.9', '2.0.192.in-addr.arpa', '9.2.0.192.in-addr.arpa'],
  ['a delegated part of it', '192.0.2.70', '64/26.2.0.192.in-addr.arpa', '70.64/26.2.0.192.in-addr.arpa'],
  [
    'an IPv6 prefix',
    '2001:db8::1:2',
    '8.b.d.0.1.0.0.2.ip6.arpa',
    `2.0.0.0.1.0.0.0.${'0.'.repeat(16)}8.b.d.0.1.0.0.2.ip6.arpa`,
  ],
] as const
const alone = {
  address: '198.51.100.5',
  zone: '0-31.100.51.198.in-addr.arpa',
  name: '5.0-31.100.51.198.in-addr.arpa',
}

/** Everything `NameServerConnection` promises, on a server that holds the zones of the lab's name servers. */
export function nameServerContract(label: string, env: NameServerContractEnv): void {
  describe(`${label}: what every name server owes`, { timeout: 60_000 }, () => {
    let server: NameServerConnection
    const open = (over?: Partial<NameServerTarget>) => env.driver.connect(env.target(over), soon())
    beforeAll(async () => {
      server = await open()
    })
    afterAll(() => server.close())

    test.each(places)('writes, replaces and removes the record in %s', async (_, address, zone, name) => {
      const place = await server.locate(at(address), soon())
      expect(place).toMatchObject({ zone, name })
      for (const domain of ['web1.example.com', 'web2.example.com', 'web2.example.com']) {
        const written = await server.writeRecord(place!, domain, 120, soon())
        expect(written).toEqual({ domains: [domain], ttl: 120 })
        expect(await env.dig(name)).toEqual([domain])
        expect(await server.readRecords(place!, soon())).toEqual(written)
      }
      for (let again = 0; again < 2; again++)
        expect(await server.writeRecord(place!, null, 120, soon())).toEqual({ domains: [], ttl: null })
      expect(await env.dig(name)).toEqual([])
    })

    test('finds a part whose parent is elsewhere when it is named', async () => {
      const own = await open({ zones: [alone.zone, '8.b.d.0.1.0.0.2.ip6.arpa'] })
      try {
        const place = await own.locate(at(alone.address), soon())
        expect(place).toEqual({ zone: alone.zone, name: alone.name, prefix: 27 })
        await own.writeRecord(place!, 'alone.example.com', 60, soon())
        expect(await env.dig(alone.name)).toEqual(['alone.example.com'])
        await own.writeRecord(place!, null, 60, soon())
        // Of zones that are not named it knows nothing.
        expect(await own.locate(at('192.0.2.9'), soon())).toBeNull()
      } finally {
        own.close()
      }
    })

    test('replaces what others have written', async () => {
      const place = await server.locate(at('192.0.2.200'), soon())
      expect(await server.readRecords(place!, soon())).toMatchObject({ domains: ['left.example.org'] })
      await server.writeRecord(place!, 'ours.example.com', 60, soon())
      expect(await env.dig('200.2.0.192.in-addr.arpa')).toEqual(['ours.example.com'])
      await server.writeRecord(place!, 'left.example.org', 300, soon())
    })

    test('has no place for addresses of other networks', async () => {
      for (const address of ['203.0.113.4', '10.1.2.3', '2001:db9::1'])
        expect(await server.locate(at(address), soon())).toBeNull()
    })

    test('tells which of the named zones it holds', async () => {
      const zones = ['2.0.192.in-addr.arpa', '113.0.203.in-addr.arpa']
      const own = await open({ zones })
      try {
        expect(await own.check(soon())).toEqual({ zones: [zones[0]], missing: [zones[1]] })
      } finally {
        own.close()
      }
      expect(await server.check(soon())).toEqual({ zones: [], missing: [] })
    })

    test.each(env.refusals)('names $what in words', async ({ over, code, words }) => {
      const attempt = async () => {
        const own = await open({ zones: ['2.0.192.in-addr.arpa'], ...over })
        try {
          await own.check(soon())
          const place = await own.locate(at('192.0.2.9'), soon())
          await own.writeRecord(place!, 'no.example.com', 60, soon())
        } finally {
          own.close()
        }
      }
      const fault = await attempt().then(
        () => null,
        (error: unknown) => error,
      )
      expect(fault).toMatchObject({ code, message: expect.stringMatching(words) })
      expect(await env.dig('9.2.0.192.in-addr.arpa')).toEqual([])
    })

    test('stops when the caller does', async () => {
      const own = await open()
      const stop = new AbortController()
      stop.abort(new Error('enough'))
      await expect(own.locate(at('192.0.2.9'), stop.signal)).rejects.toThrow('enough')
      own.close()
    })
  })
}
