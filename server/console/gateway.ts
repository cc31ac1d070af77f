import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ConsoleCloseReason } from '../domain/console/close-codes.ts'
import { LINE_PROTOCOL } from '../domain/console/line.ts'
import { msg } from '../shared/text.ts'
import type { NotifyBus } from './bus.ts'
import { type ConsoleFailure, consoleFailure, failureText } from './failure.ts'
import { recheckConsoles } from './recheck.ts'
import { type ConsoleFilter, ConsoleRegistry, type ConsoleThing, type ConsoleViewer } from './registry.ts'
import type { Relay, RelayEnd, RelayLimits } from './relay.ts'
import { type BrowserSide, type ConsoleTarget, closeWithFailure, joinConsole } from './session.ts'
import type { Tap } from './tap.ts'
import type { ConsoleGrant } from './tickets.ts'
import { afterOf, CONSOLE_PROTOCOL, isConsolePath, isHandshake, rejectUpgrade, ticketOf } from './upgrade.ts'

/** Position of a page that reconnects: it gets the output after it. */
export type ConsoleWish = { after?: { line: string; at: number } | undefined }

/** A recording of a console that is under way. */
export type ConsoleRecording = {
  tap: Tap
  /** The console came about: what cannot be recorded from here on ends it, when the recording says so. */
  onFault(end: (words: string) => void): void
  /** Closes the recording, or forgets it when nothing was shown. Never throws. */
  end(): void
}

export type ConsoleGatewayOptions = {
  /** What a ticket is for; null when there is none such, or it is not good for the caller. A refused try leaves it as it is. */
  readTicket: (token: string, req: IncomingMessage) => Promise<ConsoleGrant | null>
  /** Uses it up; null when it was used already. */
  consumeTicket: (token: string) => Promise<ConsoleGrant | null>
  /**
   * Opens the device's console. Checks once more that the grant still holds (signed in, may see the object): a ticket lives
   * 30 s. Throws PanelError; its words reach the person.
   */
  open: (grant: ConsoleGrant, signal: AbortSignal, wish: ConsoleWish) => Promise<ConsoleTarget>
  /**
   * Throws PanelError (`signed_out`, `forbidden`, `not_found`) when an open console's grant holds no longer. Asked for each now
   * and then and after every reconnection of the bus, because a close order may have been missed and sign-ins run out silently.
   */
  recheck?: (grant: ConsoleGrant) => Promise<void>
  /** Begins a recording for a grant that asks for one. Throws PanelError when the console may not be had without it. */
  record?: (grant: ConsoleGrant) => Promise<ConsoleRecording | null>
  bus: NotifyBus
  /** Whether a page of this origin may open consoles; cross-site pages must not. */
  isAllowedOrigin: (origin: string | undefined, req: IncomingMessage) => boolean
  /** Open consoles of one account at a time. */
  maxPerAccount?: number
  limits?: RelayLimits
  /** A console is open: from here on `onEnd` will be called once. */
  onOpen?: (grant: ConsoleGrant) => void
  onEnd?: (grant: ConsoleGrant, end: RelayEnd) => void
  /** A console could not be opened; `fault` is what was thrown, if unforeseen. */
  onRejected?: (grant: ConsoleGrant, failure: ConsoleFailure, fault?: unknown) => void
  /** A fault before the caller was known: the ticket could not be read. */
  onFault?: (fault: unknown) => void
}

export type ConsoleGateway = {
  /** @returns false when the upgrade is not for a console, and the socket is untouched */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Closes matching consoles in every web process. */
  closeConsoles(filter: ConsoleFilter, reason: ConsoleCloseReason, words: string): Promise<void>
  /** Who has a console of this open, in any web process. */
  viewers(thing: ConsoleThing): ConsoleViewer[]
  onViewers(listener: (thing: ConsoleThing) => void): () => void
  /** Asks now whether the consoles of this, or all, that are open here may stay. */
  recheck(thing?: ConsoleThing): Promise<void>
  /** Closes every console here; pages come back by themselves. */
  stop(): void
}

export const RECHECK_MS = 30_000
const MAX_OPENING = 512
/** A wall of twenty, and some besides. */
export const MAX_PER_ACCOUNT = 32
export const OPEN_MS = 20_000
/** Largest message a page may send: a clipboard of 1 MiB and its header. */
const MAX_MESSAGE = (1 << 20) + 64

/** The door for console WebSockets: origin, ticket, bound per account, then one relay per browser. */
export function createConsoleGateway(options: ConsoleGatewayOptions): ConsoleGateway {
  const registry = new ConsoleRegistry(options.bus)
  const maxPerAccount = options.maxPerAccount ?? MAX_PER_ACCOUNT
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(LINE_PROTOCOL) ? LINE_PROTOCOL : CONSOLE_PROTOCOL), // never echo the ticket
  })
  let opening = 0

  const accept = (req: IncomingMessage, socket: Duplex, head: Buffer) =>
    new Promise<WebSocket | null>((resolve) => {
      socket.once('close', () => resolve(null))
      wss.handleUpgrade(req, socket, head, resolve)
    })

  async function admit(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!options.isAllowedOrigin(req.headers.origin, req)) return rejectUpgrade(socket, 403, 'Wrong origin')
    const ticket = ticketOf(req)
    if (!ticket) return rejectUpgrade(socket, 401, 'A console ticket is missing')
    if (!isHandshake(req)) return rejectUpgrade(socket, 400, 'This is no WebSocket handshake')
    if (opening >= MAX_OPENING) return rejectUpgrade(socket, 503, 'Too many consoles are being opened')
    opening++
    try {
      const told = await options.readTicket(ticket, req)
      if (socket.destroyed) return
      const full = told !== null && isFull(told)
      const grant = full ? told : told && (await options.consumeTicket(ticket))
      if (!grant) return rejectUpgrade(socket, 401, 'The console ticket was used, is too old, or not for this address')
      if (socket.destroyed) return
      const ws = await accept(req, socket, head)
      if (!ws) return // no proper WebSocket request; it was answered
      ws.pause() // the relay, or the greeting, resumes it
      if (full || isFull(grant)) rejectOneMore({ ws, socket }, grant)
      else await serve({ ws, socket }, grant, { after: afterOf(req) })
    } catch (fault) {
      rejectUpgrade(socket, 503, 'The console could not be opened')
      options.onFault?.(fault)
    } finally {
      opening--
    }
  }

  const isFull = ({ account_id }: ConsoleGrant) => registry.countOf(account_id) >= maxPerAccount
  function rejectOneMore(browser: BrowserSide, grant: ConsoleGrant): void {
    const failure: ConsoleFailure = {
      reason: 'too_many',
      words: failureText(msg`${maxPerAccount} consoles are already open: close one`),
    }
    closeWithFailure(browser, failure)
    options.onRejected?.(grant, failure)
  }

  async function serve(browser: BrowserSide, grant: ConsoleGrant, wish: ConsoleWish): Promise<void> {
    const opened = new AbortController()
    let relay: Relay | null = null
    let recording: ConsoleRecording | null = null
    let ordered: ConsoleFailure | null = null
    const id = registry.add(grant, (reason, words) => {
      if (relay) return relay.close(reason, words)
      ordered = { reason, words }
      opened.abort()
    })
    try {
      const limit = AbortSignal.any([opened.signal, AbortSignal.timeout(OPEN_MS)])
      recording = (grant.record && (await options.record?.(grant))) || null
      const target = await options.open(grant, limit, wish)
      const means = { limits: options.limits, tap: recording?.tap }
      const joined = await joinConsole(browser, target, grant, opened.signal, means)
      relay = joined
      recording?.onFault((words) => joined.close('not_recorded', words))
      registry.watch(id)
      options.onOpen?.(grant)
      relay.ended.then((end) => {
        registry.remove(id)
        recording?.end()
        options.onEnd?.(grant, end)
      })
    } catch (fault) {
      registry.remove(id)
      recording?.end()
      const failure = ordered ?? consoleFailure(fault)
      closeWithFailure(browser, failure)
      options.onRejected?.(grant, failure, failure.reason === 'internal' ? fault : undefined)
    }
  }

  async function recheckAll(thing?: ConsoleThing): Promise<void> {
    if (options.recheck) await recheckConsoles(registry, options.recheck, thing)
  }
  const timer = setInterval(() => void recheckAll(), RECHECK_MS)
  timer.unref()
  const stopRechecks = options.bus.onConnect(() => void recheckAll())

  return {
    handleUpgrade(req, socket, head) {
      if (!isConsolePath(req.url)) return false
      socket.on('error', () => socket.destroy())
      void admit(req, socket, head)
      return true
    },
    closeConsoles: (filter, reason, words) => registry.close(filter, reason, words),
    viewers: (thing) => registry.viewers(thing),
    onViewers: (listener) => registry.onViewers(listener),
    recheck: recheckAll,
    stop: () => {
      clearInterval(timer)
      stopRechecks()
      registry.stop('The panel is restarting')
    },
  }
}
