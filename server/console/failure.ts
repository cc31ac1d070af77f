import { stored } from '../db/sentences.ts'
import type { ConsoleCloseReason } from '../domain/console/close-codes.ts'
import { type ErrorCode, PanelError } from '../domain/shared/errors.ts'
import { CONSOLE_BUSY, CONSOLE_TAKEN } from '../drivers/bmc/types.ts'
import { RfbError } from '../protocols/rfb/errors.ts'
import { msg, type Text } from '../shared/text.ts'

/** `value` of the error of a console that has to be recorded and cannot be. */
export const NOT_RECORDED = 'not_recorded'

/** The page sent something invalid, or left. */
export class BrowserError extends Error {}

/** Why a console could not be opened or was closed, as sent to the page. */
export type ConsoleFailure = { reason: ConsoleCloseReason; words: string }

/** A failure that another process has already turned into a message. */
export class ReportedFailure extends Error {
  readonly failure: ConsoleFailure
  constructor(failure: ConsoleFailure) {
    super(failure.words)
    this.failure = failure
  }
}

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
  if (thrown instanceof ReportedFailure) return thrown.failure
  if (thrown instanceof BrowserError) return { reason: 'bad_client', words: thrown.message }
  if (thrown instanceof RfbError) {
    const silent = thrown.fault === 'timeout' || thrown.fault === 'closed'
    return { reason: silent ? 'device_unreachable' : 'device_rejected', words: failureText(thrown.text) }
  }
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
    return { reason: 'device_unreachable', words: failureText(msg`The VM or server did not answer in time`) }
  }
  const error = PanelError.from(thrown)
  if (error.value === CONSOLE_BUSY) return { reason: 'busy', words: failureText(error.text) }
  if (error.value === NOT_RECORDED) return { reason: 'not_recorded', words: failureText(error.text) }
  if (error.value === CONSOLE_TAKEN) return { reason: 'taken', words: failureText(error.text) }
  return { reason: reasonOf[error.code] ?? 'internal', words: failureText(error.text) }
}

/**
 * Text of a failure, stored so that it can be translated; also its clipped form, because close frames are bounded (RFC
 * 6455, 5.5).
 */
export function failureText(text: Text): string {
  const words = stored(text)
  const clipped = clipReason(words)
  if (clipped !== words) stored(text, clipped)
  return words
}

/** Cuts a text to the 123 bytes that a close frame holds, between characters. */
export function clipReason(words: string): string {
  if (Buffer.byteLength(words) <= 123) return words
  let clipped = words
  while (Buffer.byteLength(clipped) > 120) clipped = clipped.slice(0, -1)
  return `${clipped}…`
}
