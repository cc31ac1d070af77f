import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { type ConsoleCloseReason, consoleClose } from '../domain/console/close-codes.ts'
import { type ErrorCode, PanelError } from '../domain/shared/errors.ts'
import { authenticateToServer } from '../protocols/rfb/client-handshake.ts'
import { ClientMessageFilter } from '../protocols/rfb/client-message-filter.ts'
import { RfbError } from '../protocols/rfb/errors.ts'
import { serverHandshake } from '../protocols/rfb/server-handshake.ts'
import { StepFeeder } from '../protocols/rfb/steps.ts'
import { writeBinary } from './frame.ts'
import { clipReason, type Relay, type RelayLimits, startRelay } from './relay.ts'
import type { ConsoleGrant, ConsoleMode } from './tickets.ts'

/** An open way to a device's console. */
export type ConsoleTarget = {
  stream: Duplex
  /** For a screen that asks for one; null when it does not. */
  vncPassword: string | null
}

export type BrowserSide = { ws: WebSocket /** Under `ws`. */; socket: Duplex }

const HANDSHAKE_MS = 10_000
const clientInitShared = Buffer.from([1])

/** The page itself is at fault, or left. */
class BrowserError extends Error {}

/** Why a console did not come about, as the page is told. */
export type ConsoleFailure = { reason: ConsoleCloseReason; words: string }

const reasonOf: Partial<Record<ErrorCode, ConsoleCloseReason>> = {
  signed_out: 'signed_out',
  forbidden: 'forbidden',
  not_found: 'gone',
  too_many: 'too_many',
  wrong_state: 'device_rejected',
  device_rejected: 'device_rejected',
  device_unreachable: 'device_unreachable',
}

export function consoleFailure(thrown: unknown): ConsoleFailure {
  if (thrown instanceof BrowserError) return { reason: 'bad_client', words: thrown.message }
  if (thrown instanceof RfbError) {
    const silent = thrown.fault === 'timeout' || thrown.fault === 'closed'
    return { reason: silent ? 'device_unreachable' : 'device_rejected', words: thrown.message }
  }
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
    return { reason: 'device_unreachable', words: 'The machine did not answer in time' }
  }
  const error = PanelError.from(thrown)
  return { reason: reasonOf[error.code] ?? 'internal', words: error.message }
}

export function closeWithFailure({ ws }: BrowserSide, failure: ConsoleFailure): void {
  ws.close(consoleClose[failure.reason].code, clipReason(failure.words))
  ws.resume() // else it would never see the answer to its close frame
}

const dropAll = (): Buffer[] => []

/** Serial lines carry plain bytes, so a viewer's are all dropped. */
function relaySerial(browser: BrowserSide, target: ConsoleTarget, mode: ConsoleMode, limits?: RelayLimits): Relay {
  return startRelay({ ...browser, device: target.stream, filter: mode === 'view' ? dropAll : undefined, limits })
}

/**
 * Greets the browser as an RFB server without a password (its ticket has said who it is).
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
    const onClose = () => fail('The browser left')
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
  limits?: RelayLimits,
): Promise<Relay> {
  await authenticateToServer(target.stream, target.vncPassword, { timeoutMs: HANDSHAKE_MS, signal })
  const early = await greetBrowser(browser, signal)
  target.stream.write(clientInitShared)
  const filter = new ClientMessageFilter(mode)
  if (early.length > 0) for (const part of filter.push(early)) target.stream.write(part)
  return startRelay({ ...browser, device: target.stream, filter: (chunk) => filter.push(chunk), limits })
}

/** Joins a browser to a console until either side ends. Throws when the console cannot be had; the target is closed then. */
export async function joinConsole(
  browser: BrowserSide,
  target: ConsoleTarget,
  grant: ConsoleGrant,
  signal: AbortSignal,
  limits?: RelayLimits,
): Promise<Relay> {
  try {
    signal.throwIfAborted()
    if (grant.kind === 'serial') return relaySerial(browser, target, grant.mode, limits)
    return await relayVnc(browser, target, grant.mode, signal, limits)
  } catch (error) {
    target.stream.on('error', () => {}).destroy()
    throw error
  }
}
