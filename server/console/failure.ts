import type { ConsoleCloseReason } from '../domain/console/close-codes.ts'
import { type ErrorCode, PanelError } from '../domain/shared/errors.ts'
import { CONSOLE_BUSY, CONSOLE_TAKEN } from '../drivers/bmc/types.ts'
import { RfbError } from '../protocols/rfb/errors.ts'

/** Value of the refusal of a console that has to be recorded and cannot be. */
export const NOT_RECORDED = 'not_recorded'

/** The page itself is at fault, or left. */
export class BrowserError extends Error {}

/** Why a console did not come about, or is over, as the page is told. */
export type ConsoleFailure = { reason: ConsoleCloseReason; words: string }

/** A failure that another process has put into words already. */
export class ToldFailure extends Error {
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
  if (thrown instanceof ToldFailure) return thrown.failure
  if (thrown instanceof BrowserError) return { reason: 'bad_client', words: thrown.message }
  if (thrown instanceof RfbError) {
    const silent = thrown.fault === 'timeout' || thrown.fault === 'closed'
    return { reason: silent ? 'device_unreachable' : 'device_rejected', words: thrown.message }
  }
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
    return { reason: 'device_unreachable', words: 'The machine did not answer in time' }
  }
  const error = PanelError.from(thrown)
  if (error.value === CONSOLE_BUSY) return { reason: 'busy', words: error.message }
  if (error.value === NOT_RECORDED) return { reason: 'not_recorded', words: error.message }
  if (error.value === CONSOLE_TAKEN) return { reason: 'taken', words: error.message }
  return { reason: reasonOf[error.code] ?? 'internal', words: error.message }
}
