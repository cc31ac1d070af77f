import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConsoleCloseReason } from '../../domain/console/close-codes.ts'
import { joinLink, MAIN_CHANNEL } from '../../protocols/spice/link.ts'
import { msg } from '../../shared/text.ts'
import type { NotifyBus } from '../bus.ts'
import { BrowserError, type ConsoleFailure, consoleFailure } from '../failure.ts'
import { MAX_PER_ACCOUNT, OPEN_MS, RECHECK_MS } from '../gateway.ts'
import { recheckConsoles } from '../recheck.ts'
import { ConsoleRegistry, type ConsoleThing } from '../registry.ts'
import { defaultRelayLimits } from '../relay.ts'
import type { ConsoleGrant } from '../tickets.ts'
import { accept, asksFor, refuse, ticketOf } from './connect.ts'
import { BEAT_MS, sessionKey } from './store.ts'

/** One connection to the SPICE server of a VM, and the password that it asks for. */
export type SpiceTarget = { stream: Duplex; password: string }

export type SpiceGatewayOptions = {
  /** What a ticket, or the session it has opened, is for; null when it is not good for the caller. */
  read: (token: string, req: IncomingMessage) => Promise<ConsoleGrant | null>
  /** Uses a ticket up and begins its session; null when that was done before. */
  begin: (token: string) => Promise<ConsoleGrant | null>
  /** One more connection of a session; null when it is over or has as many as it may. */
  join: (token: string) => Promise<ConsoleGrant | null>
  beat: (token: string) => Promise<unknown>
  end: (token: string) => Promise<unknown>
  /** Checks the grant once more, and connects. Throws PanelError; its words reach the log, and programs that show them. */
  open: (grant: ConsoleGrant, signal: AbortSignal) => Promise<SpiceTarget>
  recheck: (grant: ConsoleGrant) => Promise<void>
  bus: NotifyBus
  onOpen?: (grant: ConsoleGrant) => void
  onEnd?: (grant: ConsoleGrant, end: ConsoleFailure) => void
  onRejected?: (grant: ConsoleGrant, failure: ConsoleFailure, fault?: unknown) => void
  onFault?: (fault: unknown) => void
}

export type SpiceGateway = {
  /** Takes every CONNECT: the panel is a proxy for nothing else. */
  handleConnect(req: IncomingMessage, socket: Duplex, head: Buffer): void
  recheck(thing?: ConsoleThing): Promise<void>
  stop(): void
}

/** Sessions end in every process with their first connection. */
const ENDED = 'spice_ended'
const LINK_MS = 10_000

type Session = { end: (failure: ConsoleFailure) => void; over: AbortSignal; isFirst: boolean }

/**
 * The door for SPICE programs, which come with the panel as their proxy (CONNECT) and a ticket as its password. The first connection
 * of a ticket begins a session, others are channels of it, all of them to one VM; the gateway signs in, so that the program
 * learns no password. When the first one ends, or the person may not see the VM any more, all end.
 */
export function createSpiceGateway(options: SpiceGatewayOptions): SpiceGateway {
  const registry = new ConsoleRegistry(options.bus)
  const sessions = new Map<string, Session>()

  async function admit(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const token = ticketOf(req)
    if (token === null) return refuse(socket, 407, 'A ticket of the panel is missing')
    try {
      const told = await options.read(token, req)
      if (!told) return refuse(socket, 403, 'The ticket was used, is too old, or not for this address')
      if (!asksFor(req, told.object_id)) return refuse(socket, 404, 'The ticket is for another VM')
      const full = registry.countOf(told.account_id) >= MAX_PER_ACCOUNT && !sessions.has(sessionKey(token))
      if (full) return refuse(socket, 429, `${MAX_PER_ACCOUNT} consoles are already open: close one`)
      const begun = await options.begin(token)
      const grant = begun ?? (await options.join(token))
      if (!grant) return refuse(socket, 403, 'The session is over, or has all the connections it may have')
      if (head.length > 0) socket.unshift(head)
      await serve(socket, grant, sessionOf(token, grant, begun !== null))
    } catch (fault) {
      refuse(socket, 503, 'The connection could not be opened')
      options.onFault?.(fault)
    }
  }

  /** The session of a ticket in this process; `first`: here is its first connection, which it lives and ends with. */
  function sessionOf(token: string, grant: ConsoleGrant, first: boolean): Session {
    const key = sessionKey(token)
    const known = sessions.get(key)
    if (known) return { ...known, isFirst: first }
    const over = new AbortController()
    const end = (failure: ConsoleFailure) => {
      if (over.signal.aborted) return
      over.abort()
      sessions.delete(key)
      registry.remove(id)
      clearInterval(beat)
      clearTimeout(lifetime)
      if (!first) return
      // Told when the ticket is over: a channel that came in between ends with the others.
      const tell = () => options.bus.notify(ENDED, key).catch(() => {}) // the server closes them too
      void options
        .end(token)
        .catch((fault) => options.onFault?.(fault))
        .then(tell)
      options.onEnd?.(grant, failure)
    }
    const id = registry.add(grant, (reason: ConsoleCloseReason, words: string) => end({ reason, words }))
    const renew = () => void options.beat(token).catch((fault) => options.onFault?.(fault))
    const beat = first ? setInterval(renew, BEAT_MS) : undefined
    const late = () => end({ reason: 'too_long', words: msg`The session reached its time limit`.toString() })
    const lifetime = setTimeout(late, defaultRelayLimits.maxMs)
    beat?.unref()
    lifetime.unref()
    if (first) registry.watch(id)
    const session = { end, over: over.signal, isFirst: first }
    sessions.set(key, session)
    if (first) options.onOpen?.(grant)
    return session
  }

  async function serve(socket: Duplex, grant: ConsoleGrant, session: Session): Promise<void> {
    const { over, isFirst } = session
    let device: Duplex | null = null
    let accepted = false
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    try {
      const signal = AbortSignal.any([over, gone.signal, AbortSignal.timeout(OPEN_MS)])
      const target = await options.open(grant, signal)
      device = target.stream
      accept(socket)
      accepted = true
      await joinLink(socket, device, {
        password: target.password,
        admit: ({ channel_type }) => {
          // A second main channel would begin a session of its own, which the server prefers to the first.
          if ((channel_type === MAIN_CHANNEL) !== isFirst) throw new BrowserError('Channels come after the main one')
        },
        timeoutMs: LINK_MS,
        signal,
      })
    } catch (fault) {
      device?.on('error', () => {}).destroy()
      const failure = consoleFailure(fault)
      if (accepted) socket.destroy()
      else refuse(socket, 502, failure.words)
      options.onRejected?.(grant, failure, failure.reason === 'internal' ? fault : undefined)
      if (isFirst) session.end(failure)
      return
    }
    await tunnel(socket, device, over)
    if (isFirst) session.end({ reason: 'ended', words: msg`The connection was closed`.toString() })
  }

  const timer = setInterval(() => void recheck(), RECHECK_MS)
  timer.unref()
  const recheck = (thing?: ConsoleThing) => recheckConsoles(registry, options.recheck, thing)
  const stops = [
    options.bus.onConnect(() => void recheck()),
    options.bus.on(ENDED, (key) =>
      sessions.get(key)?.end({ reason: 'ended', words: msg`The connection was closed`.toString() }),
    ),
  ]

  return {
    handleConnect(req, socket, head) {
      socket.on('error', () => socket.destroy())
      void admit(req, socket, head)
    },
    recheck,
    stop: () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      registry.stop('The panel is restarting')
    },
  }
}

/** Carries bytes both ways, each side as quick as the other takes them, until one of them ends. */
function tunnel(one: Duplex, other: Duplex, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      over.removeEventListener('abort', end)
      one.destroy()
      other.destroy()
      resolve()
    }
    for (const side of [one, other]) side.on('error', end).once('end', end).once('close', end)
    over.addEventListener('abort', end, { once: true })
    if (over.aborted || one.destroyed || other.destroyed) return end()
    one.pipe(other)
    other.pipe(one)
  })
}
