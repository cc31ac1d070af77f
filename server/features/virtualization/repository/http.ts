import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A server that says nothing for so long is given up. */
const SILENCE_MS = 30_000
/** Where clouds tell machines their secrets, as far as the ranges below do not cover it. */
const METADATA = ['100.100.100.200', 'fd00:ec2::254', '168.63.129.16']
const NOWHERE = ['unspecified', 'broadcast', 'multicast', 'linkLocal', 'rfc6145', '6to4', 'teredo']

/**
 * Whether a repository may be at this address. Refused are those that never hold one but may answer to whoever asks from the
 * panel's machine: link-local ones, with the metadata services of clouds among them, multicast, and wrappings of IPv4.
 */
export function mayHoldRepository(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.kind() === 'ipv6' && plain.range() === 'rfc6052')
    return mayHoldRepository(ipaddr.fromByteArray(plain.toByteArray().slice(12)).toString())
  return !NOWHERE.includes(plain.range()) && !METADATA.some((one) => ipaddr.parse(one).toString() === plain.toString())
}

const refusal = (host: string) =>
  new Error(`${host} is no place for a repository: its address is link-local or special`)

/** Resolves once and hands over only what was checked, so that a second answer of the name server changes nothing. */
const checkedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (fault, found) => {
    const addresses = (found ?? []) as LookupAddress[]
    if (fault) return done(fault, '')
    const first = addresses[0]
    if (!first || !addresses.every(({ address }) => mayHoldRepository(address))) return done(refusal(host), '')
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/**
 * Begins to read an HTTP(S) address. Redirects are not followed: they could lead to places the administrator never named.
 * Answers the response, whose body the caller reads or destroys, or throws an Error with the cause in words.
 */
export async function httpGet(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const url = new URL(address)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !mayHoldRepository(literal)) throw refusal(literal)
  const options = {
    signal,
    lookup: checkedLookup,
    headers: { 'accept-encoding': 'identity', ...headers },
    agent: false,
  }
  const request = url.protocol === 'https:' ? https.get(url, options) : http.get(url, options)
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error('no answer within 30 s')))
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    request.on('response', answered)
    request.on('error', failed)
  })
  const status = response.statusCode ?? 0
  if (status === 200 || (status === 206 && headers.range)) return response
  response.destroy()
  throw new Error(
    status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  )
}
