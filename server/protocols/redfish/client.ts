import { setTimeout as pause } from 'node:timers/promises'
import { msg, quote } from '../../shared/text.ts'
import type { HttpAnswer, HttpQuestion, PinnedHttp } from '../pinned-http/client.ts'
import { HttpError } from '../pinned-http/errors.ts'
import { RedfishError } from './errors.ts'
import { linkAt, linkPath, linksAt, list, parseResource, part, type Resource, text } from './values.ts'

const root = '/redfish/v1/'
const maxPages = 64
const taskLimitMs = 120_000

type Session = { headers: Record<string, string>; location: string | null }

/**
 * A client of one Redfish service (DSP0266). Signs in when it first has to, by a session and where a service has none by basic
 * authentication; signs in again when the session has expired.
 */
export class RedfishClient {
  readonly #http: PinnedHttp
  readonly #user: { username: string; password: string }
  #session: Session | null = null
  #root: Resource | null = null

  constructor(http: PinnedHttp, user: { username: string; password: string }) {
    this.#http = http
    this.#user = user
  }

  /** The service root; needs no sign-in (DSP0266, 13). */
  async root(signal: AbortSignal): Promise<Resource> {
    if (this.#root) return this.#root
    const answer = await this.#http.request({ method: 'GET', path: root, headers: accept }, signal)
    if (answer.status !== 200)
      throw new RedfishError('protocol_error', msg`Redfish is not available: HTTP status ${answer.status}`)
    this.#root = parseResource(answer.body)
    return this.#root
  }

  /** @throws RedfishError, HttpError, or the signal's reason */
  async get(path: string, signal: AbortSignal): Promise<Resource> {
    const answer = await this.#ask({ method: 'GET', path }, signal)
    const resource = parseResource(answer.body)
    const tag = answer.headers.etag
    // Some say the tag only in the header, and want it back with the next change.
    return tag && !text(resource, '@odata.etag') ? { ...resource, '@odata.etag': tag } : resource
  }

  /** All of a collection's resources, over all of its pages; pages that come again end the list. */
  async members(path: string, signal: AbortSignal, max = 256): Promise<Resource[]> {
    const found: Resource[] = []
    const seen = new Set<string>()
    for (let next: string | null = path; next !== null && found.length < max; ) {
      if (seen.has(next) || seen.size >= maxPages)
        throw new RedfishError('protocol_error', msg`The collection has no end`)
      seen.add(next)
      const page = await this.get(next, signal)
      for (const each of list(page, 'Members', max - found.length)) {
        // Entries of logs come whole; others are links.
        const whole = Object.keys(each).length > 1
        found.push(whole ? each : await this.get(linkPath(each['@odata.id']), signal))
      }
      next = text(page, 'Members@odata.nextLink') ? linkPath(page['Members@odata.nextLink']) : null
    }
    return found
  }

  /** Resources behind links, at most `max`. */
  async follow(from: Resource, name: string, signal: AbortSignal, max = 16): Promise<Resource[]> {
    const found: Resource[] = []
    for (const path of linksAt(from, name, max)) found.push(await this.get(path, signal))
    return found
  }

  /** Runs an action of a resource, and waits for its task when the service makes one. */
  async post(path: string, body: object, signal: AbortSignal): Promise<void> {
    await this.#settle(await this.#ask({ method: 'POST', path, body: JSON.stringify(body) }, signal), signal)
  }

  /** Changes properties of a resource that was read before. */
  async patch(resource: Resource, body: object, signal: AbortSignal): Promise<void> {
    const tag = text(resource, '@odata.etag')
    const headers: Record<string, string> = /^[\x21-\x7e]+$/.test(tag) ? { 'if-match': tag } : {}
    const path = linkPath(resource['@odata.id'])
    await this.#settle(await this.#ask({ method: 'PATCH', path, headers, body: JSON.stringify(body) }, signal), signal)
  }

  /** Ends the session on the service, which has few of them. */
  async signOut(signal: AbortSignal): Promise<void> {
    const session = this.#session
    this.#session = null
    if (session?.location)
      await this.#http.request({ method: 'DELETE', path: session.location, headers: session.headers }, signal)
  }

  async #ask(question: HttpQuestion, signal: AbortSignal): Promise<HttpAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      const known = this.#session
      const session = known ?? (await this.#signIn(signal))
      const headers = { ...accept, 'content-type': 'application/json', ...question.headers, ...session.headers }
      const answer = await this.#http.request({ ...question, headers }, signal)
      if (answer.status === 401) {
        if (this.#session === session) this.#session = null
        if (known && attempt === 0) continue
        throw userRejected()
      }
      if (answer.status >= 200 && answer.status < 300) return answer
      throw failure(answer)
    }
  }

  async #signIn(signal: AbortSignal): Promise<Session> {
    if (!this.#http.target.tls) throw new RedfishError('refused', msg`Redfish passwords are sent over TLS only`)
    const { username, password } = this.#user
    const sessions = linkAt(part(await this.root(signal), 'Links'), 'Sessions')
    if (sessions) {
      const headers = { ...accept, 'content-type': 'application/json' }
      const body = JSON.stringify({ UserName: username, Password: password })
      const answer = await this.#http.request({ method: 'POST', path: sessions, headers, body }, signal)
      const token = answer.headers['x-auth-token']
      if (answer.status === 401 || answer.status === 403 || answer.status === 400) throw userRejected()
      if (
        answer.status >= 200 &&
        answer.status < 300 &&
        typeof token === 'string' &&
        /^[\x21-\x7e]{1,2048}$/.test(token)
      ) {
        this.#session = { headers: { 'x-auth-token': token }, location: locationPath(answer) }
        return this.#session
      }
      if (![404, 405, 501].includes(answer.status)) throw failure(answer)
    }
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    this.#session = { headers: { authorization: `Basic ${basic}` }, location: null }
    return this.#session
  }

  /** A 202 names a monitor that answers 202 until the work is done (DSP0266, 12). */
  async #settle(answer: HttpAnswer, signal: AbortSignal): Promise<void> {
    const monitor = answer.status === 202 ? locationPath(answer) : null
    if (!monitor) return
    const limit = Date.now() + taskLimitMs
    for (let wait = 50; ; wait = Math.min(wait * 2, 4_000)) {
      await pause(wait, undefined, { signal })
      const state = await this.#ask({ method: 'GET', path: monitor }, signal)
      const task = state.body.length > 0 ? parseResource(state.body) : {}
      const name = text(task, 'TaskState')
      if (['Exception', 'Killed', 'Cancelled', 'Interrupted'].includes(name))
        throw new RedfishError('refused', quoted(messageOf(task)) ?? msg`The task ended as ${name}`)
      if (state.status !== 202 && (name === '' || name === 'Completed')) return
      if (Date.now() > limit) throw new RedfishError('busy', msg`The device did not finish its task`)
    }
  }
}

const accept = { accept: 'application/json', 'odata-version': '4.0' }

const userRejected = () => new HttpError('auth', msg`The device rejected the user name and password`)

function locationPath({ headers }: HttpAnswer): string | null {
  const location = headers.location
  if (!location) return null
  // Absolute ones name the device as it sees itself; only the path counts.
  return linkPath(/^https?:\/\//i.test(location) && URL.canParse(location) ? new URL(location).pathname : location)
}

/** The words of an error (DSP0266, 8.6) or of a task. */
function messageOf(from: Resource): string {
  const extended = list(part(from, 'error'), '@Message.ExtendedInfo')
  const told = (extended.length > 0 ? extended : list(from, 'Messages')).map((each) => text(each, 'Message'))
  return (told.find((each) => each !== '') ?? text(part(from, 'error'), 'message')).slice(0, 300)
}

const quoted = (words: string) => (words === '' ? null : quote(words))

function failure({ status, body }: HttpAnswer): RedfishError {
  let words = ''
  try {
    words = messageOf(parseResource(body))
  } catch {
    // A page of the device's web server.
  }
  const kind = status === 404 ? 'absent' : status === 409 || status === 423 || status === 503 ? 'busy' : 'refused'
  if (status < 400) return new RedfishError('protocol_error', msg`HTTP status ${status} instead of an answer`)
  return new RedfishError(kind, quoted(words) ?? msg`HTTP status ${status}`)
}
