import { KindError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/** The device answered, and the answer is no WS-Management, or `fault`: it refuses the operation (DSP0226, annex on faults). */
export type WsmanErrorKind = 'protocol_error' | 'fault'

export class WsmanError extends KindError<WsmanErrorKind> {
  override readonly name = 'WsmanError'
  /** Subcode of a fault without prefix: `DestinationUnreachable`, `AccessDenied` …; or empty. */
  readonly code: string

  constructor(kind: WsmanErrorKind, text: Text, options: { cause?: unknown; code?: string } = {}) {
    super(kind, text, { cause: options.cause })
    this.code = options.code ?? ''
  }
}
