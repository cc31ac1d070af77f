import { createHash, randomBytes } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import type { HttpAnswer, HttpQuestion, PinnedHttp } from './client.ts'
import { HttpError } from './errors.ts'

export type Challenge = { scheme: string; parameters: Record<string, string> }

const maxHeader = 4_096
const part = /\s*,?\s*([\w!#$%&'*+.^`|~-]{1,64})(?:(\s*=\s*)(?:"((?:[^"\\]|\\.)*)"|([^\s",]*))|(?=\s|,|$))/y

/** Splits WWW-Authenticate into its challenges (RFC 9110, 11.6.1); what cannot be read ends the list. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = []
  if (header.length > maxHeader) return challenges
  part.lastIndex = 0
  for (let found = part.exec(header); found; found = part.exec(header)) {
    const [, name = '', equals, quoted, token] = found
    if (equals === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: {} })
    else {
      const value = quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1')
      const challenge = challenges.at(-1)
      if (challenge) challenge.parameters[name.toLowerCase()] = value ?? ''
    }
  }
  return challenges
}

const hashes: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' }
const strength = ['md5', 'sha256', 'sha512-256']

type Digest = { hash: string; session: boolean; qop: boolean; algorithm: string; parameters: Record<string, string> }

/** The strongest digest challenge that we can answer. @throws HttpError protocol_error without one */
export function chooseDigest(challenges: readonly Challenge[]): Digest {
  const usable = challenges.flatMap(({ scheme, parameters }) => {
    const algorithm = parameters.algorithm ?? ''
    const [, name = '', sess] = /^(.+?)(-sess)?$/i.exec(algorithm || 'MD5') ?? []
    const hash = hashes[name.toLowerCase()]
    const offered = (parameters.qop ?? '').toLowerCase().split(/\s*,\s*/)
    // Only auth-int: it would mean to hash bodies, and no device asks for it alone.
    const qop = offered.includes('auth')
    if (scheme !== 'digest' || !hash || !parameters.nonce || parameters.realm === undefined) return []
    if (!qop && parameters.qop) return []
    return [{ hash, session: sess !== undefined, qop, algorithm, parameters }]
  })
  usable.sort((a, b) => strength.indexOf(b.hash) - strength.indexOf(a.hash))
  const [best] = usable
  if (!best) throw new HttpError('protocol_error', msg`The device requires an unsupported sign-in method`)
  return best
}

const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

/**
 * The Authorization header that answers a challenge (RFC 7616, 3.4; without qop RFC 2069).
 *
 * @param count which use of this nonce it is, from 1
 * @throws HttpError protocol_error for a challenge that cannot stand in a header
 */
export function authorize(
  { hash, session, qop, algorithm, parameters }: Digest,
  request: { method: string; path: string; username: string; password: string },
  count: number,
  cnonce: string = randomBytes(16).toString('hex'),
): string {
  const { realm = '', nonce = '', opaque } = parameters
  const digest = (text: string) => createHash(hash).update(text).digest('hex')
  const count8 = count.toString(16).padStart(8, '0')
  const secret = digest(`${request.username}:${realm}:${request.password}`)
  const first = session ? digest(`${secret}:${nonce}:${cnonce}`) : secret
  const second = digest(`${request.method}:${request.path}`)
  const middle = qop ? `${nonce}:${count8}:${cnonce}:auth` : nonce
  const fields = [
    `username=${quote(request.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.path)}`,
    `response="${digest(`${first}:${middle}:${second}`)}"`,
    ...(algorithm ? [`algorithm=${algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop ? [`qop=auth, nc=${count8}`] : []),
    ...(qop || session ? [`cnonce="${cnonce}"`] : []),
  ]
  const header = `Digest ${fields.join(', ')}`
  if (/[^\x20-\x7e\xa0-\xff]/.test(header))
    throw new HttpError('protocol_error', msg`Name or realm cannot stand in a header`)
  return header
}

/** Requests with digest authentication; the nonce is used until the device asks for a new one. */
export class DigestHttp {
  readonly #http: PinnedHttp
  readonly #username: string
  readonly #password: string
  #known: { digest: Digest; uses: number } | null = null

  constructor(http: PinnedHttp, username: string, password: string) {
    this.#http = http
    this.#username = username
    this.#password = password
  }

  /** @throws HttpError `auth` when name or password are refused, and what `PinnedHttp.request` throws */
  async request(question: HttpQuestion, signal: AbortSignal): Promise<HttpAnswer> {
    // Unknown nonce, then perhaps one that aged between two requests.
    for (let attempt = 0; ; attempt += 1) {
      const sent = this.#known
      const answer = await this.#http.request(this.#signed(question), signal)
      if (answer.status !== 401) return answer
      const digest = chooseDigest(parseChallenges(answer.headers['www-authenticate'] ?? ''))
      const stale = digest.parameters.stale?.toLowerCase() === 'true'
      // A nonce used before may be refused without the word stale; a fresh one only with a wrong name or password.
      const fresh = sent !== null && sent.uses === 1
      if (attempt >= 2 || (fresh && !stale)) {
        this.#known = null
        throw new HttpError('auth', msg`The device rejected the user name and password`)
      }
      this.#known = { digest, uses: 0 }
    }
  }

  #signed(question: HttpQuestion): HttpQuestion {
    const known = this.#known
    if (!known) return question
    known.uses += 1
    const { method, path } = question
    const request = { method, path, username: this.#username, password: this.#password }
    return {
      ...question,
      headers: { ...question.headers, authorization: authorize(known.digest, request, known.uses) },
    }
  }
}
