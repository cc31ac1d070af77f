import snmp, { type Session, type SessionOptions, type V3User, type WireCallback, type WireVarbind } from 'net-snmp'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote, type Text } from '../../shared/text.ts'
import { installDes } from './des.ts'
import { errorStatus, SnmpError } from './errors.ts'
import { PeerSocket } from './transport.ts'
import { fromWire, type SetVarbind, toWire, type Varbind } from './values.ts'

export type SnmpCredentials =
  | { version: 1 | 2; community: string }
  | {
      version: 3
      user: string
      auth: { protocol: 'md5' | 'sha'; password: string } | null
      /** Privacy needs authentication. */
      privacy: { protocol: 'des' | 'aes'; password: string } | null
    }

export type SnmpTarget = {
  address: string
  port: number
  credentials: SnmpCredentials
  /** Context of version 3 (RFC 3411, 3.3.1); the default one when absent. */
  context?: string
}

export type SnmpTimeouts = {
  /** First wait for an answer, milliseconds; each further one is half as long again. */
  answerMs: number
  /** How often a packet is sent again. */
  retries: number
}

const defaults: SnmpTimeouts = { answerMs: 1_000, retries: 2 }
const backoff = 1.5
// Each engine costs two keys; a device that invents engines must not fill the memory.
const maxCachedKeys = 20_000
const maxReports = 3

/**
 * SNMP with one agent (RFC 3416; version 3 with the user-based model, RFC 3414). Cheap; keep it while the device is polled,
 * because version 3 learns the agent's engine once a session. All sessions of the process share one UDP socket.
 */
export class SnmpSession {
  readonly target: SnmpTarget
  readonly #timeouts: SnmpTimeouts
  #session: Session | null = null
  #closed = false
  /** Whether this agent has ever answered: what does not answer a large question may be alive all the same. */
  answered = false
  /** Rows a GETBULK asks for; `walkColumns` adapts it to what this agent can do. */
  repetitions = 24
  /** The agent failed at more than this. */
  maxRepetitions = 64

  constructor(target: SnmpTarget, timeouts: Partial<SnmpTimeouts> = {}) {
    this.target = target
    this.#timeouts = { ...defaults, ...timeouts }
  }

  get version(): 1 | 2 | 3 {
    return this.target.credentials.version
  }

  /** Values of single objects, in the order asked; null for what the agent does not have. */
  async get(oids: readonly string[], signal: AbortSignal): Promise<Varbind[]> {
    let asked = [...oids]
    for (;;) {
      try {
        const answer = await this.#request<WireVarbind[]>(signal, (session, done) => session.get(asked, done))
        if (asked.length === oids.length) return answer.map(fromWire)
        const found = new Map(answer.map((varbind) => [varbind.oid, fromWire(varbind)]))
        return oids.map((oid) => found.get(oid) ?? { oid, value: null })
      } catch (error) {
        // Version 1 fails the whole question for one object that is not there, and names it.
        const missing = error instanceof SnmpError && error.status === errorStatus.noSuchName
        const rest = missing ? asked.filter((oid) => !error.message.endsWith(`: ${oid}`)) : asked
        if (rest.length === asked.length) throw error
        if (rest.length === 0) return oids.map((oid) => ({ oid, value: null }))
        asked = rest
      }
    }
  }

  /** The objects that follow, one for each OID. */
  async getNext(oids: readonly string[], signal: AbortSignal): Promise<Varbind[][]> {
    const answer = await this.#request<WireVarbind[]>(signal, (session, done) => session.getNext([...oids], done))
    return answer.map((varbind) => [fromWire(varbind)])
  }

  /** Up to `repetitions` objects that follow each OID; agents may answer fewer. Not in version 1. */
  async getBulk(oids: readonly string[], repetitions: number, signal: AbortSignal): Promise<Varbind[][]> {
    const answer = await this.#request<WireVarbind[][]>(signal, (session, done) =>
      session.getBulk([...oids], 0, repetitions, done),
    )
    return answer.map((column) => column.map(fromWire))
  }

  /** Sets all or nothing. @throws SnmpError `refused` with the agent's error status */
  async set(varbinds: readonly SetVarbind[], signal: AbortSignal): Promise<void> {
    await this.#request<WireVarbind[]>(signal, (session, done) => session.set(varbinds.map(toWire), done))
  }

  /** A further session with the same agent that sees one VLAN, as agents do that know communities and contexts of VLANs. */
  ofVlan(vlan: number): SnmpSession {
    const { credentials } = this.target
    const target: SnmpTarget =
      credentials.version === 3
        ? { ...this.target, context: `vlan-${vlan}` }
        : { ...this.target, credentials: { ...credentials, community: `${credentials.community}@${vlan}` } }
    const session = new SnmpSession(target, this.#timeouts)
    session.answered = this.answered
    session.maxRepetitions = this.maxRepetitions
    session.repetitions = this.repetitions
    return session
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  #drop(): void {
    const session = this.#session
    this.#session = null
    session?.cancelRequests(new SnmpError('closed', msg`The session was closed`))
    session?.close()
  }

  async #request<T>(signal: AbortSignal, start: (session: Session, done: WireCallback<T>) => void): Promise<T> {
    try {
      return await this.#once(signal, start)
    } catch (error) {
      // An agent whose clock went backwards: what we know of its engine is of no use any more.
      if (!(error instanceof OutOfTimeWindow)) throw error
      this.#drop()
      return this.#once(signal, start)
    }
  }

  #once<T>(signal: AbortSignal, start: (session: Session, done: WireCallback<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortError(signal))
      if (this.#closed) return reject(new SnmpError('closed', msg`The session was closed`))
      this.#session ??= this.#open()
      const session = this.#session
      const settle = (run: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        run()
      }
      const done: WireCallback<T> = (error, answer) => {
        if (error) return settle(() => reject(translate(error)))
        this.answered = true
        settle(() => resolve(answer as T))
      }
      const giveUp = (error: Error) => {
        for (const request of Object.values(session.reqs)) {
          if (request.responseCb === (done as WireCallback<unknown>)) session.unregisterRequest(request.getId())
        }
        settle(() => reject(error))
      }
      const onAbort = () => giveUp(abortError(signal))
      // net-snmp counts anew after every report of the agent; this limit holds for all of it.
      const timer = setTimeout(() => giveUp(new SnmpError('timeout', msg`No answer`)), this.#limitMs())
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        start(session, done)
      } catch (cause) {
        giveUp(translate(cause instanceof Error ? cause : new Error(String(cause))))
      }
    })
  }

  /** All tries of the discovery and of the request itself. */
  #limitMs(): number {
    const { answerMs, retries } = this.#timeouts
    let sum = 0
    for (let i = 0; i <= retries; i += 1) sum += answerMs * backoff ** i
    return sum * (this.version === 3 ? 2 : 1) + 250
  }

  #open(): Session {
    installDes()
    const cache = snmp.Authentication.authToKeyCache
    if (Object.keys(cache).length > maxCachedKeys) snmp.Authentication.authToKeyCache = {}
    const { address, port, credentials, context } = this.target
    const socket = new PeerSocket(address, port, (cause) =>
      this.#session?.cancelRequests(new SnmpError('unreachable', textOf(cause), { cause })),
    )
    const options: SessionOptions = {
      port,
      version: credentials.version === 1 ? snmp.Version1 : credentials.version === 2 ? snmp.Version2c : snmp.Version3,
      retries: this.#timeouts.retries,
      timeout: this.#timeouts.answerMs,
      backoff,
      idBitsSize: 32,
      backwardsGetNexts: true,
      ...(context && { context }),
      dgramModule: { createSocket: () => socket },
    }
    const session =
      credentials.version === 3
        ? snmp.createV3Session(address, v3User(credentials), options)
        : snmp.createSession(address, credentials.community, options)
    // Packets that cannot be decoded are no answers.
    session.on('error', () => {})
    if (credentials.version === 3) harden(session, credentials)
    return session
  }
}

type V3Credentials = Extract<SnmpCredentials, { version: 3 }>

function v3User(credentials: V3Credentials): V3User {
  const { user, auth, privacy } = credentials
  const levels = snmp.SecurityLevel
  return {
    name: user,
    level: !auth ? levels.noAuthNoPriv : !privacy ? levels.authNoPriv : levels.authPriv,
    ...(auth && { authProtocol: snmp.AuthProtocols[auth.protocol], authKey: auth.password }),
    ...(auth && privacy && { privProtocol: snmp.PrivProtocols[privacy.protocol], privKey: privacy.password }),
  }
}

/** net-snmp takes an unsigned or unencrypted answer to a signed question, and follows reports without end. */
function harden(session: Session, credentials: V3Credentials): void {
  const take = session.onSimpleGetResponse
  session.onSimpleGetResponse = function (request, message) {
    if (credentials.auth && !message.hasAuthentication())
      return request.responseCb(new SnmpError('protocol_error', msg`The answer is not signed although the request was`))
    if (credentials.privacy && !message.hasPrivacy())
      return request.responseCb(
        new SnmpError('protocol_error', msg`The answer is not encrypted although the request was`),
      )
    take.call(this, request, message)
  }
  const sendV3 = session.sendV3Req
  const sent = new WeakMap<object, number>()
  session.sendV3Req = function (pdu, feed, done, ...rest) {
    const count = (sent.get(pdu) ?? 0) + 1
    sent.set(pdu, count)
    if (count > maxReports) return done(new SnmpError('protocol_error', msg`The agent sends only reports`))
    sendV3.call(this, pdu, feed, done, ...rest)
  }
}

class OutOfTimeWindow extends SnmpError {}

/** net-snmp's errors carry passwords and communities, so none of them, and few of its words, get any further. */
function translate(error: Error & { status?: number; code?: number }): Error {
  if (error instanceof SnmpError) return error
  const codes = snmp.ResponseInvalidCode
  switch (error.name) {
    case 'RequestTimedOutError':
      return new SnmpError('timeout', msg`No answer`)
    case 'RequestFailedError':
      return new SnmpError('refused', textOf(error), { status: error.status ?? errorStatus.genErr })
    case 'ResponseInvalidError':
      if (error.code === codes.ENotInTimeWindow || error.message === 'Not In Time Window')
        return new OutOfTimeWindow('auth', msg`The clock of the agent went backwards`)
      if (error.code === codes.EAuthFailure || error.code === codes.ECouldNotDecrypt)
        return new SnmpError('auth', authMessage(error.message))
      if (error.code === codes.ECommunityNoMatch)
        return new SnmpError('protocol_error', msg`The answer has another community than the request`)
      return new SnmpError('protocol_error', quote(error.message))
    default:
      return new SnmpError('protocol_error', msg`The request could not be made, or its answer not be read`)
  }
}

/** net-snmp's message holds digests; what went wrong is in its first words. */
function authMessage(message: string): Text {
  if (/user ?name/i.test(message)) return msg`The agent does not know this user`
  if (/security level/i.test(message)) return msg`The agent requires another security level for this user`
  if (/digest/i.test(message)) return msg`Wrong authentication password or protocol`
  if (/decrypt/i.test(message)) return msg`Wrong privacy password or protocol`
  return msg`The agent does not accept the credentials`
}
