import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { consoleClose } from '../domain/console/close-codes.ts'
import { LINE_PROTOCOL, type LineMessage, readLineCommand } from '../domain/console/line.ts'
import { authenticateToServer, awaitServerInit } from '../protocols/rfb/client-handshake.ts'
import { ClientMessageFilter } from '../protocols/rfb/client-message-filter.ts'
import { serverHandshake } from '../protocols/rfb/server-handshake.ts'
import { StepFeeder } from '../protocols/rfb/steps.ts'
import { msg } from '../shared/text.ts'
import { BrowserError, type ConsoleFailure, clipReason, consoleFailure } from './failure.ts'
import { writeBinary, writeText } from './frame.ts'
import { type Relay, type RelayLimits, startRelay } from './relay.ts'
import { LineSubscriber } from './serial/subscriber.ts'
import type { Tap } from './tap.ts'
import type { ConsoleGrant, ConsoleMode } from './tickets.ts'

/** An open way to a device's console. */
export type ConsoleTarget = {
  stream: Duplex
  /** For a screen that asks for one; null when it does not. */
  vncPassword: string | null
  /** Puts what went wrong into words that this viewer may read. */
  redact?: (failure: ConsoleFailure) => ConsoleFailure
}

export type BrowserSide = { ws: WebSocket /** Under `ws`. */; socket: Duplex }

const HANDSHAKE_MS = 10_000
const clientInitShared = Buffer.from([1])

export function closeWithFailure({ ws }: BrowserSide, failure: ConsoleFailure): void {
  ws.close(consoleClose[failure.reason].code, clipReason(failure.words))
  ws.resume() // else it would never see the answer to its close frame
}

type RelayMeans = { limits?: RelayLimits | undefined; tap?: Tap | undefined }

const dropAll = (): Buffer[] => []

/**
 * Serial lines carry plain bytes, so those of a `view` only viewer are dropped. Pages that support it also get messages
 * about the line, and may send commands, as text messages.
 */
function relaySerial(browser: BrowserSide, target: ConsoleTarget, mode: ConsoleMode, means: RelayMeans): Relay {
  const { stream, redact = (failure) => failure } = target
  const filter = mode === 'view' ? dropAll : undefined
  if (!(stream instanceof LineSubscriber)) return startRelay({ ...browser, device: stream, filter, ...means })
  const { ws, socket } = browser
  const speaks = ws.protocol === LINE_PROTOCOL
  const say = (message: LineMessage) => {
    if (ws.readyState !== ws.OPEN) return
    const { words } =
      message.type === 'fault' ? redact({ reason: 'device_rejected', words: message.words }) : { words: '' }
    writeText(socket, JSON.stringify({ ...message, ...(words && { words }) }))
  }
  if (speaks) {
    say(stream.start)
    say(stream.status)
    stream.on('message', say)
  }
  const onText = speaks ? (text: string) => stream.command(readLineCommand(text)) : undefined
  const whyEnded = () => (stream.fault ? redact(consoleFailure(stream.fault)) : null)
  return startRelay({ ...browser, device: stream, filter, ...(onText && { onText }), whyEnded, ...means })
}

/**
 *
 * Greets the browser as an RFB server without a password (its ticket has identified it).
 * @returns bytes the browser sent early, for the filter
 */
function greetBrowser({ ws, socket }: BrowserSide, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      ws.off('message', onMessage).off('close', onClose)
      settle()
    }
    const fail = (words: string) => finish(() => reject(new BrowserError(words)))
    const onClose = () => fail(msg`The browser disconnected`.toString())
    const onAbort = () => fail('The console was closed')
    const timer = setTimeout(() => fail('The page did not greet in time'), HANDSHAKE_MS)
    const feeder = new StepFeeder(serverHandshake((bytes) => writeBinary(socket, bytes), null))
    const onMessage = (data: RawData, isBinary: boolean) => {
      try {
        if (!isBinary) throw new BrowserError('The console carries binary messages only')
        if (!feeder.push(data as Buffer)) return
        ws.pause() // nothing may arrive between this listener and the relay's
        finish(() => resolve(feeder.rest))
      } catch (error) {
        fail(error instanceof Error ? error.message : 'The page did not greet')
      }
    }
    ws.on('message', onMessage).once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    ws.resume()
  })
}

/**
 * A screen: signs in to the device's VNC server, greets the browser, asks for a shared session and relays, with the browser's
 * messages filtered by mode.
 */
async function relayVnc(
  browser: BrowserSide,
  target: ConsoleTarget,
  mode: ConsoleMode,
  signal: AbortSignal,
  means: RelayMeans,
): Promise<Relay> {
  await authenticateToServer(target.stream, target.vncPassword, { timeoutMs: HANDSHAKE_MS, signal })
  const early = await greetBrowser(browser, signal)
  target.stream.write(clientInitShared)
  // A server that says nothing would leave the page waiting for ever.
  await awaitServerInit(target.stream, { timeoutMs: HANDSHAKE_MS, signal })
  if (browser.ws.readyState !== browser.ws.OPEN) throw new BrowserError(msg`The browser disconnected`.toString())
  const filter = new ClientMessageFilter(mode)
  if (early.length > 0) for (const part of filter.push(early)) target.stream.write(part)
  return startRelay({ ...browser, device: target.stream, filter: (chunk) => filter.push(chunk), ...means })
}

/** Joins a browser to a console until either side ends. Throws when the console cannot be had; the target is closed then. */
export async function joinConsole(
  browser: BrowserSide,
  target: ConsoleTarget,
  grant: ConsoleGrant,
  signal: AbortSignal,
  means: RelayMeans = {},
): Promise<Relay> {
  try {
    signal.throwIfAborted()
    if (grant.kind !== 'vnc') return relaySerial(browser, target, grant.mode, means)
    return await relayVnc(browser, target, grant.mode, signal, means)
  } catch (error) {
    target.stream.on('error', () => {}).destroy()
    throw error
  }
}
