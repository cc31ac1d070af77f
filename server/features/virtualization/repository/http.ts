import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { panelSettings } from '../../../process/settings.ts'

/** A server that says nothing for so long is given up. */
const SILENCE_MS = 30_000
/** Metadata services of clouds, as far as the ranges below do not cover them. */
const METADATA = ['100.100.100.200', 'fd00:ec2::254', '168.63.129.16']
const NOWHERE = [
  'unspecified',
  'broadcast',
  'multicast',
  'linkLocal',
  'loopback',
  'rfc6145',
  '6to4',
  'teredo',
  'discard',
]

/** IPv6 addresses with an IPv4 one in their last 32 bits, as translators and old stacks write it. */
const WRAPPING = ['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map((net) => ipaddr.parseCIDR(net))

/** The addresses of the panel's host. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.split('%')[0] ?? ''))

/**
 * Whether a repository may be at this address. Rejected are those that lead back to the panel's host or to services that answer
 * it alone: loopback, the host's own addresses, link-local ones with the metadata services of clouds, multicast, and IPv4 ones wrapped
 * in IPv6. Private networks are allowed: repositories of data centres are there.
 */
export function mayHoldRepository(address: string, own: readonly string[] = ownAddresses()): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  const special = [...METADATA, ...own].some((one) => ipaddr.process(one).toString() === plain.toString())
  if (special || NOWHERE.includes(plain.range())) return false
  if (plain.kind() === 'ipv4' || !WRAPPING.some((net) => plain.match(net as never))) return true
  return mayHoldRepository(ipaddr.fromByteArray(plain.toByteArray().slice(12)).toString(), own)
}

/** Where an address may lead, and what is said of one that leads elsewhere. */
export type Guard = { may: (address: string) => boolean; refusal: (host: string) => string }

/** Replaced by tests, whose servers are on loopback. */
export const repositoryGuard: Guard = {
  may: (address) => mayHoldRepository(address),
  refusal: (host) =>
    `${host} is no place for a repository: its address is loopback, link-local, special or the panel's own`,
}

/**
 * Whether an address may be fetched for those who are not administrators: only public ones. Who can have the panel fetch from private
 * networks could look around in the data centre's own.
 */
export function isPublic(address: string, own?: readonly string[]): boolean {
  if (!mayHoldRepository(address, own)) return false
  const plain = ipaddr.process(address)
  if (plain.kind() === 'ipv6' && WRAPPING.some((net) => plain.match(net as never))) return false
  return plain.range() === 'unicast'
}

/** Replaced by tests as well. */
export const publicGuard: Guard = {
  may: (address) => isPublic(address),
  refusal: (host) => `${host} is not a public address: only administrators may have the panel fetch from other ones`,
}

type Resolver = (host: string, done: (fault: Error | null, found: LookupAddress[]) => void) => void
const system: Resolver = (host, done) => lookup(host, { all: true }, (fault, found) => done(fault, found ?? []))

/** Resolves once and hands over only what was checked, so that a second answer of the name server changes nothing. */
export const checkedLookup =
  (resolve: Resolver = system, guard: Guard = repositoryGuard): LookupFunction =>
  (host, options, done) =>
    resolve(host, (fault, addresses) => {
      if (fault) return done(fault, '')
      const first = addresses[0]
      if (!first || !addresses.every(({ address }) => guard.may(address)))
        return done(new Error(guard.refusal(host)), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

/** The names under which people reach the panel itself, wherever they lead. */
function isPanel(host: string): boolean {
  const { publicUrl, proxyHost } = panelSettings()
  const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')
  return [publicUrl && new URL(publicUrl).hostname, proxyHost].some((name) => name && plain(name) === plain(host))
}

type Asked = { signal: AbortSignal; headers?: Record<string, string>; resolve?: Resolver | undefined; guard?: Guard }

/**
 * Begins to read an HTTP(S) address. Redirects are not followed: they could lead to places the administrator never named.
 * Answers the response, whose body the caller reads or destroys, or throws an Error with the cause in words.
 */
export async function httpGet(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  resolve?: Resolver,
): Promise<IncomingMessage> {
  const response = await ask(address, { signal, headers, resolve })
  const status = response.statusCode ?? 0
  if (isAnswer(status, headers)) return response
  response.destroy()
  throw new Error(isRedirect(status) ? `answered ${status}: redirects are not followed` : `answered ${status}`)
}

/** So many redirects in a row are followed where they are at all. */
const MOST_REDIRECTS = 5

/**
 * The same along redirects, as servers of large files send them. Each address on the way is checked like the first one.
 * @param guard where they may lead
 */
export async function httpFollow(
  address: string,
  { guard, signal, headers = {}, resolve }: Asked & { guard: Guard },
): Promise<IncomingMessage> {
  let at = address
  for (let n = 0; n <= MOST_REDIRECTS; n++) {
    const response = await ask(at, { signal, headers, resolve, guard })
    const status = response.statusCode ?? 0
    if (isAnswer(status, headers)) return response
    response.destroy()
    const { location } = response.headers
    if (!isRedirect(status) || location === undefined) throw new Error(`answered ${status}`)
    at = nextAddress(at, location)
  }
  throw new Error(`answered more than ${MOST_REDIRECTS} redirects`)
}

const isRedirect = (status: number) => status >= 300 && status < 400
const isAnswer = (status: number, headers: Record<string, string>) =>
  status === 200 || (status === 206 && headers.range !== undefined)

function nextAddress(from: string, location: string): string {
  const next = URL.canParse(location, from) ? new URL(location, from) : null
  if (!next || !['http:', 'https:'].includes(next.protocol) || next.username || next.password)
    throw new Error('answered a redirect that leads to no http or https address')
  if (from.startsWith('https:') && next.protocol === 'http:')
    throw new Error('answered a redirect from https to http, which is not followed')
  return next.href
}

async function ask(address: string, { signal, headers, resolve, guard = repositoryGuard }: Asked) {
  const url = new URL(address)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isPanel(literal) || (ipaddr.isValid(literal) && !guard.may(literal))) throw new Error(guard.refusal(literal))
  const options = {
    signal,
    lookup: checkedLookup(resolve, guard),
    headers: { 'accept-encoding': 'identity', ...headers },
    agent: false,
  }
  const request = url.protocol === 'https:' ? https.get(url, options) : http.get(url, options)
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error('no answer within 30 s')))
  return new Promise<IncomingMessage>((answered, failed) => {
    request.on('response', answered)
    request.on('error', failed)
  })
}
